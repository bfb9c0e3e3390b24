import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney } from "#app/values/money.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import type { CheckoutView } from "#app/checkout/ui/checkout-view.ts";
import { RadioCard, Section } from "./section.tsx";
import { CardForm } from "./card-form.tsx";

interface PaymentSectionProps {
  readonly view: CheckoutView;
  readonly isHydrated: boolean;
  readonly isDelivery: boolean;
  /** Payment at the counter or at the door is offered for this order. */
  readonly canPayInPerson: boolean;
  readonly isPaidInPerson: boolean;
  readonly onPayment: (isPaidInPerson: boolean) => void;
  readonly onReady: (payer: CardPayer | null) => void;
}

/** Payment methods. A total of zero needs no card. */
export function PaymentSection({ view, isHydrated, isDelivery, canPayInPerson, isPaidInPerson, onPayment, onReady }: PaymentSectionProps) {
  const format = useMoneyFormat();
  const total = view.cart.priced.finalTotal;
  const inPerson = isDelivery ? "delivery" : "pickup";
  if (total === 0) {
    return (
      <Section id="payment" title="Payment">
        <p>There is nothing to pay.</p>
      </Section>
    );
  }
  if (view.cardProblem !== null) {
    return (
      <Section id="payment" title="Payment">
        {canPayInPerson ? (
          <p>
            <input type="hidden" name="payment" value={inPerson} />
            You pay <span className="figures">{formatMoney(total, format)}</span>{" "}
            {isDelivery ? "at the door when it is delivered." : "at the counter when you pick it up."}
          </p>
        ) : (
          <p id="field-card" tabIndex={-1} className="rounded border-2 border-beet bg-surface p-4 font-semibold text-beet">
            {view.cardProblem}
          </p>
        )}
      </Section>
    );
  }
  return (
    <Section id="payment" title="Payment">
      {canPayInPerson ? (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">How to pay</legend>
          <RadioCard name="payment" value="card" isChosen={!isPaidInPerson} onChoose={() => onPayment(false)}>
            <span className="font-semibold">Card, now</span>
            <span className="text-sm text-ink-2">Held until we accept</span>
          </RadioCard>
          <RadioCard name="payment" value={inPerson} isChosen={isPaidInPerson} onChoose={() => onPayment(true)}>
            <span className="font-semibold">{isDelivery ? "On delivery" : "At pickup"}</span>
            <span className="figures text-sm text-ink-2">{`${formatMoney(total, format)} ${isDelivery ? "at the door" : "at the counter"}`}</span>
          </RadioCard>
        </fieldset>
      ) : null}
      {isPaidInPerson ? null : <CardPayment view={view} isHydrated={isHydrated} onReady={onReady} />}
    </Section>
  );
}

function CardPayment({ view, isHydrated, onReady }: Pick<PaymentSectionProps, "view" | "isHydrated" | "onReady">) {
  return (
    <>
      <noscript>
        <p className="rounded bg-harbour-tint px-4 py-3 font-semibold text-harbour">
          {view.gateway === "simulator"
            ? "Without JavaScript you choose a test card on the next page. No card is charged."
            : `Paying by card needs JavaScript.${view.telephone === "" ? "" : ` You can also order by phone: ${view.telephone}.`}`}
        </p>
      </noscript>
      <div id="field-card" tabIndex={-1} className="noscript:hidden">
        <CardForm view={view} amount={view.cart.priced.finalTotal} isHydrated={isHydrated} onReady={onReady} />
      </div>
      <p className="text-sm text-ink-2">
        Your card is only put on hold. You're charged once we accept your order; if we can't, the hold is released.
      </p>
    </>
  );
}

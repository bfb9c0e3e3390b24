import * as cardTexts from "#texts/checkout/card-form.ts";
import * as texts from "#texts/checkout/payment.ts";
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
      <Section id="payment" title={cardTexts.payment}>
        <p>{texts.nothingToPay}</p>
      </Section>
    );
  }
  if (view.cardProblem !== null) {
    return (
      <Section id="payment" title={cardTexts.payment}>
        {canPayInPerson ? (
          <p className="figures">
            <input type="hidden" name="payment" value={inPerson} />
            {(isDelivery ? texts.youPayAtDoor : texts.youPayAtCounter)(formatMoney(total, format))}
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
    <Section id="payment" title={cardTexts.payment}>
      {canPayInPerson ? (
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="sr-only">{texts.howToPay}</legend>
          <RadioCard
            name="payment"
            value="card"
            isChosen={!isPaidInPerson}
            onChoose={() => onPayment(false)}
            title={texts.cardNow}
            text={texts.heldUntilAccepted}
          />
          <RadioCard
            name="payment"
            value={inPerson}
            isChosen={isPaidInPerson}
            onChoose={() => onPayment(true)}
            title={isDelivery ? texts.onDelivery : texts.atPickup}
            text={(isDelivery ? texts.amountAtDoor : texts.amountAtCounter)(formatMoney(total, format))}
          />
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
          {view.gateway === "simulator" ? texts.testCardOnNextPage : needsJavaScript(view.telephone)}
        </p>
      </noscript>
      <div id="field-card" tabIndex={-1} className="noscript:hidden">
        <CardForm view={view} amount={view.cart.priced.finalTotal} isHydrated={isHydrated} onReady={onReady} />
      </div>
      <p className="text-sm text-ink-2">{texts.cardIsHeld}</p>
    </>
  );
}

function needsJavaScript(telephone: string): string {
  return telephone === "" ? cardTexts.needsJavaScript : texts.orderByPhone(telephone);
}

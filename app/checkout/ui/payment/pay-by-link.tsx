import * as texts from "#texts/checkout/card-form.ts";
import { useCallback, useState } from "react";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { CHECKOUT_FORM_ID, type CardFormView } from "#app/checkout/ui/checkout-view.ts";
import { CardForm } from "#app/checkout/ui/sections/card-form.tsx";
import { Section } from "#app/checkout/ui/sections/section.tsx";
import { TestCardForm } from "#app/checkout/ui/sections/test-card.tsx";
import type { Cents } from "#app/values/money.ts";
import type { CardPayer } from "./card-payer.ts";
import { PayBar } from "./pay-bar.tsx";
import { usePayByLink } from "./use-pay-by-link.ts";

interface PayByLinkProps {
  readonly token: string;
  readonly amount: Cents;
  readonly view: CardFormView;
  /** While a payment runs, the page must not reload its data: the bank may show its own window. */
  readonly onWorking: (isWorking: boolean) => void;
}

/** The card form of an order that waits for its payment. */
export function PayByLink({ token, amount, view, onWorking }: PayByLinkProps) {
  const isHydrated = useIsClient();
  const [payer, setPayer] = useState<CardPayer | null>(null);
  const link = usePayByLink(token);
  const pay = async () => {
    if (payer === null) return;
    onWorking(true);
    try {
      await link.pay(payer);
    } finally {
      onWorking(false);
    }
  };
  const errors = Object.entries(link.notice?.errors ?? {}).map(([name, message]) => [name, [message]] as const);
  return (
    <>
      <form
        id={CHECKOUT_FORM_ID}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void pay();
        }}
      >
        <FieldErrorsContext value={Object.fromEntries(errors)}>
          <Section id="payment" title={texts.payment}>
            <noscript>
              <p className="rounded bg-harbour-tint px-4 py-3 font-semibold text-harbour">{texts.needsJavaScript}</p>
            </noscript>
            <div id="field-card" tabIndex={-1} className="noscript:hidden">
              <CardForm
                view={view}
                amount={amount}
                isHydrated={isHydrated}
                onReady={useCallback((next: CardPayer | null) => setPayer(next), [])}
              />
            </div>
          </Section>
        </FieldErrorsContext>
        {/* Without its script, the form would post to a URL without the order. Without a payer, payment is impossible. */}
        <PayBar
          total={amount}
          isPaidInPerson={false}
          isPricing={false}
          isShut={false}
          isLost={false}
          isDisabled={payer === null}
          order={link}
          problems={[]}
          refusal={null}
          telephone={view.telephone}
        />
      </form>
      {view.gateway === "simulator" ? <TestCardForm /> : null}
    </>
  );
}

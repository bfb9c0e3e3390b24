import * as texts from "#texts/checkout/page.ts";
import { useRef } from "react";
import { Form } from "react-router";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { CheckoutSections } from "./checkout-sections.tsx";
import { CHECKOUT_FORM_ID, type CheckoutView } from "./checkout-view.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { isPostalCodeDoubt } from "./field-checks.ts";
import type { FormAnswer } from "./form-answer.ts";
import { PayBar } from "#app/checkout/ui/payment/pay-bar.tsx";
import { RightFieldsContext } from "./sections/checked-field.tsx";
import { TestCardForm } from "./sections/test-card.tsx";
import { useCheckout } from "./use-checkout.ts";
import { Wallets } from "./wallets/wallets.tsx";

interface CheckoutFormProps {
  readonly view: CheckoutView;
  /** The response to a plain form. */
  readonly answer: FormAnswer | undefined;
}

/** The one-page checkout. Without JavaScript the form posts to the same URL. */
export function CheckoutForm({ view, answer }: CheckoutFormProps) {
  const isHydrated = useIsClient();
  const { currency } = useMoneyFormat();
  const form = useRef<HTMLFormElement>(null);
  const checkout = useCheckout(form, view, answer);
  const { choice, fields, order, shownErrors, isShut } = checkout;
  const refusal = answer?.ok === false ? answer : null;
  const hasError = Object.keys(shownErrors).length > 0 || order.notice !== null || refusal !== null;
  const payBar = (
    <PayBar
      total={view.cart.priced.finalTotal}
      isPaidInPerson={choice.isPaidInPerson}
      isPricing={checkout.isPricing}
      isLost={checkout.isLost}
      isShut={isShut}
      order={order}
      problems={checkout.problems}
      refusal={refusal?.message ?? null}
      telephone={view.telephone}
    />
  );
  return (
    <div>
      {checkout.canUseWallet ? <Wallets view={view} desk={checkout.desk} /> : null}
      <Form
        ref={form}
        id={CHECKOUT_FORM_ID}
        method="post"
        action="/checkout"
        noValidate={isHydrated}
        onSubmit={checkout.onSubmit}
        onBlur={fields.leaveField}
        onInput={checkout.remember}
        className="grid gap-12"
      >
        <title>{hasError ? texts.checkoutWithErrors : texts.checkout}</title>
        <input type="hidden" name="expectedTotal" value={view.cart.priced.finalTotal} />
        <input type="hidden" name="expectedCurrency" value={currency} />
        <input type="hidden" name="attempt" value={view.attempt} />
        <FieldErrorsContext value={checkout.fieldErrors}>
          <RightFieldsContext value={fields.right}>
            <ErrorSummary errors={shownErrors} round={checkout.round} isAnswer={answer !== undefined} />
            <CheckoutSections
              view={view}
              answer={answer}
              fulfillment={choice.fulfillment}
              isHydrated={isHydrated}
              isShut={isShut}
              canPayInPerson={choice.canPayInPerson}
              isPaidInPerson={choice.isPaidInPerson}
              isPostalCodeDoubtful={isPostalCodeDoubt(shownErrors.postal_code)}
              onFulfillment={(next) => {
                choice.setFulfillment(next);
                checkout.clearAndKeep();
              }}
              onTime={checkout.clearAndKeep}
              onKeepPostalCode={() => {
                fields.setErrors(({ postal_code: _kept, ...rest }) => rest);
                checkout.clearAndKeep();
              }}
              onChoice={checkout.keep}
              onPayment={choice.setInPerson}
              onReady={checkout.onReady}
              payBar={payBar}
            />
          </RightFieldsContext>
        </FieldErrorsContext>
      </Form>
      {view.gateway === "simulator" ? <TestCardForm /> : null}
    </div>
  );
}

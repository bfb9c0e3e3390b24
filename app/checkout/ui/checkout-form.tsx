import { useCallback, useMemo, useRef, useState, type SubmitEvent } from "react";
import { Form } from "react-router";
import { centsToDollars, formatUsd, type Cents } from "#app/values/money.ts";
import { isTimeProblem, type CartProblem } from "#app/cart/domain/cart.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { checkoutBody } from "#app/checkout/domain/checkout-form.ts";
import type { CardPayer } from "./card-payer.ts";
import { CheckoutSections } from "./checkout-sections.tsx";
import { RightFieldsContext } from "./sections/checked-field.tsx";
import { CHECKOUT_FORM_ID, type CheckoutView } from "./checkout-view.ts";
import { ErrorSummary } from "./error-summary.tsx";
import { formProblems } from "./field-checks.ts";
import type { FormAnswer } from "./form-answer.ts";
import { textsOf } from "./form-text.ts";
import { PayBar } from "./pay-bar.tsx";
import { TestCardForm } from "./sections/test-card.tsx";
import { useCheckedFields } from "./use-checked-fields.ts";
import { useKeepCheckout } from "./use-keep-checkout.ts";
import { usePlaceOrder } from "./use-place-order.ts";
import { useSettled } from "./use-settled.ts";
import { useWalletDesk } from "./wallets/use-wallet-desk.ts";
import { Wallets } from "./wallets/wallets.tsx";

interface CheckoutFormProps {
  readonly view: CheckoutView;
  /** What a plain form was answered. */
  readonly answer: FormAnswer | undefined;
}

/**
 * The one-page checkout. Choices that affect the price are sent immediately and return the new total. Paying uses `usePlaceOrder`. Without JavaScript
 * the form posts to the same URL.
 */
export function CheckoutForm({ view, answer }: CheckoutFormProps) {
  const { cart } = view;
  const total = cart.priced.finalTotal;
  const isHydrated = useIsClient();
  const form = useRef<HTMLFormElement>(null);
  const order = usePlaceOrder();
  const [payer, setPayer] = useState<CardPayer | null>(null);
  const [fulfillment, setFulfillment] = useState(cart.fulfillment);
  const [wantsPickupPay, setPickupPay] = useState(false);
  const [round, setRound] = useState(0);
  const isDelivery = fulfillment === "delivery";
  const canPayAtPickup = isPayableAtPickup(view, fulfillment);
  const isPaidAtPickup = canPayAtPickup && (wantsPickupPay || view.cardProblem !== null);

  const { keep, ...keeper } = useKeepCheckout(form, cart.id, (early) => {
    if (early.fulfillment === "delivery" || early.fulfillment === "pickup") setFulfillment(early.fulfillment);
    setPickupPay(early.payment === "pickup");
  });
  const { isPricing, isLost } = keeper;
  const fields = useCheckedFields(form, answer?.errors ?? {}, view.storeCountry, () => void keep());
  const clearAndKeep = () => {
    order.clear();
    void keep();
  };

  /**
   * Reports missing fields first. Asks for confirmation if the total differs from the one `pressed`. `wallet` null pays as the form says. Returns
   * false if the order was not placed.
   */
  const pay = async (pressed: Cents, wallet: CardPayer | null): Promise<boolean> => {
    if (form.current === null) return false;
    const sent = new FormData(form.current);
    if (wallet !== null) sent.set("payment", "card");
    const card = total > 0 && (wallet !== null || !isPaidAtPickup) ? (wallet ?? payer ?? notReady(view.cardProblem)) : null;
    const problems = { ...formProblems(textsOf(sent), view.storeCountry), ...(await card?.prepare()) };
    fields.setErrors(problems);
    setRound((before) => before + 1);
    if (Object.keys(problems).length > 0) {
      order.clear();
      return false;
    }
    if (pressed !== total) {
      const message = `The total is now ${formatUsd(total)} instead of ${formatUsd(pressed)}. If that's okay, press the button again.`;
      order.tell({ kind: "changed", message, errors: {} });
      return false;
    }
    return order.pay({ ...checkoutBody(sent), expectedTotal: centsToDollars(total) }, total, card);
  };

  const settled = useSettled(isPricing, { cart, isLost, pay });
  // Sequential: a response to a field change must not arrive after the order is paid.
  const settle = () => keep().then(settled);
  const desk = useWalletDesk({ form, cart, isDelivery, isWorking: order.isWorking, settle });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!order.isWorking) void settle().then((page) => page.pay(total, null));
  };

  const { shownErrors, fieldErrors } = useShownErrors(cart, isDelivery, [keeper.errors, order.notice?.errors, fields.errors]);
  const onReady = useCallback((next: CardPayer | null) => setPayer(next), []);
  const refusal = answer?.ok === false ? answer : null;
  const hasError = Object.keys(shownErrors).length > 0 || order.notice !== null || refusal !== null;
  const { problems, isShut, canUseWallet } = orderability(view, isDelivery);

  return (
    <div>
      {canUseWallet ? <Wallets view={view} desk={desk} /> : null}
      <Form
        ref={form}
        id={CHECKOUT_FORM_ID}
        method="post"
        action="/checkout"
        noValidate={isHydrated}
        onSubmit={onSubmit}
        onBlur={fields.leaveField}
        onInput={keeper.remember}
        className="grid gap-12"
      >
        <title>{hasError ? "Error: Checkout" : "Checkout"}</title>
        <input type="hidden" name="expectedTotal" value={total} />
        <input type="hidden" name="attempt" value={view.attempt} />
        <FieldErrorsContext value={fieldErrors}>
          <RightFieldsContext value={fields.right}>
            <ErrorSummary errors={shownErrors} round={round} isAnswer={answer !== undefined} />
            <CheckoutSections
              view={view}
              answer={answer}
              fulfillment={fulfillment}
              isHydrated={isHydrated}
              isShut={isShut}
              canPayAtPickup={canPayAtPickup}
              isPaidAtPickup={isPaidAtPickup}
              isPostalCodeDoubtful={shownErrors.postal_code?.includes("looks unusual") === true}
              onFulfillment={(next) => {
                setFulfillment(next);
                clearAndKeep();
              }}
              onTime={clearAndKeep}
              onKeepPostalCode={() => {
                fields.setErrors(({ postal_code: _kept, ...rest }) => rest);
                clearAndKeep();
              }}
              onChoice={() => void keep()}
              onPayment={setPickupPay}
              onReady={onReady}
              payBar={
                <PayBar
                  total={total}
                  isPaidAtPickup={isPaidAtPickup}
                  isPricing={isPricing}
                  isLost={isLost}
                  isShut={isShut}
                  order={order}
                  problems={problems}
                  refusal={refusal?.message ?? null}
                  telephone={view.telephone}
                />
              }
            />
          </RightFieldsContext>
        </FieldErrorsContext>
      </Form>
      {view.gateway === "simulator" ? <TestCardForm /> : null}
    </div>
  );
}

function isPayableAtPickup({ payAtPickupMax, cart }: CheckoutView, fulfillment: Fulfillment): boolean {
  if (payAtPickupMax === undefined || fulfillment !== "pickup") return false;
  return payAtPickupMax === null || cart.priced.finalTotal <= payAtPickupMax;
}

/** What stops this cart, and what can still be done. */
function orderability({ cart, times, cardProblem }: CheckoutView, isDelivery: boolean) {
  const hasTime = cart.requestedFor !== null || times.asap !== null || times.options.some((option) => !option.isFull);
  const problems = cart.priced.problems.filter((problem) => problem.blocks && !(hasTime && isTimeProblem(problem)));
  // Another address may resolve it, and a wallet provides its own.
  const isOfAddress = ({ code }: CartProblem) => isDelivery && (code === "out_of_area" || code === "min_order");
  return {
    problems,
    isShut: !hasTime && problems.some(isTimeProblem),
    canUseWallet: cart.priced.finalTotal > 0 && cardProblem === null && problems.every(isOfAddress),
  };
}

type Errors = Readonly<Record<string, string>>;

/** Errors of the server, of the payment and of the checked fields; later ones win. */
function useShownErrors(cart: CheckoutView["cart"], isDelivery: boolean, [kept, noticed, checked]: readonly (Errors | undefined)[]) {
  const shownErrors = useMemo((): Errors => ({ ...kept, ...noticed, ...checked }), [kept, noticed, checked]);
  // The server's message about a well-formed code is shown next to it instead of a tick.
  const refusedCode = isDelivery ? cart.priced.problems.find(({ code }) => code === "out_of_area")?.message : undefined;
  const fieldErrors = useMemo(() => {
    const beside = { ...(refusedCode === undefined ? {} : { postal_code: refusedCode }), ...shownErrors };
    return Object.fromEntries(Object.entries(beside).map(([name, message]) => [name, [message]]));
  }, [shownErrors, refusedCode]);
  return { shownErrors, fieldErrors };
}

/** Fallback when the card form fails to load. */
function notReady(problem: string | null): CardPayer {
  return {
    prepare: () => Promise.resolve({ card: problem ?? "The card form is still loading. Please try again in a moment." }),
    confirm: () => Promise.resolve({ kind: "unreachable" }),
  };
}

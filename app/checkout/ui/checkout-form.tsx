import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type FocusEvent, type SubmitEvent } from "react";
import { Form, useFetcher, useFetchers } from "react-router";
import { centsToDollars, formatUsd, type Cents } from "#app/values/money.ts";
import { isTimeProblem, type CartProblem } from "#app/cart/domain/cart.ts";
import { useHasUnsentChanges } from "#app/cart/ui/unsent-changes.ts";
import { FieldErrorsContext } from "#app/kit/forms/field.tsx";
import { useWhenBack } from "#app/kit/hooks/use-when-back.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { formatPostalCode } from "#app/store/domain/postal-code.ts";
import { checkoutBody } from "#app/checkout/domain/checkout-form.ts";
import { Button } from "#app/kit/button.tsx";
import { AddressSection } from "./sections/address-section.tsx";
import type { CardPayer } from "./card-payer.ts";
import { RightFieldsContext } from "./sections/checked-field.tsx";
import { CHECKOUT_FORM_ID, type CheckoutView } from "./checkout-view.ts";
import { ContactSection } from "./sections/contact-section.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldProblem, formProblems } from "./field-checks.ts";
import type { FormAnswer } from "./form-answer.ts";
import { drawnText, textsOf, typedText } from "./form-text.ts";
import { GiftSection } from "./sections/gift-section.tsx";
import { FulfillmentSection } from "./sections/fulfillment-section.tsx";
import { NotesSection } from "./sections/notes-section.tsx";
import { PayBar } from "./pay-bar.tsx";
import { PaymentSection } from "./sections/payment-section.tsx";
import { TestCardForm } from "./sections/test-card.tsx";
import { TipSection } from "./sections/tip-section.tsx";
import { usePlaceOrder } from "./use-place-order.ts";
import { useAfterPress } from "./use-after-press.ts";
import { useSettled } from "./use-settled.ts";
import { useTypedDraft } from "./use-typed-draft.ts";
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
  const { cart, draft } = view;
  const total = cart.priced.finalTotal;
  const isHydrated = useIsClient();
  const form = useRef<HTMLFormElement>(null);
  const keeper = useFetcher<FormAnswer>({ key: "checkout" });
  const order = usePlaceOrder();
  const [payer, setPayer] = useState<CardPayer | null>(null);
  const [fulfillment, setFulfillment] = useState(cart.fulfillment);
  const [wantsPickupPay, setPickupPay] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>(answer?.errors ?? {});
  const [round, setRound] = useState(0);
  const [right, setRight] = useState<ReadonlySet<string>>(new Set());
  const kept = useRef("");
  const keeping = useRef(Promise.resolve());
  const afterPress = useAfterPress();

  const canPayAtPickup =
    view.payAtPickupMax !== undefined && fulfillment === "pickup" && (view.payAtPickupMax === null || total <= view.payAtPickupMax);
  const isPaidAtPickup = canPayAtPickup && (wantsPickupPay || view.cardProblem !== null);
  // Quantities are changed beside the form.
  const hasUnsent = useHasUnsentChanges();
  const isCartChanging = useFetchers().some((each) => each.formAction === "/cart");
  const isPricing = keeper.state !== "idle" || isCartChanging || hasUnsent;

  /** Sends unsaved form values; resolves with the response. */
  const keep = (): Promise<void> => {
    if (form.current === null) return keeping.current;
    const fields = new FormData(form.current);
    const text = typedText(form.current);
    if (text === kept.current) return keeping.current;
    kept.current = text;
    fields.set("intent", "update");
    keeping.current = keeper.submit(fields, { method: "post", action: "/checkout", preventScrollReset: true });
    return keeping.current;
  };
  const isLost = useWhenBack(() => {
    kept.current = "";
    void keep();
  });
  const remember = useTypedDraft(form, cart.id, () => void keep());
  const takeEarlyChoices = useEffectEvent(() => {
    if (form.current === null) return;
    kept.current ||= drawnText(form.current);
    if (typedText(form.current) === kept.current) return;
    const early = textsOf(new FormData(form.current));
    if (early.fulfillment === "delivery" || early.fulfillment === "pickup") setFulfillment(early.fulfillment);
    setPickupPay(early.payment === "pickup");
    void keep();
  });
  useEffect(() => {
    takeEarlyChoices();
  }, []);

  const leaveField = (event: FocusEvent<HTMLFormElement>) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.name === "" || field.type === "radio") return;
    afterPress(() => checkField(field));
  };
  const checkField = (field: HTMLInputElement | HTMLTextAreaElement) => {
    if (form.current === null) return;
    const values = textsOf(new FormData(form.current));
    if (field.name === "postal_code") field.value = formatPostalCode(field.value, (values.country ?? "").trim() || view.storeCountry);
    const problem = fieldProblem(field.name, values, view.storeCountry);
    const isTouched = field.value.trim() !== "" || field.name in errors;
    setErrors((before) => {
      const { [field.name]: _gone, ...rest } = before;
      return problem !== null && isTouched ? { ...rest, [field.name]: problem } : rest;
    });
    setRight((before) => {
      const next = new Set(before);
      if (problem === null && field.value.trim() !== "" && field.required) next.add(field.name);
      else next.delete(field.name);
      return next;
    });
    void keep();
  };

  /**
   * Reports missing fields first. Asks for confirmation if the total differs from the one `pressed`. `wallet` null pays as the form says. Returns
   * false if the order was not placed.
   */
  const pay = async (pressed: Cents, wallet: CardPayer | null): Promise<boolean> => {
    if (form.current === null) return false;
    const fields = new FormData(form.current);
    if (wallet !== null) fields.set("payment", "card");
    const values = textsOf(fields);
    const card = total > 0 && (wallet !== null || !isPaidAtPickup) ? (wallet ?? payer ?? notReady(view.cardProblem)) : null;
    const problems = { ...formProblems(values, view.storeCountry), ...(await card?.prepare()) };
    setErrors(problems);
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
    return order.pay({ ...checkoutBody(fields), expectedTotal: centsToDollars(total) }, total, card);
  };

  const settled = useSettled(isPricing, { cart, isLost, pay });
  // Sequential: a response to a field change must not arrive after the order is paid.
  const settle = () => keep().then(settled);
  const desk = useWalletDesk({ form, cart, isDelivery: fulfillment === "delivery", isWorking: order.isWorking, settle });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!order.isWorking) void settle().then((page) => page.pay(total, null));
  };

  const shownErrors = useMemo(() => ({ ...keeper.data?.errors, ...order.notice?.errors, ...errors }), [keeper.data, order.notice, errors]);
  // The server's message about a well-formed code is shown next to it instead of a tick.
  const refusedCode = fulfillment === "delivery" ? cart.priced.problems.find(({ code }) => code === "out_of_area")?.message : undefined;
  const fieldErrors = useMemo(() => {
    const beside = { ...(refusedCode === undefined ? {} : { postal_code: refusedCode }), ...shownErrors };
    return Object.fromEntries(Object.entries(beside).map(([name, message]) => [name, [message]]));
  }, [shownErrors, refusedCode]);
  const onReady = useCallback((next: CardPayer | null) => setPayer(next), []);
  const hasError = Object.keys(shownErrors).length > 0 || order.notice !== null || answer?.ok === false;
  const hasTime = cart.requestedFor !== null || view.times.asap !== null || view.times.options.some((option) => !option.isFull);
  const problems = cart.priced.problems.filter((problem) => problem.blocks && !(hasTime && isTimeProblem(problem)));

  const isShut = !hasTime && problems.some(isTimeProblem);
  // Another address may resolve it, and a wallet provides its own.
  const isOfAddress = ({ code }: CartProblem) => fulfillment === "delivery" && (code === "out_of_area" || code === "min_order");
  const canUseWallet = total > 0 && view.cardProblem === null && problems.every(isOfAddress);

  const payBar = (
    <PayBar
      total={total}
      isPaidAtPickup={isPaidAtPickup}
      isPricing={isPricing}
      isLost={isLost}
      isShut={isShut}
      order={order}
      problems={problems}
      refusal={answer?.ok === false ? answer.message : null}
      telephone={view.telephone}
    />
  );

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
        onBlur={leaveField}
        onInput={remember}
        className="grid gap-12"
      >
        <title>{hasError ? "Error: Checkout" : "Checkout"}</title>
        <input type="hidden" name="expectedTotal" value={total} />
        <input type="hidden" name="attempt" value={view.attempt} />
        <FieldErrorsContext value={fieldErrors}>
          <RightFieldsContext value={right}>
            <ErrorSummary errors={shownErrors} round={round} isAnswer={answer !== undefined} />
            {/* A form that cannot be sent is not shown: first when it can be, and the other way if there is one. What was typed stays in it. */}
            {isShut ? payBar : null}
            <div hidden={isShut}>
              <ContactSection
                draft={draft}
                isMailed={view.isMailed}
                phone={fulfillment === "delivery" ? "courier" : isPaidAtPickup ? "counter" : "optional"}
              />
            </div>
            {isShut && !cart.canDeliver ? (
              <input type="hidden" name="fulfillment" value={fulfillment} />
            ) : (
              <FulfillmentSection
                view={view}
                fulfillment={fulfillment}
                isShut={isShut}
                onFulfillment={(next) => {
                  setFulfillment(next);
                  order.clear();
                  void keep();
                }}
                onChoice={() => {
                  // What was refused was another time.
                  order.clear();
                  void keep();
                }}
              />
            )}
            <div hidden={isShut} className="grid gap-12">
              {fulfillment === "delivery" ? (
                <AddressSection
                  draft={draft}
                  isPostalCodeDoubtful={shownErrors.postal_code?.includes("looks unusual") === true}
                  onKeep={() => {
                    order.clear();
                    setErrors(({ postal_code: _kept, ...rest }) => rest);
                    void keep();
                  }}
                />
              ) : null}
              <NotesSection draft={draft} isDelivery={fulfillment === "delivery"} />
              <GiftSection gifts={cart.priced.freeItems} onChoice={() => void keep()} />
            </div>
            {cart.tipPresets === null || isShut ? null : (
              <TipSection
                tip={cart.tip}
                tipBase={cart.priced.tipBase}
                presets={cart.tipPresets}
                typed={answer?.typedTip}
                onChoice={() => void keep()}
              />
            )}
            {isHydrated ? null : (
              <noscript>
                <Button type="submit" name="intent" value="update" look="outline" formNoValidate>
                  Update the total
                </Button>
              </noscript>
            )}
            {isShut ? null : (
              <PaymentSection
                view={view}
                isHydrated={isHydrated}
                canPayAtPickup={canPayAtPickup}
                isPaidAtPickup={isPaidAtPickup}
                onPayment={setPickupPay}
                onReady={onReady}
              />
            )}
            {isShut ? null : payBar}
          </RightFieldsContext>
        </FieldErrorsContext>
      </Form>
      {view.gateway === "simulator" ? <TestCardForm /> : null}
    </div>
  );
}

/** Fallback when the card form fails to load. */
function notReady(problem: string | null): CardPayer {
  return {
    prepare: () => Promise.resolve({ card: problem ?? "The card form is still loading. Please try again in a moment." }),
    confirm: () => Promise.resolve({ kind: "unreachable" }),
  };
}

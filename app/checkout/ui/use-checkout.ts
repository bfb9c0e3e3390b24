import * as texts from "#texts/checkout/page.ts";
import * as cardTexts from "#texts/checkout/card-form.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useCallback, useMemo, useState, type RefObject, type SubmitEvent } from "react";
import { isTimeProblem, type CartProblem } from "#app/cart/domain/cart.ts";
import { checkoutBody } from "#app/checkout/domain/checkout-form.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import { type Cents, formatMoney, majorUnits, type MoneyFormat } from "#app/values/money.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import type { CheckoutView } from "./checkout-view.ts";
import { formProblems } from "./field-checks.ts";
import type { FormAnswer } from "./form-answer.ts";
import { textsOf } from "./form-text.ts";
import { useCheckedFields } from "./use-checked-fields.ts";
import { useKeepCheckout } from "./use-keep-checkout.ts";
import { usePlaceOrder, type PlaceOrder } from "#app/checkout/ui/payment/use-place-order.ts";
import { useSettled } from "./use-settled.ts";
import { useWalletDesk } from "./wallets/use-wallet-desk.ts";

/** State of the checkout: choices, which are sent immediately and return the new total, validated fields, and payment. */
export function useCheckout(form: RefObject<HTMLFormElement | null>, view: CheckoutView, answer: FormAnswer | undefined) {
  const format = useMoneyFormat();
  const { cart } = view;
  const total = cart.priced.finalTotal;
  const order = usePlaceOrder();
  const [payer, setPayer] = useState<CardPayer | null>(null);
  const [round, setRound] = useState(0);
  const choice = usePaymentChoice(view);

  const { keep, ...keeper } = useKeepCheckout(form, { cartId: cart.id, isPrefilled: view.isPrefilled }, (early) => {
    if (early.fulfillment === "delivery" || early.fulfillment === "pickup") choice.setFulfillment(early.fulfillment);
    choice.setInPerson(early.payment === "pickup" || early.payment === "delivery");
  });
  const fields = useCheckedFields(form, answer?.errors ?? {}, view.storeCountry, () => void keep());
  const pay = async (pressed: Cents, wallet: CardPayer | null): Promise<boolean> => {
    if (form.current === null) return false;
    const isByCard = total > 0 && (wallet !== null || !choice.isPaidInPerson);
    const card = isByCard ? (wallet ?? payer ?? notReady(view.cardProblem)) : null;
    const submission = { form: form.current, view, order, card, isWallet: wallet !== null, pressed, checked: fields.setErrors };
    const isPlaced = await submitOrder(submission, format);
    if (!isPlaced) setRound((before) => before + 1);
    return isPlaced;
  };

  const settled = useSettled(keeper.isPricing, { cart, isLost: keeper.isLost, pay });
  // Sequential: a response to a field change must not arrive after the order is paid.
  const settle = () => keep().then(settled);
  const desk = useWalletDesk({ form, cart, isDelivery: choice.isDelivery, isWorking: order.isWorking, settle });
  return {
    order,
    round,
    choice,
    fields,
    desk,
    isPricing: keeper.isPricing,
    isLost: keeper.isLost,
    remember: keeper.remember,
    keep: () => void keep(),
    clearAndKeep: () => {
      order.clear();
      void keep();
    },
    onReady: useCallback((next: CardPayer | null) => setPayer(next), []),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!order.isWorking) void settle().then((page) => page.pay(total, null));
    },
    ...useShownErrors(cart, choice.isDelivery, [keeper.errors, order.notice?.errors, fields.errors]),
    ...orderability(view, choice.isDelivery),
  };
}

/** Pickup or delivery, and whether the order is paid on handover. */
function usePaymentChoice(view: CheckoutView) {
  const [fulfillment, setFulfillment] = useState(view.cart.fulfillment);
  const [wantsInPerson, setInPerson] = useState(false);
  const canPayInPerson = isPayableInPerson(view, fulfillment);
  return {
    fulfillment,
    setFulfillment,
    setInPerson,
    isDelivery: fulfillment === "delivery",
    canPayInPerson,
    isPaidInPerson: canPayInPerson && (wantsInPerson || view.cardProblem !== null),
  };
}

interface Submission {
  readonly form: HTMLFormElement;
  readonly view: CheckoutView;
  readonly order: PlaceOrder;
  /** null = no card payment. */
  readonly card: CardPayer | null;
  readonly isWallet: boolean;
  /** The total shown when the customer submitted. */
  readonly pressed: Cents;
  readonly checked: (problems: Errors) => void;
}

/**
 * Reports missing fields first. Asks for confirmation if the total differs from `pressed`. A wallet pays regardless of the form's payment
 * choice. Returns false if the order was not placed.
 */
async function submitOrder({ form, view, order, card, isWallet, pressed, checked }: Submission, format: MoneyFormat): Promise<boolean> {
  const total = view.cart.priced.finalTotal;
  const sent = new FormData(form);
  if (isWallet) sent.set("payment", "card");
  const problems = { ...formProblems(textsOf(sent), view.storeCountry), ...(await card?.prepare()) };
  checked(problems);
  if (Object.keys(problems).length > 0) {
    order.clear();
    return false;
  }
  if (pressed !== total) {
    const message = texts.totalIsNow(formatMoney(total, format), formatMoney(pressed, format));
    order.tell({ kind: "changed", message, errors: {} });
    return false;
  }
  return order.pay({ ...checkoutBody(sent, format), expectedTotal: majorUnits(total, format.currency) }, total, card);
}

function isPayableInPerson({ inPersonMaximums, cart }: CheckoutView, fulfillment: Fulfillment): boolean {
  const most = inPersonMaximums[fulfillment];
  return most !== undefined && (most === null || cart.priced.finalTotal <= most);
}

/** The problems that block this cart, and the remaining choices. */
function orderability({ cart, times, cardProblem }: CheckoutView, isDelivery: boolean) {
  const hasTime = cart.requestedFor !== null || times.asap !== null || times.options.some((option) => !option.isFull);
  const problems = cart.priced.problems.filter((problem) => problem.blocks && !(hasTime && isTimeProblem(problem)));
  // Another address may resolve it, and a wallet provides its own address.
  const isOfAddress = ({ code }: CartProblem) => isDelivery && (code === "out_of_area" || code === "min_order");
  return {
    problems,
    isShut: problems.some((problem) => problem.code === "lead_time_too_long" || (!hasTime && isTimeProblem(problem))),
    canUseWallet: cart.priced.finalTotal > 0 && cardProblem === null && problems.every(isOfAddress),
  };
}

type Errors = Readonly<Record<string, string>>;

/** Errors of the server, of the payment and of the validated fields; later ones win. */
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
    prepare: () => Promise.resolve({ card: problem ?? cardTexts.stillLoading }),
    confirm: () => Promise.resolve({ kind: "unreachable" }),
  };
}

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";
import { formatMoney } from "#app/values/money.ts";
import { draftBody, emptyOrder, orderBody, type EnteredLine, type EnteredOrder } from "./entered-order.ts";
import { askedPrice } from "./new-order-view.ts";
import type {
  EnteredAnswer,
  LinkedAnswer,
  NewOrderAnswer,
  NewOrderPage,
  PlacedAnswer,
  PricedDraft,
  RefusedOrder,
} from "./new-order-view.ts";
import { useUnanswered } from "./use-unanswered.ts";

/** Delay between typing and the price request. */
const PRICE_DELAY_MS = 200;

const NO_TIME: RefusedOrder = { kind: "refused", message: "Choose a time.", errors: { requested_for: "Choose a time." } };

/** The next attempt has the same key. */
const NOT_KNOWN: RefusedOrder = {
  kind: "refused",
  message: "The shop did not answer, so it is not known whether this order was placed. Press again: it is placed only once.",
  errors: {},
};

const NO_ERRORS: RefusedOrder["errors"] = {};
const NO_PRICE = "The shop did not answer, so price and times are not known yet.";

/** The entered order, its price from the server, and placing it. */
export function useNewOrder(page: NewOrderPage, lines: readonly EnteredLine[]) {
  const [order, setOrder] = useState<EnteredOrder>(() => ({ ...emptyOrder(page, "telephone"), lines }));
  const [key, setKey] = useState(page.key);
  const [day, setDay] = useState("");
  const [placed, setPlaced] = useState<PlacedAnswer | LinkedAnswer | null>(null);
  const [entered, setEntered] = useState<EnteredAnswer | null>(null);
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null);
  const [isInDoubt, setInDoubt] = useState(false);
  const format = useMoneyFormat();
  const pricing = usePrice(order, day);
  const placing = useFetcher<NewOrderAnswer>({ key: "place-order" });
  // The next call or customer usually comes the same way.
  const begin = () => {
    setOrder(emptyOrder(page, order.source));
    setKey(newKey());
    setDay("");
    setEntered(null);
    setRefusal(null);
    setInDoubt(false);
  };
  const doubt = () => {
    setRefusal(NOT_KNOWN);
    setInDoubt(true);
  };
  useAnswer(placing, (answer) => {
    if (answer.kind === "placed" || answer.kind === "linked") {
      begin();
      setPlaced(answer);
    } else if (answer.kind === "entered") {
      setRefusal(null);
      setEntered(answer);
    } else if (answer.kind === "refused") {
      setRefusal(answer);
      setInDoubt(false);
      // Products, prices or times may have changed since it was priced.
      pricing.again();
    } else if (answer.kind === "lost") doubt();
  });
  const track = useUnanswered(placing, doubt);
  const isPlacing = placing.state !== "idle";
  const { priced, isPricing, problem: pricingProblem } = pricing;
  const canPlace = entered === null && pricingProblem === "";
  return {
    /** The key of the entered order; the next order gets a new one. */
    key,
    order,
    change: (next: (order: EnteredOrder) => EnteredOrder) => {
      setOrder(next);
      setPlaced(null);
      setRefusal(null);
    },
    day,
    setDay,
    priced,
    isPricing,
    /** Why there is no price for the entered order; "" = there is one, or it is loading. */
    pricingProblem,
    /** The errors of fields that prevent a price. */
    pricingErrors: pricing.errors,
    priceAgain: pricing.again,
    placed,
    entered,
    begin,
    refusal,
    /** The last attempt got no response, so the order may exist. */
    isInDoubt,
    isPlacing,
    canPlace,
    place: () => {
      if (isPlacing || priced === null || isPricing || !canPlace) return;
      if (order.isLater && order.requestedFor === "") return setRefusal(NO_TIME);
      const body = JSON.stringify(orderBody(order, priced.totals.finalTotal, format));
      setRefusal(null);
      track(placing.submit({ intent: "place", key, order: body }, { method: "post" }));
    },
  };
}

/** The price of the entered order; the previous one stays until it arrives. `action`: the page of a new order, if called from another page. */
export function usePrice(order: EnteredOrder, day: string, action?: string) {
  const format = useMoneyFormat();
  const fetcher = useFetcher<NewOrderAnswer>({ key: "price-order" });
  const [answered, setAnswered] = useState<{ readonly asked: string; readonly priced: PricedDraft } | null>(null);
  const [problem, setProblem] = useState("");
  const [errors, setErrors] = useState(NO_ERRORS);
  const sent = useRef("");
  const body = JSON.stringify(draftBody(order, format));
  const fail = (message: string, ofFields = NO_ERRORS) => {
    if (message !== problem) announce(message);
    setProblem(message);
    setErrors(ofFields);
  };
  const track = useUnanswered(fetcher, () => fail(NO_PRICE));
  const ask = (wanted: { readonly day: string; readonly order: string }) => {
    sent.current = askedPrice(wanted.day, wanted.order);
    track(fetcher.submit({ intent: "price", ...wanted }, { method: "post", ...(action === undefined ? {} : { action }) }));
  };
  const askLater = useEffectEvent((wanted: Parameters<typeof ask>[0]) => {
    // A change that was reverted already has its price. Requesting it again would disable the button for a moment and lose a click.
    const asked = askedPrice(wanted.day, wanted.order);
    if (sent.current !== asked || answered?.asked !== asked) ask(wanted);
  });
  useEffect(() => {
    const timer = setTimeout(() => askLater({ day, order: body }), PRICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [day, body]);
  useAnswer(fetcher, (answer) => {
    if (answer.kind === "priced") {
      // A server of another version does not return the order.
      if (answer.asked !== sent.current) return fail(NO_PRICE);
      const { totals, lines } = answer.priced;
      const isNew = totals.finalTotal !== (answered?.priced.totals.finalTotal ?? 0);
      if (isNew && lines.length > 0) announce(`Total ${formatMoney(totals.finalTotal, format)}`);
      setAnswered(answer);
      setErrors(NO_ERRORS);
      return setProblem("");
    }
    if (answer.kind === "refused") fail(answer.message, answer.errors);
    if (answer.kind === "lost") fail(answer.message);
  });
  // The fetcher is idle for a moment before the request starts and before its response is applied.
  const isPricing = fetcher.state !== "idle" || answered?.asked !== askedPrice(day, body);
  return { priced: answered?.priced ?? null, isPricing, problem, errors, again: () => ask({ day, order: body }) };
}

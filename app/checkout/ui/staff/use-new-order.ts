import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";
import { formatMoney } from "#app/values/money.ts";
import { draftBody, emptyOrder, orderBody, type EnteredLine, type EnteredOrder } from "./entered-order.ts";
import type {
  EnteredAnswer,
  LinkedAnswer,
  NewOrderAnswer,
  NewOrderPage,
  PlacedAnswer,
  PricedDraft,
  RefusedOrder,
} from "./new-order-view.ts";

/** Typing waits so long for its price. */
const PRICE_DELAY_MS = 200;

const NO_TIME: RefusedOrder = { kind: "refused", message: "Choose a time.", errors: { requested_for: "Choose a time." } };

/** The order that is entered, its price from the server, and the placement. */
export function useNewOrder(page: NewOrderPage, lines: readonly EnteredLine[]) {
  const [order, setOrder] = useState<EnteredOrder>(() => ({ ...emptyOrder(page, "telephone"), lines }));
  const [key, setKey] = useState(page.key);
  const [day, setDay] = useState("");
  const [placed, setPlaced] = useState<PlacedAnswer | LinkedAnswer | null>(null);
  const [entered, setEntered] = useState<EnteredAnswer | null>(null);
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null);
  const format = useMoneyFormat();
  const pricing = usePrice(order, day);
  const placing = useFetcher<NewOrderAnswer>({ key: "place-order" });
  // The next call or customer comes the same way.
  const begin = () => {
    setOrder(emptyOrder(page, order.source));
    setKey(newKey());
    setDay("");
    setEntered(null);
    setRefusal(null);
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
      if (answer.priced !== undefined) pricing.take(answer.priced);
    } else if (answer.kind === "lost") setRefusal({ kind: "refused", message: answer.message, errors: {} });
  });
  const isPlacing = placing.state !== "idle";
  const { priced, isPricing, problem: pricingProblem } = pricing;
  const canPlace = entered === null && pricingProblem === "";
  return {
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
    /** Why there is no price for what is entered now; "" = there is one, or it is on its way. */
    pricingProblem,
    priceAgain: pricing.again,
    placed,
    entered,
    begin,
    refusal,
    isPlacing,
    canPlace,
    place: () => {
      if (isPlacing || priced === null || isPricing || !canPlace) return;
      if (order.isLater && order.requestedFor === "") return setRefusal(NO_TIME);
      const body = JSON.stringify(orderBody(order, priced.totals.finalTotal, format));
      void placing.submit({ intent: "place", key, order: body }, { method: "post" });
    },
  };
}

/** The price of what is entered now; the one before stays until it comes. `action`: the page of a new order, from another page. */
export function usePrice(order: EnteredOrder, day: string, action?: string) {
  const format = useMoneyFormat();
  const fetcher = useFetcher<NewOrderAnswer>({ key: "price-order" });
  const [priced, setPriced] = useState<PricedDraft | null>(null);
  const [sent, setSent] = useState("");
  const [problem, setProblem] = useState("");
  const body = JSON.stringify(draftBody(order, format));
  const wanted = `${day} ${body}`;
  const ask = useEffectEvent((asked: string) => {
    setSent(asked);
    void fetcher.submit({ intent: "price", day, order: body }, { method: "post", ...(action === undefined ? {} : { action }) });
  });
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), PRICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const take = (next: PricedDraft) => {
    setPriced(next);
    setProblem("");
  };
  useAnswer(fetcher, (answer) => {
    if (answer.kind === "priced") {
      const { totals, lines } = answer.priced;
      const isNew = totals.finalTotal !== (priced?.totals.finalTotal ?? 0);
      if (isNew && lines.length > 0) announce(`Total ${formatMoney(totals.finalTotal, format)}`);
      return take(answer.priced);
    }
    if (answer.kind !== "refused" && answer.kind !== "lost") return;
    if (answer.message !== problem) announce(answer.message);
    setProblem(answer.message);
  });
  const isPricing = fetcher.state !== "idle" || sent !== wanted;
  return { priced, isPricing, problem, again: () => ask(wanted), take };
}

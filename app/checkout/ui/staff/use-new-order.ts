import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { newKey } from "#app/orders/ui/staff/alerts/screen-id.ts";
import { draftBody, emptyOrder, orderBody, type EnteredOrder } from "./entered-order.ts";
import type { NewOrderAnswer, NewOrderPage, PlacedAnswer, PricedDraft, RefusedOrder } from "./new-order-view.ts";

/** Typing waits so long for its price. */
const PRICE_DELAY_MS = 200;

const NO_TIME: RefusedOrder = { kind: "refused", message: "Choose a time.", errors: { requested_for: "Choose a time." } };

/** The order that is entered, its price from the server, and the placement. */
export function useNewOrder(page: NewOrderPage) {
  const [order, setOrder] = useState(() => emptyOrder(page, "telephone"));
  const [key, setKey] = useState(page.key);
  const [day, setDay] = useState("");
  const [placed, setPlaced] = useState<PlacedAnswer | null>(null);
  const [refusal, setRefusal] = useState<RefusedOrder | null>(null);
  const pricing = usePrice(order, day);
  const placing = useFetcher<NewOrderAnswer>({ key: "place-order" });
  useAnswer(placing, (answer) => {
    if (answer.kind === "placed") {
      setPlaced(answer);
      setRefusal(null);
      // The next call or customer comes the same way.
      setOrder(emptyOrder(page, order.source));
      setKey(newKey());
    } else if (answer.kind === "refused") {
      setRefusal(answer);
      if (answer.priced !== undefined) pricing.take(answer.priced);
    } else if (answer.kind === "lost") setRefusal({ kind: "refused", message: answer.message, errors: {} });
  });
  const isPlacing = placing.state !== "idle";
  return {
    order,
    change: (next: (order: EnteredOrder) => EnteredOrder) => {
      setOrder(next);
      setPlaced(null);
      setRefusal(null);
    },
    day,
    setDay,
    priced: pricing.priced,
    isPricing: pricing.isPricing,
    placed,
    refusal,
    isPlacing,
    place: () => {
      if (isPlacing || pricing.priced === null || pricing.isPricing) return;
      if (order.isLater && order.requestedFor === "") return setRefusal(NO_TIME);
      const body = JSON.stringify(orderBody(order, pricing.priced.totals.finalTotal));
      void placing.submit({ intent: "place", key, order: body }, { method: "post" });
    },
  };
}

/** The price of what is entered now; the one before stays until it comes. */
function usePrice(order: EnteredOrder, day: string) {
  const fetcher = useFetcher<NewOrderAnswer>({ key: "price-order" });
  const [priced, setPriced] = useState<PricedDraft | null>(null);
  const [sent, setSent] = useState("");
  const body = JSON.stringify(draftBody(order));
  const wanted = `${day} ${body}`;
  const ask = useEffectEvent((asked: string) => {
    setSent(asked);
    void fetcher.submit({ intent: "price", day, order: body }, { method: "post" });
  });
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), PRICE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useAnswer(fetcher, (answer) => {
    if (answer.kind === "priced") setPriced(answer.priced);
  });
  return { priced, isPricing: fetcher.state !== "idle" || sent !== wanted, take: setPriced };
}

import { useEffect, useEffectEvent } from "react";
import { useActionData, useFetcher } from "react-router";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";

export interface OrderForm {
  readonly fetcher: ReturnType<typeof useFetcher<OrderFormAnswer>>;
  /** The last response about this order, with or without JavaScript. */
  readonly answer: OrderFormAnswer | undefined;
  /** The intent that is being submitted; null = none. */
  readonly busyWith: string | null;
}

/** The form of one order: one fetcher per order, so that its buttons share state. `onAnswer` runs before the card may leave the list. */
export function useOrderForm(orderId: string, onAnswer?: (answer: OrderFormAnswer) => void): OrderForm {
  const fetcher = useFetcher<OrderFormAnswer>({ key: `order:${orderId}` });
  const posted = useActionData<OrderFormAnswer>();
  const answer = fetcher.data ?? (posted?.orderId === orderId ? posted : undefined);
  const tell = useEffectEvent((told: OrderFormAnswer) => onAnswer?.(told));
  useEffect(() => {
    if (fetcher.data !== undefined) tell(fetcher.data);
  }, [fetcher.data]);
  const intent = fetcher.formData?.get("intent");
  const running = typeof intent === "string" ? intent : "";
  return { fetcher, answer, busyWith: fetcher.state === "idle" ? null : running };
}

import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import type { CartAnswer } from "#app/cart/ui/cart-answer.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";

/**
 * A form that posts to /cart and stays where it is. Every cart control of the page hears of a change; `onAnswer` is told how each submission
 * ended. Without script the same form goes to /cart by itself.
 */
export function useCartForm(onAnswer: (answer: CartAnswer) => void) {
  const fetcher = useFetcher<CartAnswer>();
  const told = useRef(fetcher.data);
  const tell = useEffectEvent((answer: CartAnswer) => {
    if (answer.ok) announceCartChange(answer.badge);
    onAnswer(answer);
  });
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || fetcher.data === told.current) return;
    told.current = fetcher.data;
    tell(fetcher.data);
  }, [fetcher.state, fetcher.data]);
  return fetcher;
}

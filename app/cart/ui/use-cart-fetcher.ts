import { useFetcher, type FetcherWithComponents } from "react-router";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import type { CartAnswer } from "./cart-answer.ts";

/** A fetcher for forms that post to /cart. */
export function useCartFetcher(key?: string): FetcherWithComponents<CartAnswer | undefined> {
  return useFetcher<CartAnswer>(key === undefined ? {} : { key });
}

/**
 * A form that posts to /cart and stays where it is. Every cart control of the page hears of a change (the cart's client action); `onAnswer` is told how each submission
 * ended. Without script the same form goes to /cart by itself.
 */
export function useCartForm(onAnswer: (answer: CartAnswer) => void): FetcherWithComponents<CartAnswer | undefined> {
  const fetcher = useCartFetcher();
  useAnswer(fetcher, (answer) => {
    if (answer === undefined) return;
    onAnswer(answer);
  });
  return fetcher;
}

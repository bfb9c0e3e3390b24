import { useFetcher, type FetcherWithComponents } from "react-router";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import type { CartAnswer } from "./cart-answer.ts";

/** A fetcher for forms that post to /cart. */
export function useCartFetcher(key?: string): FetcherWithComponents<CartAnswer | undefined> {
  return useFetcher<CartAnswer>(key === undefined ? {} : { key });
}

/**
 * A fetcher that posts to /cart and stays on the page. All cart controls are notified; `onAnswer` receives each result. Without JavaScript the form
 * posts directly.
 */
export function useCartForm(onAnswer: (answer: CartAnswer) => void): FetcherWithComponents<CartAnswer | undefined> {
  const fetcher = useCartFetcher();
  useAnswer(fetcher, (answer) => {
    if (answer === undefined) return;
    onAnswer(answer);
  });
  return fetcher;
}

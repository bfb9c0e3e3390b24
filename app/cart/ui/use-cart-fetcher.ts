import { useFetcher, type FetcherWithComponents } from "react-router";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useSubmitOnce } from "#app/kit/hooks/use-submit-once.ts";
import type { CartAnswer } from "./cart-answer.ts";

/** A fetcher for forms that post to /cart. */
export function useCartFetcher(): FetcherWithComponents<CartAnswer | undefined> {
  return useFetcher<CartAnswer>();
}

/**
 * A fetcher that posts to /cart and stays on the page. All cart controls are notified; `onAnswer` receives each result. Without JavaScript the form
 * posts directly.
 */
export function useCartForm(onAnswer: (answer: CartAnswer) => void) {
  const fetcher = useCartFetcher();
  useAnswer(fetcher, onAnswer);
  return { fetcher, isBusy: fetcher.state !== "idle", submitOnce: useSubmitOnce(fetcher) };
}

import { useEffect, useEffectEvent } from "react";
import { useFetcher, type FetcherWithComponents } from "react-router";
import type { CartAnswer } from "./cart-answer.ts";

/** Calls `onAnswer` once for each answer the fetcher brings, after the page's own data has been read again. */
export function useAnswer<Answer>(
  fetcher: Pick<FetcherWithComponents<Answer>, "state" | "data">,
  onAnswer: (answer: Answer) => void,
): void {
  const tell = useEffectEvent(onAnswer);
  useEffect(() => {
    if (fetcher.state === "idle" && fetcher.data !== undefined) tell(fetcher.data);
  }, [fetcher.state, fetcher.data]);
}

/** A fetcher for forms that post to /cart. */
export function useCartFetcher(key?: string): FetcherWithComponents<CartAnswer | undefined> {
  return useFetcher<CartAnswer>(key === undefined ? {} : { key });
}

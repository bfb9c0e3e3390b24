import { useEffect, useEffectEvent } from "react";
import type { FetcherWithComponents } from "react-router";

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

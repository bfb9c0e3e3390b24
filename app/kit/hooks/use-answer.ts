import { useEffect, useEffectEvent, useRef } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * Calls `onAnswer` once for each answer of the fetcher, after the page's own data has been read again. A request without an answer (keep-page.ts)
 * leaves the earlier answer in `data`: it is not reported again.
 */
export function useAnswer<Answer>(
  fetcher: Pick<FetcherWithComponents<Answer>, "state" | "data">,
  onAnswer: (answer: Answer) => void,
): void {
  const report = useEffectEvent(onAnswer);
  // Each answer is a new object.
  const reported = useRef<Answer>(undefined);
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || fetcher.data === reported.current) return;
    reported.current = fetcher.data;
    report(fetcher.data);
  }, [fetcher.state, fetcher.data]);
}

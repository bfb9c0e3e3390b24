import { useEffect, useEffectEvent, useRef } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * Calls `onAnswer` once per response of the fetcher, after revalidation. A request without a response (keep-page.ts) leaves the earlier
 * response in `data`: that one is not reported again.
 */
export function useAnswer<Answer>(
  fetcher: Pick<FetcherWithComponents<Answer>, "state" | "data">,
  onAnswer: (answer: Answer) => void,
): void {
  const report = useEffectEvent(onAnswer);
  // Each response is a new object.
  const reported = useRef<Answer>(undefined);
  useEffect(() => {
    if (fetcher.state !== "idle" || fetcher.data === undefined || fetcher.data === reported.current) return;
    reported.current = fetcher.data;
    report(fetcher.data);
  }, [fetcher.state, fetcher.data]);
}

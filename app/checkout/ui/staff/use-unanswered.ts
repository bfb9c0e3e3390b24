import { useEffect, useEffectEvent, useState } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * Calls `onUnanswered` when a submission of the fetcher ends without a new response: the server or a proxy failed, or the session has ended
 * (app/frame/keep-page.ts). Returns a function to call with each submission.
 */
export function useUnanswered(
  fetcher: Pick<FetcherWithComponents<unknown>, "state" | "data">,
  onUnanswered: () => void,
): (submission: Promise<void>) => void {
  const { state, data } = fetcher;
  /** The fetcher's data before the last finished submission. */
  const [ended, setEnded] = useState<{ readonly before: unknown } | null>(null);
  const report = useEffectEvent(onUnanswered);
  useEffect(() => {
    if (ended !== null && state === "idle" && data === ended.before) report();
  }, [ended, state, data]);
  return (submission) => {
    setEnded(null);
    // Does not use the state: a quick response may skip the rendering of "submitting".
    void submission.then(() => setEnded({ before: data }));
  };
}

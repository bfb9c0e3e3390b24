import { useEffect, useEffectEvent, useState } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * Calls `onUnanswered` when a submission of the fetcher ends without a new answer: the server or a proxy could not serve it, or the session has
 * ended (app/frame/keep-page.ts). Returns the function that each submission is passed to.
 */
export function useUnanswered(
  fetcher: Pick<FetcherWithComponents<unknown>, "state" | "data">,
  onUnanswered: () => void,
): (submission: Promise<void>) => void {
  const { state, data } = fetcher;
  /** What the fetcher had before the submission that ended last. */
  const [ended, setEnded] = useState<{ readonly before: unknown } | null>(null);
  const report = useEffectEvent(onUnanswered);
  useEffect(() => {
    if (ended !== null && state === "idle" && data === ended.before) report();
  }, [ended, state, data]);
  return (submission) => {
    setEnded(null);
    // Not by the state: a quick response may skip the rendering of "submitting".
    void submission.then(() => setEnded({ before: data }));
  };
}

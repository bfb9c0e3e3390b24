import { startTransition, useRef, useState, type SubmitEvent } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * The `onSubmit` of a fetcher's form that sends it once at a time: the router renders a submission a moment later, and a double click would send
 * it twice. The next click counts once the result is on the page, whether an answer came or none.
 */
export function useSubmitOnce({ submit }: Pick<FetcherWithComponents<unknown>, "submit">) {
  const [results, setResults] = useState(0);
  const sentAt = useRef<number>(undefined);
  return (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (sentAt.current === results) return;
    sentAt.current = results;
    // Rendered with the router's last update of this submission or after it: that is a transition, too.
    void submit(event.currentTarget).finally(() => startTransition(() => setResults(results + 1)));
  };
}

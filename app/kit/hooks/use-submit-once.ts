import { startTransition, useRef, useState, type SubmitEvent } from "react";
import type { FetcherWithComponents } from "react-router";

/**
 * The `onSubmit` of a fetcher's form, with one submission at a time: the router renders a submission a moment later, and a double click
 * would submit twice. The next click counts once the response is shown, before revalidation, or once the submission has ended without one.
 */
export function useSubmitOnce({ submit, data }: Pick<FetcherWithComponents<unknown>, "submit" | "data">) {
  const [ended, setEnded] = useState(0);
  const sent = useRef({ number: 0, data });
  return (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (ended < sent.current.number && sent.current.data === data) return;
    const number = sent.current.number + 1;
    sent.current = { number, data };
    // Rendered with the router's last update of this submission or later: that update is a transition, too.
    void submit(event.currentTarget).finally(() => startTransition(() => setEnded((last) => Math.max(last, number))));
  };
}

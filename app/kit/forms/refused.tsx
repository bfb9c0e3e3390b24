import { useEffect, useRef } from "react";

/**
 * Why an action was refused, announced by the focus. `answer` is a new object per refusal, so that the same sentence is announced again.
 */
export function Refused({ message, answer = message }: { readonly message: string | undefined; readonly answer?: unknown }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (answer !== undefined) notice.current?.focus();
  }, [answer]);
  if (message === undefined) return null;
  return (
    <p ref={notice} tabIndex={-1} className="mb-3 rounded border-2 border-beet bg-beet-tint px-3 py-2 font-semibold">
      {message}
    </p>
  );
}

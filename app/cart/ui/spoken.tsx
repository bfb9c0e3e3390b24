import type { ReactNode } from "react";

/** A text whose end is only for screen readers: "Remove", then " Cola". */
export function spoken([shown, hidden]: readonly [shown: string, hidden: string]): ReactNode {
  return (
    <>
      {shown}
      <span className="sr-only">{hidden}</span>
    </>
  );
}

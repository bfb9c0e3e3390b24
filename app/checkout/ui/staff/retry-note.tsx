import { useRef } from "react";
import { Button } from "#app/kit/button.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";

interface RetryNoteProps {
  /** "" = none. */
  readonly problem: string;
  readonly label: string;
  readonly onRetry: () => void;
}

/** Why data is missing, and a button that requests it again. */
export function RetryNote({ problem, label, onRetry }: RetryNoteProps) {
  const box = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The button is removed with the problem.
    box.current?.focus();
    onRetry();
  };
  return (
    <div ref={box} tabIndex={-1} className="flex flex-wrap items-center gap-2 empty:absolute">
      {problem === "" ? null : (
        <>
          <ProblemNote blocks>{problem}</ProblemNote>
          <Button look="outline" onClick={retry}>
            {label}
          </Button>
        </>
      )}
    </div>
  );
}

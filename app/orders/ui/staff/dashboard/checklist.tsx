import { CheckIcon } from "lucide-react";
import { Link } from "react-router";

interface ChecklistProps {
  readonly steps: readonly { readonly label: string; readonly to: string; readonly isDone: boolean }[];
}

/** Setup tasks before the first order; hidden when done. */
export function Checklist({ steps }: ChecklistProps) {
  if (steps.length === 0) return null;
  const done = steps.filter((step) => step.isDone).length;
  return (
    <section aria-labelledby="checklist-title" className="ticket max-w-2xl p-4">
      <h2 id="checklist-title" className="text-lg">
        Setup guide
      </h2>
      <p className="text-ink-2">
        {done} of {steps.length} done
      </p>
      <ol className="mt-2 grid gap-1">
        {steps.map(({ label, to, isDone }) => (
          <li key={label} className="flex items-center gap-3">
            <span
              aria-hidden
              className={`grid size-5 shrink-0 place-items-center rounded-full border-2 ${isDone ? "border-leaf bg-leaf text-white" : "border-field"}`}
            >
              {isDone ? <CheckIcon className="size-3.5" /> : null}
            </span>
            {isDone ? (
              <span className="inline-flex min-h-9 items-center text-ink-2">
                {label}
                <span className="sr-only">: done</span>
              </span>
            ) : (
              <Link
                to={to}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-9"
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

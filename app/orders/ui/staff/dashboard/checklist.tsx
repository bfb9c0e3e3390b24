import { CheckIcon, MinusIcon } from "lucide-react";
import { Link } from "react-router";
import { ButtonLink } from "#app/kit/button.tsx";

interface ChecklistProps {
  readonly steps: readonly {
    readonly label: string;
    readonly to: string;
    readonly state: "open" | "done" | "skipped";
  }[];
  readonly done: number;
  /** The first open step. */
  readonly to: string;
}

/** The progress of the setup; hidden once it is done. */
export function Checklist({ steps, done, to }: ChecklistProps) {
  return (
    <section aria-labelledby="checklist-title" className="ticket max-w-3xl p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="checklist-title" className="text-lg">
            Set up your shop
          </h2>
          <p className="figures text-ink-2">
            {done} of {steps.length} done
          </p>
        </div>
        <ButtonLink to={to}>{to.includes("?") ? "Continue setup" : "Set up step by step"}</ButtonLink>
      </div>
      <ol className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {steps.map(({ label, to: path, state }) => (
          <li key={label} className="flex items-center gap-3">
            <span
              aria-hidden
              className={`grid size-5 shrink-0 place-items-center rounded-full border-2 ${state === "done" ? "border-leaf bg-leaf text-white" : "border-field"}`}
            >
              {{ done: <CheckIcon className="size-3.5" />, skipped: <MinusIcon className="size-3.5" />, open: null }[state]}
            </span>
            {state === "open" ? (
              <Link
                to={path}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-9"
              >
                {label}
              </Link>
            ) : (
              <span className="inline-flex min-h-9 items-center text-ink-2">
                {label}
                <span className="sr-only">: {state}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

import { formatUsd, type Cents } from "#app/values/money.ts";

/** "$4.50", or "from $4.50" where a required choice can make it dearer. */
export function Price({ cents, isFrom = false, className = "" }: { cents: Cents; isFrom?: boolean; className?: string }) {
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {isFrom ? <span className="text-sm font-normal text-ink-2">from </span> : null}
      {formatUsd(cents)}
    </span>
  );
}

import { Form, Link } from "react-router";
import { Button } from "#app/kit/button.tsx";
import type { ReportDays } from "#app/orders/domain/figures/report-period.ts";

interface PeriodBarProps {
  /** The page, and its default period. */
  readonly path: string;
  readonly initial: (typeof RANGES)[number]["range"];
  /** null = custom days. */
  readonly range: string | null;
  readonly days: ReportDays;
  readonly today: string;
}

const RANGES = [
  { range: "today", label: "Today" },
  { range: "yesterday", label: "Yesterday" },
  { range: "week", label: "7 days" },
  { range: "30-days", label: "30 days" },
  { range: "90-days", label: "90 days" },
] as const;

const FIELD =
  "min-h-11 w-full min-w-0 rounded border border-field bg-surface px-1 text-base hover:border-ink sm:px-2 sm:text-sm lg:min-h-9";

/** The report period: a preset or custom days, stored in the URL. */
export function PeriodBar({ path, initial, range, days, today }: PeriodBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label="Period" className="-mx-1 flex flex-wrap sm:gap-1">
        {RANGES.map((link) => (
          <Link
            key={link.range}
            to={link.range === initial ? path : `${path}?range=${link.range}`}
            preventScrollReset
            aria-current={link.range === range ? "true" : undefined}
            className="inline-flex min-h-11 items-center rounded px-2 font-semibold text-ink-2 sm:px-3 hover:bg-canvas aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary lg:min-h-9"
          >
            {link.label}
          </Link>
        ))}
      </nav>
      <Form method="get" preventScrollReset aria-label="Custom days" className="flex min-w-0 items-center gap-2 max-sm:w-full">
        {(["from", "to"] as const).map((end) => (
          <label key={`${end} ${days[end]}`} className="flex min-w-0 items-center gap-2 max-sm:flex-1">
            <span className={`text-ink-2 ${end === "from" ? "max-sm:sr-only" : ""}`}>{end === "from" ? "From" : "to"}</span>
            <input type="date" name={end} defaultValue={days[end]} max={today} required className={FIELD} />
          </label>
        ))}
        <Button type="submit" look="outline" size="desk" className="min-h-11 lg:min-h-9">
          Show
        </Button>
      </Form>
    </div>
  );
}

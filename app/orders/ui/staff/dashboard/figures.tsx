import { Link } from "react-router";
import { formatUsd } from "#app/values/money.ts";
import { listBehind, type DaysOfPeriod } from "./list-behind.ts";
import type { DayFigures } from "#app/orders/domain/figures.ts";

interface FiguresProps {
  readonly figures: DayFigures;
  readonly before: DayFigures;
  readonly beforeLabel: string;
  readonly days: DaysOfPeriod;
}

interface FigureKind {
  readonly key: keyof DayFigures;
  readonly label: string;
  readonly format: (value: number) => string;
  /** Say by how much it rose or fell. */
  readonly isCompared: boolean;
}

const FIGURES: readonly FigureKind[] = [
  { key: "orders", label: "Orders", format: String, isCompared: true },
  { key: "revenue", label: "Revenue", format: formatUsd, isCompared: true },
  { key: "average", label: "Average order", format: formatUsd, isCompared: true },
  { key: "rejected", label: "Rejected or cancelled", format: String, isCompared: false },
  { key: "pickup", label: "Pickup", format: String, isCompared: false },
  { key: "delivery", label: "Delivery", format: String, isCompared: false },
  { key: "tips", label: "Tips", format: formatUsd, isCompared: false },
  { key: "discounts", label: "Discounts", format: formatUsd, isCompared: false },
];

/** The numbers of a period, the same numbers of the period before, and the lists behind them. */
export function Figures({ figures, before, beforeLabel, days }: FiguresProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
      {FIGURES.map(({ key, label, format, isCompared }) => {
        const change = isCompared ? changeOf(figures[key], before[key]) : 0;
        return (
          <li key={key}>
            <p className="text-ink-2">{label}</p>
            <p className="figures font-display text-3xl font-bold">
              <Link
                to={listBehind(key, days)}
                className="inline-flex min-h-11 items-center underline decoration-hairline decoration-2 underline-offset-4 hover:decoration-ink"
              >
                {format(figures[key])}
                <span className="sr-only"> {label}: show these orders</span>
              </Link>
            </p>
            <p className="figures text-xs text-ink-2">
              {change === 0 ? null : <strong className="text-ink">{change > 0 ? `▲ ${change}%` : `▼ ${-change}%`} </strong>}
              {beforeLabel}: {format(before[key])}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** In percent; 0 also where there is nothing to measure by. */
function changeOf(current: number, before: number): number {
  return before === 0 ? 0 : Math.round(((current - before) / before) * 100);
}

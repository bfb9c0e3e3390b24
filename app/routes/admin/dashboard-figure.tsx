import { Link } from "react-router";

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly before: string;
  /** In percent; null = not worth saying. */
  readonly change: number | null;
  readonly beforeLabel: string;
  readonly to: string;
}

/** One number of the period, the same number of the period before, and the list behind it. */
export function Figure({ label, value, before, change, beforeLabel, to }: FigureProps) {
  return (
    <li>
      <p className="text-ink-2">{label}</p>
      <p className="figures font-display text-3xl font-bold">
        <Link to={to} className="underline decoration-hairline decoration-2 underline-offset-4 hover:decoration-ink">
          {value}
        </Link>
      </p>
      <p className="figures mt-1 text-xs text-ink-2">
        {change === null || change === 0 ? null : <strong className="text-ink">{change > 0 ? `▲ ${change}%` : `▼ ${-change}%`} </strong>}
        {beforeLabel}: {before}
      </p>
    </li>
  );
}

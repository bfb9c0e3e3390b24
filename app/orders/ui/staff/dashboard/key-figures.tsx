import { formatNumber } from "#app/values/number.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import { sumOf, type PeriodFigures, type Sum } from "#app/orders/domain/figures/figures.ts";
import { ordersBehind, type Report } from "#app/orders/domain/figures/report-tables.ts";
import { formatMoney, formatPercentage, type MoneyFormat } from "#app/values/money.ts";

interface KeyFigure {
  readonly label: string;
  readonly of: (figures: PeriodFigures) => number;
  readonly write: (value: number, format: MoneyFormat) => string;
  readonly asked?: Readonly<Record<string, string>>;
  readonly list?: "rejected";
}

const amount = (sum: Sum) => (figures: PeriodFigures) => sumOf(figures, sum).amount;
const orders = (sum: Sum) => (figures: PeriodFigures) => sumOf(figures, sum).count;
const count = (value: number, format: MoneyFormat) => formatNumber(value, format);

const MAIN: readonly KeyFigure[] = [
  { label: "Sales", of: amount("sold"), write: formatMoney },
  { label: "Orders", of: orders("sold"), write: count },
  {
    label: "Average order",
    of: (figures) => {
      const { count: sold, amount: sales } = sumOf(figures, "sold");
      return sold === 0 ? 0 : Math.round(sales / sold);
    },
    write: formatMoney,
  },
];
const MORE: readonly KeyFigure[] = [
  { label: "Pickup", of: orders("pickup"), write: count, asked: { fulfillment: "pickup" } },
  { label: "Delivery", of: orders("delivery"), write: count, asked: { fulfillment: "delivery" } },
  { label: "Tips", of: amount("tips"), write: formatMoney, asked: { with: "tips" } },
  { label: "Discounts", of: amount("discounts"), write: formatMoney, asked: { with: "discounts" } },
  { label: "Refunds", of: amount("refunds"), write: formatMoney, asked: { with: "refunds" } },
  { label: "Rejected or cancelled", of: orders("calledOff"), write: count, list: "rejected" },
];

/** Key metrics of the period and its comparison, with links to lists. */
export function KeyFigures({ report }: { readonly report: Report }) {
  return (
    <div className="grid gap-5">
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
        {MAIN.map((figure) => (
          <Figure key={figure.label} figure={figure} report={report} isMain />
        ))}
      </ul>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-hairline pt-4 sm:grid-cols-3 lg:grid-cols-6">
        {MORE.map((figure) => (
          <Figure key={figure.label} figure={figure} report={report} />
        ))}
      </ul>
    </div>
  );
}

interface FigureProps {
  readonly figure: KeyFigure;
  readonly report: Report;
  readonly isMain?: boolean;
}

function Figure({ figure: { label, of, write, asked, list }, report, isMain = false }: FigureProps) {
  const format = useMoneyFormat();
  const [now, then] = [of(report.current), of(report.before)];
  const change = isMain && then !== 0 ? Math.round(((now - then) / then) * 100) : 0;
  return (
    <li className="min-w-0">
      <p className="text-ink-2">{label}</p>
      <p className={`figures font-display font-bold ${isMain ? "text-3xl" : "text-xl"}`}>
        <Link
          to={ordersBehind(report.days, asked, list ?? "sold")}
          className="inline-flex min-h-11 min-w-11 items-center underline decoration-hairline decoration-2 underline-offset-4 hover:decoration-ink lg:min-h-9"
        >
          {write(now, format)}
          <span className="sr-only"> {label}: show these orders</span>
        </Link>
      </p>
      <p className="figures text-xs text-ink-2">
        {change === 0 ? null : (
          <strong className="text-ink">
            <span aria-hidden>{change > 0 ? "▲" : "▼"} </span>
            <span className="sr-only">{change > 0 ? "up " : "down "}</span>
            {formatPercentage(10_000 * Math.abs(change), format)}{" "}
          </strong>
        )}
        {report.beforeLabel}: {write(then, format)}
      </p>
    </li>
  );
}

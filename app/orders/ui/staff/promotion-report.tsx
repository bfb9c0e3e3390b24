import { formatNumber } from "#app/values/number.ts";
import { formatDay } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { DownloadIcon } from "lucide-react";
import { dayWords, type ReportDays } from "#app/orders/domain/figures/report-period.ts";
import { BarChart } from "#app/orders/ui/staff/dashboard/bar-chart.tsx";
import { PeriodBar } from "#app/orders/ui/staff/dashboard/period-bar.tsx";
import { formatMoney, formatPercentage, type MoneyFormat } from "#app/values/money.ts";

/** Results of a promotion or coupon set by business day, including days with zero. */
export interface ShownReport {
  readonly range: string | null;
  readonly label: string;
  readonly period: ReportDays;
  readonly today: string;
  readonly uses: number;
  readonly discount: number;
  readonly revenue: number;
  readonly orders: number;
  readonly days: readonly { readonly day: string; readonly uses: number; readonly discount: number; readonly revenue: number }[];
}

interface PromotionReportProps {
  readonly report: ShownReport;
  /** Its page; the period is in the URL. */
  readonly path: string;
  /** The same as a file. */
  readonly csv: string;
}

/** Uses, discount, revenue and share of orders: metrics, chart and table. */
export function PromotionReport({ report, path, csv }: PromotionReportProps) {
  const format = useMoneyFormat();
  const { uses, discount, revenue, orders, days, range, period, today, label } = report;
  const figures = [
    { label: "Uses", value: formatNumber(uses, format) },
    { label: "Total discounts", value: formatMoney(discount, format) },
    { label: "Paid for these orders", value: formatMoney(revenue, format) },
    { label: "Share of orders", value: shareText(uses, orders, format) },
  ];
  const { region } = useShopClock();
  return (
    <section aria-labelledby="report" className="mt-10 grid gap-4">
      <h2 id="report" className="rule pb-1 text-lg">
        Results
      </h2>
      <PeriodBar path={path} initial="30-days" range={range} days={period} today={today} />
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt className="text-sm text-ink-2">{figure.label}</dt>
            <dd className="figures font-display text-xl">{figure.value}</dd>
          </div>
        ))}
      </dl>
      {uses === 0 ? (
        <p className="text-ink-2">Nobody used it in this time.</p>
      ) : (
        <div className="max-w-3xl">
          <BarChart
            title={`Total discounts by day, ${label}`}
            unit="cents"
            currentLabel="Total discounts"
            bars={days.map(({ day, discount: value }) => ({
              label: dayWords(day, region),
              tick: formatDay(day, region),
              value,
            }))}
          />
          <div className="flex flex-wrap items-start justify-between gap-x-6">
            <details className="grow">
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-primary underline underline-offset-2 lg:min-h-8">
                View as table
              </summary>
              <DaysTable days={days.filter((each) => each.uses > 0)} />
            </details>
            <a href={csv} download className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary lg:min-h-8">
              <DownloadIcon aria-hidden className="size-4" />
              <span className="underline underline-offset-2">CSV</span>
              <span className="sr-only"> of what it gave</span>
            </a>
          </div>
        </div>
      )}
    </section>
  );
}

/** Query of the file with the same days. */
export function reportSearch(of: Readonly<Record<string, number>>, { range, period }: ShownReport): string {
  const texts = Object.entries(of).map(([name, id]) => [name, String(id)]);
  return new URLSearchParams([...texts, ...Object.entries(range === null ? period : { range })]).toString();
}

/** "12%", in German "12 %", "under 1%", "–" without orders. */
export function shareText(uses: number, orders: number, format: MoneyFormat): string {
  if (orders === 0) return "–";
  const share = (100 * uses) / orders;
  const isUnderOne = share > 0 && share < 1;
  return `${isUnderOne ? "under " : ""}${formatPercentage(10_000 * (isUnderOne ? 1 : Math.round(share)), format)}`;
}

function DaysTable({ days }: { readonly days: ShownReport["days"] }) {
  const { region } = useShopClock();
  const format = useMoneyFormat();
  return (
    <table className="w-full text-left text-sm">
      <thead>
        <tr className="rule">
          {["Day", "Uses", "Total discounts", "Paid"].map((title, index) => (
            <th key={title} scope="col" className={`py-1 font-semibold ${index === 0 ? "" : "pl-3 text-right"}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="figures">
        {days.map(({ day, uses, discount, revenue }) => (
          <tr key={day} className="border-b border-hairline">
            <th scope="row" className="py-1 font-normal">
              {dayWords(day, region)}
            </th>
            <td className="py-1 pl-3 text-right">{uses}</td>
            <td className="py-1 pl-3 text-right">{formatMoney(discount, format)}</td>
            <td className="py-1 pl-3 text-right">{formatMoney(revenue, format)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

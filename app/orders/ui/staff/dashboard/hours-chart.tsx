import type { HourCount } from "#app/orders/domain/figures.ts";
interface HoursChartProps {
  readonly title: string;
  readonly current: readonly HourCount[];
  readonly before: readonly HourCount[];
  readonly currentLabel: string;
  readonly beforeLabel: string;
}

const WIDTH = 640;
const HEIGHT = 180;
const BASE = 156;
const TOP = 12;

/** Orders by hour beside those of the time before, drawn on the server; the same numbers as a table are one press away. */
export function HoursChart({ title, current, before, currentLabel, beforeLabel }: HoursChartProps) {
  const hours = hoursShown(current, before);
  const countOf = (rows: readonly HourCount[], hour: number) => rows.find((row) => row.hour === hour)?.orders ?? 0;
  const most = Math.max(1, ...hours.map((hour) => Math.max(countOf(current, hour), countOf(before, hour))));
  const step = WIDTH / hours.length;
  const bar = Math.min(22, step * 0.36);
  const y = (orders: number) => BASE - ((BASE - TOP) * orders) / most;
  const total = current.reduce((sum, row) => sum + row.orders, 0);
  return (
    <figure>
      <figcaption className="flex flex-wrap items-center gap-x-4 text-ink-2">
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-tag bg-primary" /> {currentLabel}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-tag border border-field bg-hairline" /> {beforeLabel}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${total} orders. The numbers are in the table below.`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="mt-2 w-full overflow-visible px-3 sm:px-0"
      >
        <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-ink" strokeWidth="2" />
        <text x="0" y={TOP - 2} className="figures fill-ink-2 text-[20px] sm:text-[11px]">
          {most}
        </text>
        <line x1="0" x2={WIDTH} y1={TOP} y2={TOP} className="stroke-hairline" strokeDasharray="4 4" />
        {hours.map((hour, index) => {
          const middle = index * step + step / 2;
          const [now, then] = [countOf(current, hour), countOf(before, hour)];
          return (
            <g key={hour}>
              <rect x={middle + 1} y={y(then)} width={bar} height={BASE - y(then)} className="fill-hairline" />
              <rect x={middle - bar - 1} y={y(now)} width={bar} height={BASE - y(now)} className="fill-primary" />
              {hours.length > 14 && index % 2 === 1 ? null : (
                <text x={middle} y={HEIGHT - 5} textAnchor="middle" className="figures fill-ink-2 text-[20px] sm:text-[11px]">
                  {hourLabel(hour)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-8">View as table</summary>
        <table className="mt-1 w-full max-w-sm text-left">
          <thead>
            <tr className="rule">
              <th scope="col" className="py-1 font-semibold">
                Hour
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {currentLabel}
              </th>
              <th scope="col" className="py-1 text-right font-semibold">
                {beforeLabel}
              </th>
            </tr>
          </thead>
          <tbody className="figures">
            {hours.map((hour) => (
              <tr key={hour} className="border-b border-hairline">
                <th scope="row" className="py-1 font-normal">
                  {hourLabel(hour)}
                </th>
                <td className="py-1 text-right">{countOf(current, hour)}</td>
                <td className="py-1 text-right">{countOf(before, hour)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** From the first to the last hour with an order, at least lunch to dinner; business days begin at 4 in the morning. */
export function hoursShown(...series: readonly (readonly HourCount[])[]): readonly number[] {
  const places = series.flat().map((row) => (row.hour + 20) % 24);
  const first = Math.min(7, ...places);
  const last = Math.max(18, ...places);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index + 4) % 24);
}

function hourLabel(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "AM" : "PM"}`;
}

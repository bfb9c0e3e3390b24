import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { formatMoney } from "#app/values/money.ts";

interface BarChartProps {
  /** Summary for screen readers; the table below has the numbers. */
  readonly title: string;
  readonly unit: "count" | "cents";
  readonly bars: readonly { readonly label: string; readonly tick: string; readonly value: number; readonly before?: number }[];
  readonly currentLabel: string;
  /** Left out = no comparison. */
  readonly beforeLabel?: string;
}

const WIDTH = 640;
const HEIGHT = 190;
const BASE = 162;
const TOP = 22;
/** Maximum labels below the bars, also on a phone. */
const MOST_LABELS = 8;
/** Half of the widest label on a phone. */
const LABEL_ROOM = 36;

/** A server-rendered bar chart; grey bars are the comparison period. */
export function BarChart({ title, unit, bars, currentLabel, beforeLabel }: BarChartProps) {
  const format = useMoneyFormat();
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const step = WIDTH / bars.length;
  const isCompared = beforeLabel !== undefined;
  const width = Math.min(isCompared ? 22 : 44, step * (isCompared ? 0.36 : 0.72));
  const y = (value: number) => BASE - ((BASE - TOP) * Math.max(0, value)) / most;
  const every = Math.ceil(bars.length / MOST_LABELS);
  return (
    <figure>
      {isCompared ? (
        <figcaption className="flex flex-wrap items-center gap-x-4 text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="chart-part size-3 rounded-tag bg-primary" /> {currentLabel}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-tag border border-field bg-hairline" /> {beforeLabel}
          </span>
        </figcaption>
      ) : null}
      <svg
        role="img"
        aria-label={`${title}. The numbers are in the table below.`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="chart mt-2 w-full"
      >
        <text x="0" y={TOP - 6} className="figures fill-ink-2 text-[20px] sm:text-[12px]">
          {unit === "cents" ? formatMoney(most, format) : most}
        </text>
        <line x1="0" x2={WIDTH} y1={TOP} y2={TOP} className="stroke-hairline" strokeDasharray="4 4" />
        {bars.map(({ label, tick, value, before }, index) => {
          const middle = index * step + step / 2;
          // A label at either end stays inside the chart.
          const end = every === 1 ? "middle" : anchorAt(index, middle);
          const left = isCompared ? middle - width - 1 : middle - width / 2;
          return (
            <g key={label}>
              {before === undefined ? null : (
                <rect x={middle + 1} y={y(before)} width={width} height={BASE - y(before)} className="fill-hairline stroke-field" />
              )}
              <rect x={left} y={y(value)} width={width} height={BASE - y(value)} className="fill-primary" />
              {index % every === 0 ? (
                <text
                  x={{ start: 0, middle, end: WIDTH }[end]}
                  y={HEIGHT - 6}
                  textAnchor={end}
                  className="figures fill-ink-2 text-[20px] sm:text-[12px]"
                >
                  {tick}
                </text>
              ) : null}
            </g>
          );
        })}
        <line x1="0" x2={WIDTH} y1={BASE} y2={BASE} className="stroke-ink" strokeWidth="2" />
      </svg>
    </figure>
  );
}

function anchorAt(index: number, middle: number): "start" | "middle" | "end" {
  if (index === 0) return "start";
  return middle > WIDTH - LABEL_ROOM ? "end" : "middle";
}

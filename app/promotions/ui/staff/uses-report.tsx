import { formatUsd } from "#app/values/money.ts";

export interface UsesReportProps {
  readonly title: string;
  readonly report: {
    readonly uses: number;
    readonly discount: number;
    readonly revenue: number;
    readonly share: number;
    readonly days: readonly { readonly day: string; readonly uses: number; readonly discount: number }[];
  };
}

/** What was given and earned: figures, and each day as a bar with its number. */
export function UsesReport({ title, report }: UsesReportProps) {
  const { uses, discount, revenue, share, days } = report;
  const most = Math.max(1, ...days.map((day) => day.uses));
  const figures = [
    { label: "Uses", value: String(uses) },
    { label: "Given away", value: formatUsd(discount) },
    { label: "Paid for these orders", value: formatUsd(revenue) },
    { label: "Of all orders", value: `${share}%` },
  ];
  return (
    <section className="mt-8 grid gap-4">
      <h2 className="rule pb-1 text-lg">{title}</h2>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt className="text-sm text-ink-2">{figure.label}</dt>
            <dd className="figures font-display text-xl">{figure.value}</dd>
          </div>
        ))}
      </dl>
      {days.length === 0 ? (
        <p className="text-ink-2">Nobody has used it in these days.</p>
      ) : (
        <table className="w-full max-w-xl text-sm">
          <thead className="sr-only">
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Uses</th>
              <td aria-hidden />
              <th scope="col">Given away</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row" className="figures w-28 py-0.5 text-left font-normal text-ink-2">
                  {day.day}
                </th>
                <td className="figures w-10">{day.uses}</td>
                <td aria-hidden>
                  <span className="block h-4 min-w-1 rounded-sm bg-primary" style={{ width: `${(100 * day.uses) / most}%` }} />
                </td>
                <td className="figures w-24 text-right">{formatUsd(day.discount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

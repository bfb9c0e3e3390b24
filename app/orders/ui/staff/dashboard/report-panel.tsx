import { formatNumber } from "#app/values/number.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { DownloadIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ReportTable } from "#app/orders/domain/figures/report-tables.ts";
import { formatMoney } from "#app/values/money.ts";

/** A table that may show only its first rows. */
export interface ShownTable extends ReportTable {
  readonly total: number;
}

interface ReportPanelProps {
  readonly table: ShownTable;
  /** "?range=week": the same period for the file. */
  readonly search: string;
  /** "Nothing sold in this period yet." */
  readonly empty: string;
  /** The chart or list; default: the table itself. */
  readonly children?: ReactNode;
}

/** A section of the report: title, chart or list, table and file. */
export function ReportPanel({ table, search, empty, children }: ReportPanelProps) {
  const { name, title, rows, note } = table;
  const id = `report-${name}`;
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="rule mb-3 flex items-end justify-between gap-3 pb-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {rows.length === 0 ? null : (
          <a
            href={`/admin/figures.csv${search}&table=${name}`}
            download
            className="inline-flex min-h-11 shrink-0 items-center gap-1.5 font-semibold text-primary lg:min-h-8"
          >
            <DownloadIcon aria-hidden className="size-4" />
            <span className="underline underline-offset-2">CSV</span>
            <span className="sr-only"> of {title}</span>
          </a>
        )}
      </header>
      {rows.length === 0 ? <p className="py-2 text-ink-2">{empty}</p> : null}
      {note === null ? null : <p className="mb-2 max-w-[65ch] text-ink-2">{note}</p>}
      {rows.length > 0 && children === undefined ? <Numbers table={table} /> : null}
      {rows.length === 0 || children === undefined ? null : (
        <>
          {children}
          <details className="mt-1">
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-primary underline underline-offset-2 lg:min-h-8">
              View as table<span className="sr-only">: {title}</span>
            </summary>
            <Numbers table={table} />
          </details>
        </>
      )}
    </section>
  );
}

function Numbers({ table: { title, rowTitle, columns, rows, sumRow, total } }: { readonly table: ShownTable }) {
  const format = useMoneyFormat();
  return (
    <div className="max-h-[480px] overflow-auto">
      <table className="w-full text-left">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="rule">
            <th scope="col" className="py-1 pr-3 font-semibold">
              {rowTitle}
            </th>
            {columns.map((column) => (
              <th key={column.title} scope="col" className="py-1 pl-3 text-right font-semibold">
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map(({ label, to, values }) => (
            <tr key={to + label} className={label === sumRow ? "border-b-2 border-ink font-bold" : "border-b border-hairline"}>
              <th scope="row" className={`py-1 pr-3 wrap-anywhere ${label === sumRow ? "" : "font-normal"}`}>
                <RowLink to={to}>{label}</RowLink>
              </th>
              {values.map((value, index) => (
                <td key={columns[index]?.title} className="py-1 pl-3 text-right whitespace-nowrap">
                  {columns[index]?.unit === "cents" ? formatMoney(value, format) : formatNumber(value, format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length ? <p className="py-2 text-ink-2">The file has all {formatNumber(total, format)}.</p> : null}
    </div>
  );
}

function RowLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center underline decoration-hairline underline-offset-4 wrap-anywhere hover:decoration-ink lg:min-h-6"
    >
      {children}
    </Link>
  );
}

/** The first rows with a bar for their share. */
export function RankedRows({ table: { rows, columns }, most = 8 }: { readonly table: ReportTable; readonly most?: number }) {
  const format = useMoneyFormat();
  const largest = Math.max(1, ...rows.map(({ values }) => values[0] ?? 0));
  const isPaid = columns[1]?.unit === "cents";
  return (
    <ol className="grid gap-1.5">
      {rows.slice(0, most).map(({ label, to, values: [count = 0, amount = 0] }) => (
        <li key={to}>
          <div className="flex items-baseline gap-2">
            <RowLink to={to}>{label}</RowLink>
            <span aria-hidden className="leader" />
            <span className="figures font-display font-bold">{formatNumber(count, format)}</span>
            {isPaid ? <span className="figures min-w-20 text-right">{formatMoney(amount, format)}</span> : null}
          </div>
          <div aria-hidden className="h-1 rounded-full bg-canvas">
            <div className="chart-part h-1 rounded-full bg-primary" style={{ width: `${Math.round((count / largest) * 100)}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}

import { ScrollArea } from "#app/kit/focus/scroll-area.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { AmountTable, TaxRow } from "#app/orders/domain/closing/closing-tables.ts";
import { formatMoney } from "#app/values/money.ts";

/** Labels with amounts; sums are bold. */
export function AmountTableView({ table: { title, rows } }: { readonly table: AmountTable }) {
  const format = useMoneyFormat();
  return (
    <table className="w-full break-inside-avoid self-start text-left">
      <caption className="rule pb-1 text-left font-display text-lg font-semibold">{title}</caption>
      <tbody className="figures">
        {rows.map(({ label, amount, isSum }) => (
          <tr key={label} className={isSum === true ? "border-b-2 border-ink font-bold" : "border-b border-hairline"}>
            <th scope="row" className={`py-1 pr-3 wrap-anywhere ${isSum === true ? "" : "font-normal"}`}>
              {label}
            </th>
            <td className="py-1 text-right whitespace-nowrap">{formatMoney(amount, format)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Tax by rate, of orders and of refunds; nothing without tax. */
export function TaxTable({ rows }: { readonly rows: readonly TaxRow[] }) {
  const format = useMoneyFormat();
  if (rows.length === 0) return null;
  const hasRefunds = rows.some(({ refundTax, refundBase }) => refundTax !== 0 || refundBase !== 0);
  const cell = "py-1 pl-3 text-right whitespace-nowrap";
  return (
    <ScrollArea label="Tax by rate" className="min-w-0">
      <table className="w-full break-inside-avoid text-left">
        <caption className="rule pb-1 text-left font-display text-lg font-semibold">Tax by rate</caption>
        <thead>
          <tr className="border-b border-hairline">
            <th scope="col" className="py-1 pr-3">
              Rate
            </th>
            <th scope="col" className={cell}>
              Taxed
            </th>
            <th scope="col" className={cell}>
              Tax
            </th>
            {hasRefunds ? (
              <th scope="col" className={cell}>
                Refunded tax
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map(({ label, base, tax, refundTax }) => (
            <tr key={label} className="border-b border-hairline">
              <th scope="row" className="py-1 pr-3 font-normal wrap-anywhere">
                {label}
              </th>
              <td className={cell}>{formatMoney(base, format)}</td>
              <td className={cell}>{formatMoney(tax, format)}</td>
              {hasRefunds ? <td className={cell}>{formatMoney(0 - refundTax, format)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

import { capitalised } from "#app/values/text.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState, type ReactNode } from "react";
import type { PriceOutcomes } from "#app/catalogue/domain/price-change.ts";
import { SelectField, TextField } from "#app/kit/forms/field.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { PRICE_ENDINGS, type PriceEnding } from "#app/catalogue/domain/price-change.ts";
import { formatMoney, currencyWords, type MoneyFormat } from "#app/values/money.ts";
import { decimalsOf } from "#app/values/money/currency-units.ts";
import { fieldAmount } from "#app/values/money/money-input.ts";
import { counted, pluralForm } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

export const PRICE_FIELDS = ["direction", "kind", "by", "ending", "towards"] as const;
export type PriceTexts = Readonly<Record<(typeof PRICE_FIELDS)[number], string>>;

/** The amount or percentage of the change and the ending of the new prices, with the last input. */
export function PriceFields({ texts }: { readonly texts: PriceTexts }) {
  const [kind, setKind] = useState(texts.kind);
  const format = useMoneyFormat();
  const currency = currencyWords(format);
  const [ending, setEnding] = useState(texts.ending);
  return (
    <>
      <SelectField name="direction" label="Prices go" defaultValue={texts.direction}>
        <option value="up">up</option>
        <option value="down">down</option>
      </SelectField>
      <SelectField name="kind" label="by" value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="percent">a percentage</option>
        <option value="amount">an amount in {currency}</option>
      </SelectField>
      <TextField
        name="by"
        label={kind === "percent" ? "Percent" : capitalised(currency)}
        hint={kind === "percent" ? "Such as 5 or 2.5. 0 only rounds." : `Such as ${fieldAmount(50, format)}. 0 only rounds.`}
        defaultValue={texts.by}
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={20}
      />
      <SelectField name="ending" label="New prices end" value={ending} onChange={(event) => setEnding(event.target.value)}>
        {PRICE_ENDINGS.map((each) => (
          <option key={each} value={each}>
            {endingWords(each, format)}
          </option>
        ))}
      </SelectField>
      <SelectField name="towards" label="and are rounded" defaultValue={texts.towards} disabled={ending === "exact"}>
        <option value="nearest">to the nearest such price</option>
        <option value="up">up to the next such price</option>
      </SelectField>
    </>
  );
}

/** "with .95", "with 95" */
function endingWords(ending: PriceEnding, format: MoneyFormat): string {
  const decimals = decimalsOf(format.currency);
  if (ending === "exact") return `on the exact ${decimals === 2 ? "cent" : "amount"}`;
  return `with ${decimals === 0 ? ending : fieldAmount(Number(ending), format).slice(1)}`;
}

interface PricePreviewProps {
  readonly preview: {
    readonly rows: PriceOutcomes["changed"];
    readonly changed: number;
    readonly same: number;
    readonly refused: PriceOutcomes["refused"];
    readonly refusedCount: number;
    readonly free: number;
    readonly saleEnds: number;
  };
  /** The confirm button. */
  readonly children: ReactNode;
}

/** Old and new price of each product: rows to check first, then unchanged products with the reason. */
export function PricePreview({ preview, children }: PricePreviewProps) {
  const format = useMoneyFormat();
  const { rows, changed, same, refused, refusedCount, free, saleEnds } = preview;
  const products = (count: number) => counted(count, "product", "products", format);
  const notes = [
    free === 0 ? null : `${products(free)} would cost nothing.`,
    saleEnds === 0 ? null : `${products(saleEnds)} would no longer be on sale: a compare-at price that is not higher is removed.`,
    same === 0 ? null : `${products(same)} ${pluralForm(same, "keeps its price", "keep their prices")}.`,
  ].filter((note) => note !== null);
  return (
    <section aria-labelledby="new-prices" className="min-w-0">
      <SectionTitle
        id="new-prices"
        title={changed === 0 ? "No price changes" : `${products(changed)} ${pluralForm(changed, "changes", "change")}`}
      />
      {notes.length === 0 ? null : (
        <ul className="mt-2 grid gap-1">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {refusedCount === 0 ? null : (
        <div className="mt-3 rounded border-2 border-beet bg-beet-tint p-3">
          <p className="font-semibold">
            {products(refusedCount)} cannot be changed so and {pluralForm(refusedCount, "stays as it is", "stay as they are")}:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {refused.map(({ id, name, price, problem }) => (
              <li key={id}>
                {name}, {formatMoney(price, format)}: {problem}
              </li>
            ))}
          </ul>
          {refusedCount > refused.length ? <p className="mt-1">and {formatNumber(refusedCount - refused.length, format)} more</p> : null}
        </div>
      )}
      {rows.length === 0 ? null : <PriceTable rows={rows} />}
      {changed > rows.length ? <p className="mt-2 text-ink-2">and {formatNumber(changed - rows.length, format)} more</p> : null}
      {changed === 0 ? null : children}
    </section>
  );
}

function PriceTable({ rows }: Pick<PricePreviewProps["preview"], "rows">) {
  const format = useMoneyFormat();
  return (
    <table className="mt-3 w-full border-collapse text-left">
      <thead>
        <tr className="rule">
          <th scope="col" className="py-1.5 pr-2 font-semibold">
            Product
          </th>
          <th scope="col" className="px-2 py-1.5 text-right font-semibold">
            Now
          </th>
          <th scope="col" className="py-1.5 pl-2 text-right font-semibold">
            Then
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="border-b border-hairline">
            <td className="py-2 pr-2 wrap-anywhere">
              {row.name}
              {row.warning === null ? null : (
                <span className="block text-xs text-beet">
                  {row.warning === "free"
                    ? "Would cost nothing"
                    : `No longer on sale: was ${formatMoney(row.compareAt ?? 0, format)} before`}
                </span>
              )}
            </td>
            <td className="figures px-2 text-right text-ink-2">
              {formatMoney(row.price, format)}
              {row.per}
            </td>
            <td className="figures py-2 pl-2 text-right font-semibold">
              {formatMoney(row.newPrice, format)}
              {row.per}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { cutText } from "#app/values/text.ts";
import { isLocalDate } from "#app/values/time.ts";
import { readAmount, type DecimalSign } from "#app/catalogue/domain/import/amount.ts";
import type { Note } from "#app/catalogue/domain/import/problems.ts";
import type { WooRecord } from "./woocommerce-record.ts";

export interface WooPriceOptions {
  readonly decimal: DecimalSign;
  /** The shop's currency. */
  readonly currency: string;
  readonly now: Date;
}

/**
 * The current sale price with the regular one as compare-at, else the regular one. A sale without a reduction is ignored; if its period is
 * unclear, the regular price applies.
 */
export function priceCells(
  { line, cells }: WooRecord,
  { decimal, currency, now }: WooPriceOptions,
  note: Note,
): { readonly price: string; readonly compareAt: string } {
  const regular = cells.regularPrice?.trim() ?? "";
  const sale = cells.salePrice?.trim() ?? "";
  const full = { price: regular, compareAt: "" };
  if (sale === "") return full;
  const [was, is] = [readAmount(regular, decimal, currency), readAmount(sale, decimal, currency)];
  if (was.ok && is.ok && is.value >= was.value) return full;
  const [start, end] = [momentOf(cells.saleStart), momentOf(cells.saleEnd)];
  if (start === undefined || end === undefined) {
    const day = (start === undefined ? cells.saleStart : cells.saleEnd)?.trim() ?? "";
    note(line, "detail", `The day of the sale, "${cutText(day, 30)}", is not understood, so the regular price applies.`);
    return full;
  }
  const moment = now.toISOString().slice(0, 19);
  if ((start !== null && moment < start) || (end !== null && moment >= end)) return full;
  return { price: sale, compareAt: was.ok && is.ok ? regular : "" };
}

/** Date as sortable text, also in spreadsheet formats; null: none, undefined: ambiguous ("1/2/2026"). The time zone is not in the file. */
function momentOf(cell: string | undefined): string | null | undefined {
  const text = cell?.trim() ?? "";
  if (text === "") return null;
  const [, iso, first = "", sign, second = "", year = "", time = "00:00"] =
    /^(?:(\d{4}-\d{2}-\d{2})|(\d{1,2})([./])(\d{1,2})\3(\d{4}))(?:[ T,]+(\d{2}:\d{2}(?::\d{2})?)\S*)?$/.exec(text) ?? [];
  const isDayFirst = sign === "." || Number(first) > 12;
  if (iso === undefined && !isDayFirst && Number(second) <= 12) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const date = iso ?? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isLocalDate(date) ? `${date}T${time.length === 5 ? `${time}:00` : time}` : undefined;
}

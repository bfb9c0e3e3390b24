import { cutText } from "#app/values/text.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import type { OrderRules } from "#app/catalogue/domain/order-rules/order-rules.ts";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { MAX_SHORT_TEXT_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import type { Cents, MoneyFormat } from "#app/values/money.ts";
import { withoutUndefined } from "#app/values/narrow.ts";
import { groupedNumber } from "#app/values/number.ts";
import { isLocalDate } from "#app/values/time.ts";
import { readAmount, type DecimalSign } from "./amount.ts";
import { labelKey } from "./category-paths.ts";
import { isYes, textOf } from "./cells.ts";
import { readCodes, type AmountOptions, type ProductCodes } from "./codes.ts";
import type { FileColumn, ImportRecord } from "./columns.ts";
import { readOrderRules } from "./order-rules.ts";
import type { Note } from "./problems.ts";
import { readWeight } from "./sold-by-weight.ts";
import type { StoredWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { Variant } from "./variants.ts";

/** Other importable fields; absent ones have no column and stay. */
export interface ProductDetails extends ProductCodes, OrderRules, StoredWeight {
  readonly summary: string;
  readonly kitchenName: string | null;
  readonly allergens: readonly string[];
  readonly dietaryTags: readonly string[];
  readonly calories: number | null;
  readonly isPopular: boolean;
  readonly isSoldOut: boolean;
  /** An ISO instant; null = indefinitely. */
  readonly soldOutUntil: string | null;
  readonly compareAtCents: Cents | null;
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly hours: WeeklyHours | null;
  readonly lowStock: number | null;
}
export type PlannedDetails = Partial<ProductDetails>;

const MAX_CALORIES = 100_000;
const MAX_SEO_DESCRIPTION = 320;

export function readDetails(
  records: readonly ImportRecord[],
  {
    decimal,
    format,
    plainText,
    hasHtmlSummary,
    parseHours,
    titles,
    variants,
  }: {
    readonly decimal: DecimalSign;
    readonly format: MoneyFormat;
    readonly plainText: (html: string) => string;
    readonly hasHtmlSummary: boolean;
    readonly parseHours: (cell: string) => WeeklyHours | null | undefined;
    readonly titles: readonly string[];
    readonly variants: readonly Variant[];
  },
  note: Note,
): PlannedDetails {
  const [first] = records;
  if (first === undefined) return {};
  const given = <Value>(column: FileColumn, read: (cell: string) => Value) =>
    first.cells[column] === undefined ? undefined : read(textOf(first, column));
  const cut = (cell: string, most: number): string => {
    if (cell.length > most) note(first.line, "detail", `"${cutText(cell, 30)}…" is cut to ${groupedNumber(most)} characters.`);
    return cutText(cell, most);
  };
  const readSummary = (cell: string) => (hasHtmlSummary ? plainText(first.cells.summary ?? "") : cell).replaceAll(/\s+/g, " ").trim();
  return withoutUndefined({
    summary: given("summary", (cell) => cutText(readSummary(cell), MAX_SHORT_TEXT_LENGTH)),
    kitchenName: given("kitchenName", (cell) => cut(cell, MAX_TITLE_LENGTH) || null),
    allergens: given("allergens", namesOf),
    dietaryTags: given("dietaryTags", namesOf),
    calories: given("calories", (cell) => readCalories(first, cell, note)),
    isPopular: given("popular", isYes),
    ...given("soldOut", readSoldOut),
    compareAtCents: given("compareAt", () => readCompareAt(records, titles, variants, { decimal, format }, note)),
    seoTitle: given("seoTitle", (cell) => cut(cell, MAX_TITLE_LENGTH)),
    seoDescription: given("seoDescription", (cell) => cut(cell, MAX_SEO_DESCRIPTION)),
    hours: given("hours", (cell) => {
      const hours = parseHours(cell);
      if (hours === undefined) note(first.line, "detail", "The hours are not understood, so they stay as they are.");
      return hours;
    }),
    ...readCodes(records, titles, { decimal, format }, note),
    ...readOrderRules(first, note),
    ...readWeight(records, note),
  });
}

function namesOf(cell: string): readonly string[] {
  const names = new Map(cell.split(/[,;]/).map((name) => [labelKey(name), name.trim()]));
  names.delete("");
  return [...names.values()].filter((name) => name.length <= MAX_TAG_LENGTH).slice(0, MAX_TAGS);
}

function readCalories(first: ImportRecord, cell: string, note: Note): number | null {
  if (cell === "") return null;
  const number = Number(cell.replace(/\s*k?cal\.?$/i, ""));
  if (Number.isInteger(number) && number >= 0 && number <= MAX_CALORIES) return number;
  note(first.line, "detail", `The calories "${cutText(cell, 30)}" are no whole number, so they are left out.`);
  return null;
}

/** "yes", "no", or the end of sold out. */
function readSoldOut(cell: string): Pick<ProductDetails, "isSoldOut" | "soldOutUntil"> {
  const [, day = ""] = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.exec(cell) ?? [];
  const until = isLocalDate(day) ? cell : null;
  return { isSoldOut: isYes(cell) || until !== null, soldOutUntil: until };
}

/** One compare-at price for the product, from its lowest variant, if all variants are reduced equally. Otherwise no sale. */
function readCompareAt(
  records: readonly ImportRecord[],
  titles: readonly string[],
  variants: readonly Variant[],
  { decimal, format }: AmountOptions,
  note: Note,
): Cents | null {
  const cells = records.filter((record) => textOf(record, "price") !== "").slice(0, titles.length === 0 ? 1 : undefined);
  const cuts = cells.map((record) => {
    const [was, is] = (["compareAt", "price"] as const).map((column) => readAmount(textOf(record, column), decimal, format.currency));
    return was?.ok === true && is?.ok === true && was.value > is.value ? was.value - is.value : 0;
  });
  const [reduction = 0] = cuts;
  if (cuts.some((each) => each !== reduction)) {
    note(records[0]?.line ?? 0, "detail", "The variants are lowered by different amounts, so the earlier price is left out.");
    return null;
  }
  const least = Math.min(...variants.map((variant) => variant.price));
  return reduction === 0 || least + reduction > MAX_PRODUCT_PRICE_CENTS ? null : least + reduction;
}

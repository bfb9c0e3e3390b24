import { formatPercentage, formatterOf, partOf, type MoneyFormat } from "#app/values/money.ts";
import { MAX_OTHER_TAX_RATES, MAX_TAX_COMPONENTS } from "#app/values/limits.ts";

/** One of the taxes that make up a rate, such as GST; `percent` has at most four decimals. */
export interface TaxComponentText {
  readonly label: string;
  readonly percent: number;
}

/** A non-standard tax rate: `key` is stored with products, `percent` has at most four decimals. */
export interface OtherTaxRate {
  readonly key: string;
  readonly label: string;
  readonly percent: number;
  /** The taxes that make it up, if they are shown separately; otherwise empty. */
  readonly components: readonly TaxComponentText[];
}

/**
 * Between entries. A comma between digits is a decimal comma if only the number follows it in its entry: "Food 5,5, Alcohol 20" has two
 * entries, "GST 5,PST 7" too.
 */
const DECIMAL_COMMA = String.raw`(?<=\d),(?=\d+\s*%?\s*(?:[,;+\n]|$))`;
const BETWEEN_RATES = new RegExp(String.raw`[;\n]|(?!${DECIMAL_COMMA}),`);
export const BETWEEN_COMPONENTS = new RegExp(String.raw`[;\n+]|(?!${DECIMAL_COMMA}),`);

/** The taxes of TAX_COMPONENTS ("GST 5, PST 7"), in order; invalid entries and duplicate names are dropped. */
export function taxComponents(text: string, separator = BETWEEN_COMPONENTS): readonly TaxComponentText[] {
  const components = text.split(separator).flatMap((part) => namedPercent(part) ?? []);
  const isFirst = ({ label }: TaxComponentText, index: number) =>
    components.findIndex((each) => each.label.toLowerCase() === label.toLowerCase()) === index;
  return components.filter(isFirst).slice(0, MAX_TAX_COMPONENTS);
}

/** The rates of REDUCED_TAX_RATES ("Groceries 5, Alcohol: GST 5 + PST 10"), in order; invalid entries and duplicate names are dropped. */
export function otherTaxRates(text: string): readonly OtherTaxRate[] {
  const rates = text.split(BETWEEN_RATES).flatMap((part): OtherTaxRate[] => {
    const rate = otherTaxRate(part);
    return rate === null ? [] : [rate];
  });
  return rates.filter((rate, index) => rates.findIndex((each) => each.key === rate.key) === index).slice(0, MAX_OTHER_TAX_RATES);
}

/** In the setting's format; `decimal`: the decimal separator. */
export function componentsText(components: readonly TaxComponentText[], separator = ", ", decimal = "."): string {
  return components.map(({ label, percent }) => `${label} ${decimalText(percent, decimal)}`).join(separator);
}

/** In the setting's format. */
export function otherTaxRatesText(rates: readonly OtherTaxRate[], decimal = "."): string {
  return rates
    .map(({ label, percent, components }) =>
      components.length === 0 ? `${label} ${decimalText(percent, decimal)}` : `${label}: ${componentsText(components, " + ", decimal)}`,
    )
    .join(", ");
}

function decimalText(percent: number, decimal: string): string {
  return String(percent).replace(".", decimal);
}

/** A setting's text with percentages in the shop's number format, for its form field; other texts are unchanged. */
export function shownRates(key: string, text: string, format: MoneyFormat): string {
  const decimal = partOf(formatterOf(format, 1).formatToParts(1.5), "decimal") === "," ? "," : ".";
  if (key === "TAX_RATE") return text.replace(".", decimal);
  if (key === "TAX_COMPONENTS") return componentsText(taxComponents(text), ", ", decimal);
  return key === "REDUCED_TAX_RATES" ? otherTaxRatesText(otherTaxRates(text), decimal) : text;
}

/** The percentage of every tax class, by the key stored with products. */
export function taxClassRates({ TAX_RATE, REDUCED_TAX_RATES }: Pick<TaxSettings, "TAX_RATE" | "REDUCED_TAX_RATES">) {
  const others = otherTaxRates(REDUCED_TAX_RATES).map(({ key, percent }) => [key, percent] as const);
  return Object.fromEntries([["standard", TAX_RATE], ...others, ["zero", 0]]);
}

interface TaxSettings {
  readonly TAX_RATE: number;
  readonly TAX_COMPONENTS: string;
  readonly REDUCED_TAX_RATES: string;
  readonly LOCALE: string;
}

/** The tax options of a product, with percentages: "Standard, 19 %". */
export function taxRateOptions({ TAX_RATE, REDUCED_TAX_RATES, LOCALE }: TaxSettings): { readonly value: string; readonly label: string }[] {
  const percentOf = (percent: number) => formatPercentage(Math.round(percent * 10_000), { locale: LOCALE });
  const others = otherTaxRates(REDUCED_TAX_RATES).map(({ key, label, percent }) => ({
    value: key,
    label: `${label}, ${percentOf(percent)}`,
  }));
  return [{ value: "standard", label: `Standard, ${percentOf(TAX_RATE)}` }, ...others, { value: "zero", label: "No tax" }];
}

/** Why these rates cannot be used together, at the setting to change; null: they can. */
export function taxRateProblem(
  settings: TaxSettings,
): { readonly key: "TAX_COMPONENTS" | "REDUCED_TAX_RATES"; readonly message: string } | null {
  const percentOf = (percent: number) => formatPercentage(Math.round(percent * 10_000), { locale: settings.LOCALE });
  const components = taxComponents(settings.TAX_COMPONENTS);
  const sum = sumOfPercents(components);
  if (components.length > 0 && sum !== settings.TAX_RATE)
    return {
      key: "TAX_COMPONENTS",
      message: `Together these are ${percentOf(sum)}, and the tax rate is ${percentOf(settings.TAX_RATE)}. Change both together, or leave this empty first.`,
    };
  const standard: OtherTaxRate = { key: "standard", label: "the tax rate", percent: settings.TAX_RATE, components };
  const rates = [standard, ...otherTaxRates(settings.REDUCED_TAX_RATES)];
  // Tax is computed per percentage, so rates with the same percentage need the same components.
  const unlike = rates.find((rate, index) =>
    rates.slice(0, index).some((each) => each.percent === rate.percent && !isMadeAlike(each, rate)),
  );
  if (unlike === undefined) return null;
  return {
    key: "REDUCED_TAX_RATES",
    message: `Another rate of ${percentOf(unlike.percent)} is made of other taxes than “${unlike.label}”. Give both the same taxes.`,
  };
}

function isMadeAlike(a: OtherTaxRate, b: OtherTaxRate): boolean {
  return componentsText(a.components) === componentsText(b.components);
}

/** The sum of percentages with at most four decimals, exact: 0.1 + 0.2 = 0.3. */
function sumOfPercents(components: readonly TaxComponentText[]): number {
  return components.reduce((sum, { percent }) => sum + Math.round(percent * 10_000), 0) / 10_000;
}

const RATE_EXAMPLE = "Enter a name and a percentage, such as Groceries 5";

/** Why a list of other tax rates is ambiguous, with the entry and the correct form; null: it is fine. */
export function rateListProblem(text: string): string | null {
  const parts = text.split(BETWEEN_RATES).flatMap((part) => (part.trim() === "" ? [] : part.trim()));
  const unclear = parts.find((part) => otherTaxRate(part) === null || !isClearRate(part));
  if (unclear !== undefined) return entryProblem(unclear);
  const keys = parts.map((part) => otherTaxRate(part)?.key);
  const again = parts.find((_, index) => keys.indexOf(keys[index]) < index);
  if (again !== undefined) return `“${otherTaxRate(again)?.label ?? again}” is there twice. Give each rate its own name.`;
  return parts.length > MAX_OTHER_TAX_RATES ? `Enter at most ${MAX_OTHER_TAX_RATES} rates.` : null;
}

function entryProblem(part: string): string {
  const simple = namedPercent(part);
  if (part.includes("+") || (simple !== null && part.includes(":")))
    return `“${part}” is not understood. For taxes shown apart write a colon and a percentage for each, such as Alcohol: National tax 5 + Regional tax 10, at most ${MAX_TAX_COMPONENTS} taxes of 100 together.`;
  if (simple !== null) return `“${simple.label}” cannot be the name of a rate. Choose another name.`;
  if (/^[\d.,]+\s*%?$/.test(part)) return `“${part}” has no name. ${RATE_EXAMPLE}.`;
  return /\s\d[\d.,]*\s*%?$/.test(part)
    ? `“${part}” is not understood. ${RATE_EXAMPLE}, below 100 and with at most four decimals.`
    : `“${part}” has no percentage. ${RATE_EXAMPLE}.`;
}

/**
 * Whether an entry is unambiguous. "Alcohol GST 5 + PST 10", without the colon, would be parsed as one rate of 10 %: a "+" between
 * percentages or after a colon separates components, which must all be valid. A name such as "Food + drink 5" has neither.
 */

function isClearRate(part: string): boolean {
  const pieces = part.split("+");
  const isName = !part.includes(":") && pieces.slice(0, -1).every((piece) => namedPercent(piece) === null);
  return pieces.length === 1 || isName || otherTaxRate(part)?.components.length === pieces.length;
}

/** A colon and at least two taxes, of at most 100 % in total, make a rate with components; otherwise the colon is part of the name. */
function otherTaxRate(part: string): OtherTaxRate | null {
  const [, label = "", rest = ""] = /^\s*([^:]*\S)\s*:(.*)$/.exec(part) ?? [];
  const components = taxComponents(rest, /\+/);
  if (components.length > 1 && components.length === rest.split("+").length) {
    const percent = sumOfPercents(components);
    return percent > 100 ? null : withKey({ label, percent, components });
  }
  const simple = namedPercent(part);
  return simple === null ? null : withKey({ ...simple, components: [] });
}

function withKey(rate: Omit<OtherTaxRate, "key">): OtherTaxRate | null {
  const key = rate.label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  return /^-*$/.test(key) || isFixedTaxClass(key) ? null : { key, ...rate };
}

function namedPercent(part: string): TaxComponentText | null {
  const [, label, digits] = /^\s*(\S.*?)\s+(\d{1,2}(?:[.,]\d{1,4})?)\s*%?\s*$/.exec(part) ?? [];
  return label === undefined ? null : { label, percent: Number(digits?.replace(",", ".")) };
}

/** The classes of every shop: standard and none. */
function isFixedTaxClass(key: string): boolean {
  return key === "standard" || key === "zero";
}

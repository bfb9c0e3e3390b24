import { cutText } from "#app/values/text.ts";
import { foreignCurrency, signsOf } from "#app/catalogue/domain/import/amount.ts";
import { MAX_TEMPLATE_TITLE_LENGTH } from "#app/catalogue/domain/customization/customization.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import { MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { decimalsOf } from "#app/values/money/currency-units.ts";
import { decimalSignOf, fieldAmount, parseAmount } from "#app/values/money/money-input.ts";
import { fail, type Result } from "#app/values/result.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";

/** Characters of a typed list. */
export const MAX_TYPED_MENU_LENGTH = 40_000;
const MAX_TYPED_PRODUCTS = 400;
/** Per line. Searching for the price takes time quadratic in the length. */
const MAX_LINE_LENGTH = 500;
const MAX_CHOICES = 3;
/** Per product. */
const MAX_COMBINATIONS = 200;

interface TypedOption {
  readonly name: string;
  readonly priceDelta: Cents;
}

/**
 * "Size: Small, Large +2" below a product is a required single choice. "Extras: Cream +1, Candle +2", where every option has a surcharge,
 * is an optional multiple choice.
 */
export interface TypedChoice {
  readonly title: string;
  readonly isRequired: boolean;
  readonly options: readonly TypedOption[];
}

export interface TypedProduct {
  readonly line: number;
  readonly name: string;
  readonly price: Cents;
  readonly summary: string;
  /** The heading above; null: none. */
  readonly category: string | null;
  readonly choices: readonly TypedChoice[];
}

export interface TypedMenu {
  readonly products: readonly TypedProduct[];
  /** Headings with products below, in order. */
  readonly categories: readonly string[];
  readonly faults: readonly { readonly line: number; readonly message: string }[];
}

const TYPED_HANDLE = "list-";

/** The handle of an imported typed product. */
export function typedHandle(name: string): string {
  return `${TYPED_HANDLE}${name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")}`;
}

/** Whether an import key is one of a typed menu. */
export function isTypedKey(importKey: string): boolean {
  return importKey.startsWith(`shopify:${TYPED_HANDLE}`);
}

type Draft = { -readonly [Key in keyof TypedProduct]: TypedProduct[Key] };

/**
 * An amount at the end of a line: "8.50", "8,50", "$8.50", "8.50 $", "8.–", "1,250.00", "1’250.00". It starts with the first of its digits.
 */
const AMOUNT = String.raw`(?:[A-Z]{0,3}\p{Sc}\s*)?(?<!\d[.,'’])(\d{1,3}(?:[ ,.'’]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|0|[1-9]\d{0,5})(?:[.,](\d{1,2}|-{1,2}|–|—))?\s*(?:\p{Sc}|[A-Z]{3}|円|원)?`;
/** Dots and dashes before the price. */
const PRICED = new RegExp(String.raw`^(.*?\S)(?:[\s.·…_:;|–—-]*[\s.·…_:;|–—-]|\s*(?=[A-Z]{0,3}\p{Sc}))${AMOUNT}$`, "u");
const PRICE_ALONE = new RegExp(String.raw`^[\p{P}\s]*${AMOUNT}$`, "u");
/** Looks like a price at the end of a line, but is not: "1,25,00", "1234567.00". */
const NUMBER_AT_END = /(?:\p{Sc}\s*)?\d[\d.,'’ ]*(?:\s*\p{Sc})?$/u;
const PRICE_PER_UNIT = /\d\s*(?:\p{Sc}|[A-Z]{3}|\p{Ll}{2,5}\.?)?\s*\/\s*\d*\s*\p{L}{1,10}\.?$/u;
const SURCHARGE = new RegExp(String.raw`^(.*?\S)\s*([+−-])\s*${AMOUNT}$`, "u");
/** Looks like a surcharge, but is not: "+12.50,00", "+SEK 2". */
const SURCHARGE_LIKE = /[+−]\s*(?:\p{Sc}|\p{L}{1,3}\.?)?\s*\d/u;
/** Thin spaces between digits group thousands; other spaces may separate two numbers. */
const GROUPING_SPACE = /(?<=\d)[\u2009\u202f](?=\d{3}(?!\d))/gu;

/**
 * Parses a typed or pasted menu. A line with a price at its end is a product, a line without one is a heading and becomes a category.
 * Indented lines below a product are its choices ("Size: Small, Large +2") or its description.
 */
export function parseTypedMenu(text: string, format: MoneyFormat): TypedMenu {
  const markSigns = signMarker(format);
  const reading: Reading = { products: [], headings: [], faults: [], markSigns };
  const lines = text.slice(0, MAX_TYPED_MENU_LENGTH).split(/\r\n|\r|\n/);
  const margin = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
  for (const [index, raw] of lines.entries()) {
    const words = markSigns(
      raw
        .replace(/^[\s•*–—-]+/u, "")
        .replace(GROUPING_SPACE, "’")
        .replace(/\s+/gu, (gap) => (gap.includes("\t") ? "\t" : " "))
        .trim(),
    );
    if (words.length > MAX_LINE_LENGTH) {
      reading.faults.push({ line: index + 1, message: `Enter at most ${MAX_LINE_LENGTH} characters on a line.` });
    } else if (words !== "") readLine(reading, { line: index + 1, words, isIndented: indentOf(raw) > margin }, format);
  }
  const { products, headings, faults } = reading;
  if (products.length > MAX_TYPED_PRODUCTS)
    faults.push({ line: lines.length, message: `Add at most ${MAX_TYPED_PRODUCTS} products at once. Import a file for more.` });
  const categories = headings.map(({ name }) => name).filter((name) => products.some(({ category }) => category === name));
  for (const { name, line } of headings)
    if (!categories.includes(name)) faults.push({ line, message: `“${name}” has no price, and no products below it.` });
  return { products, categories: [...new Set(categories)], faults: faults.toSorted((one, other) => one.line - other.line) };
}

/** Replaces every spelling of the shop's currency before an amount. It separates "Menu 3" from "EUR 120,00". */
const SIGN = "¤";

/** Replaces the shop's currency before the price of a line, and removes it after the price. */
function signMarker(format: MoneyFormat): (words: string) => string {
  const signs = signsOf(format).toSorted((one, other) => other.length - one.length);
  const sign = signs.map((each) => each.replaceAll(/[$.]/g, String.raw`\$&`)).join("|");
  const after = new RegExp(String.raw`(?<=[\d–—-])\s?(?:${sign})$`, "u");
  const before = new RegExp(String.raw`(?<=^|[\s+−-])(?:${sign})\s?(?=[\d.,][\d.,'’ ]*[–—-]*$)`, "u");
  // "Gum .50": a single point is the decimal separator, several lead to the price.
  return (words) =>
    words
      .replace(after, "")
      .replace(before, SIGN)
      .replace(/(?<=[\s\p{Sc}])(?=[.,]\d{1,2}$)/u, "0");
}

interface Reading {
  readonly markSigns: (words: string) => string;
  readonly products: Draft[];
  readonly headings: { readonly name: string; readonly line: number }[];
  readonly faults: { readonly line: number; readonly message: string }[];
}

interface TypedLine {
  readonly line: number;
  /** With tabs, which separate name and price. */
  readonly words: string;
  readonly isIndented: boolean;
}

function readLine({ products, headings, faults, markSigns }: Reading, { line, words, isIndented }: TypedLine, format: MoneyFormat): void {
  const heading = headings.at(-1);
  const product = isIndented ? describedProduct(products, heading?.line ?? 0) : undefined;
  const plain = words.replaceAll("\t", " ");
  // "Cheesecake: 7,00" has no letter after its colon.
  const [, title, options] = /^([^:]{1,80}):\s*(?=.*\p{L})(.*,.*)$/u.exec(plain) ?? [];
  if (product !== undefined && title !== undefined && options !== undefined) {
    // A comma between digits belongs to a price: "Large +1,50".
    const parts = options.split(/,(?!\d)/).map((part) => markSigns(part.trim()));
    const choice = readChoice(title, parts, product, format);
    if (typeof choice === "string") faults.push({ line, message: choice });
    else product.choices = [...product.choices, choice];
    return;
  }
  const unpriced = isIndented && product === undefined ? heading : undefined;
  const wrong =
    options === undefined ? wrongPrice(words, product === undefined, format) : unpriced && unpricedText(unpriced.name, "options");
  if (typeof wrong === "string") return void faults.push({ line, message: wrong });
  const priced = PRICED.exec(words);
  if (priced !== null) {
    const added = readProduct(priced, { line, category: heading?.name ?? null }, products, format);
    if (typeof added === "string") faults.push({ line, message: added });
    else products.push(added);
  } else if (product !== undefined) {
    product.summary = cutText(`${product.summary} ${plain}`.trim(), MAX_SHORT_TEXT_LENGTH);
  } else if (unpriced !== undefined) {
    faults.push({ line, message: unpricedText(unpriced.name, "words") });
  } else {
    headings.push({ name: headingName(plain, headings), line });
  }
}

/** Why a line has no product with its price; null: nothing looks like an invalid price. */
function wrongPrice(words: string, isOutside: boolean, format: MoneyFormat): string | null {
  const example = fieldAmount(850, format);
  if (PRICE_ALONE.test(words))
    return `“${words.replace(SIGN, "")}” has no name before its price. Write both on one line, such as “Sourdough ${example}”.`;
  if (PRICED.test(words)) return null;
  if (isOutside && PRICE_PER_UNIT.test(words))
    return `Write the price without its unit, such as “Sourdough ${example}”. Goods sold by weight get their unit in the product's form.`;
  const [number] = NUMBER_AT_END.exec(words) ?? [];
  return number === undefined
    ? null
    : `“${number.replace(SIGN, "")}” is not a price. Write it such as ${example} or ${fieldAmount(125_000, format)}.`;
}

const unpricedText = (name: string, what: "options" | "words") => `“${name}” has no price, so these ${what} belong to no product.`;

/** A repeated heading uses its first spelling. */
function headingName(words: string, headings: Reading["headings"]): string {
  const name = cutText(words.replace(/\s*:$/, ""), MAX_NAME_LENGTH);
  return headings.find((each) => sameName(each.name, name))?.name ?? name;
}

/** The product that an indented line describes; none right below a heading, whose price may be missing. */
function describedProduct(products: readonly Draft[], headingLine: number): Draft | undefined {
  const last = products.at(-1);
  return last !== undefined && last.line > headingLine ? last : undefined;
}

/** The price text at the end of the words, without the separator before it. */
function amountIn(words: string, name: string): string {
  return words
    .slice(name.length)
    .replace(/^[\s.·…_:;|+−–—-]+/u, "")
    .replace(SIGN, "");
}

/** Why it is unclear where the price starts: the first digits may belong to the name. null: it is clear. */
function unclearStart(words: string, name: string): string | null {
  const [, first, price] = /^ (\d{1,3}) ([1-9].*)$/.exec(words.slice(name.length)) ?? [];
  return first === undefined || price === undefined
    ? null
    : `Is the price ${price} or ${first} ${price}? Put a dash between name and price, such as “${name} ${first} – ${price}”.`;
}

function readProduct(
  [all, typedName = "", whole = "", fraction = ""]: RegExpExecArray,
  place: { readonly line: number; readonly category: string | null },
  products: readonly TypedProduct[],
  format: MoneyFormat,
): Draft | string {
  const name = typedName.replaceAll("\t", " ");
  const earlier = products.find((each) => sameName(each.name, name));
  if (earlier !== undefined) return `“${earlier.name}” is on line ${earlier.line} already.`;
  if (name.length > MAX_TITLE_LENGTH) return `Enter a name of at most ${MAX_TITLE_LENGTH} characters.`;
  const problem = foreignCurrency(amountIn(all, name), format) ?? unclearStart(all, name);
  if (problem !== null) return problem;
  const price = readPrice(whole, fraction, format);
  if (!price.ok) return price.error;
  if (price.value > MAX_PRODUCT_PRICE_CENTS) return `Enter a price of at most ${formatMoney(MAX_PRODUCT_PRICE_CENTS, format)}.`;
  return { ...place, name, price: price.value, summary: "", choices: [] };
}

function readChoice(heading: string, parts: readonly string[], product: TypedProduct, format: MoneyFormat): TypedChoice | string {
  const title = heading.trim();
  if (title.length > MAX_TEMPLATE_TITLE_LENGTH) return `Enter a question of at most ${MAX_TEMPLATE_TITLE_LENGTH} characters.`;
  const options: TypedOption[] = [];
  for (const part of parts) {
    if (part === "") continue;
    const option = readOption(part, format);
    if (typeof option === "string") return option;
    options.push(option);
  }
  if (options.length < 2) return `Enter at least two options for “${title}”, separated by commas.`;
  const twice = options.find((option, index) => options.findIndex((each) => sameName(each.name, option.name)) !== index);
  if (twice !== undefined) return `“${twice.name}” is there twice.`;
  if (product.choices.some((each) => sameName(each.title, title))) return `“${product.name}” has the question “${title}” already.`;
  if (product.choices.length === MAX_CHOICES) return `A product can have ${MAX_CHOICES} questions here. Add more in its form.`;
  const choice = { title, isRequired: options.some(({ priceDelta }) => priceDelta === 0), options };
  const choices = [...product.choices, choice];
  if (requiredChoices({ choices }).reduce((count, each) => count * each.options.length, 1) > MAX_COMBINATIONS)
    return `More than ${MAX_COMBINATIONS} combinations for “${product.name}”. Add this question in its form.`;
  if (choices.reduce((sum, each) => sum + lowestOf(each), product.price) < 0) return `“${product.name}” would have a price below zero.`;
  return choice;
}

function readOption(part: string, format: MoneyFormat): TypedOption | string {
  const surcharge = SURCHARGE.exec(part);
  const shown = part.replace(SIGN, "");
  if (surcharge === null && SURCHARGE_LIKE.test(part))
    return `The price of “${shown}” cannot be read. Write it such as “Large +${fieldAmount(250, format)}”.`;
  const [, numbered] = surcharge === null ? (PRICED.exec(part) ?? []) : [];
  if (numbered !== undefined)
    return `“${shown}” ends in a number. Write “${numbered} +${amountIn(part, numbered)}” if that is its price, or “${shown} +0” if it is part of the name.`;
  const [, name = part, sign = "+", whole = "0", fraction = ""] = surcharge ?? [];
  const foreign = surcharge === null ? null : foreignCurrency(amountIn(part, name), format);
  if (foreign !== null) return foreign;
  const price = readPrice(whole, fraction, format);
  if (!price.ok) return price.error;
  return { name: cutText(name, MAX_NAME_LENGTH), priceDelta: sign === "+" ? price.value : 0 - price.value };
}

/** The choice's largest reduction, or its smallest surcharge. */
function lowestOf({ isRequired, options }: TypedChoice): Cents {
  const prices = options.map(({ priceDelta }) => priceDelta);
  return isRequired ? Math.min(...prices) : prices.reduce((sum, price) => sum + Math.min(0, price), 0);
}

/** The required choices. */
export function requiredChoices({ choices }: Pick<TypedProduct, "choices">): readonly TypedChoice[] {
  return choices.filter(({ isRequired }) => isRequired);
}

/**
 * Thousands may be grouped: "1,250.00", "1 250,00". In a currency with three decimals, one separator before three digits is the decimal
 * separator: no menu has prices of a thousand dinars. With two decimals, the shop's own decimal separator there is refused. Decimals that a
 * currency does not have may be zeros.
 */
function readPrice(whole: string, fraction: string, format: MoneyFormat): Result<Cents, string> {
  const { currency } = format;
  const decimal = decimalSignOf(format);
  const read = (text: string) => parseAmount(text, currency, Number.MAX_SAFE_INTEGER, decimal);
  const decimals = /^\d/.test(fraction) ? fraction : "";
  const plain = whole.replace(/\D/g, "");
  const [separator] = decimals === "" && /^\d{1,3}[.,]\d{3}$/.test(whole) ? (/[.,]/.exec(whole) ?? []) : [];
  if (separator !== undefined && decimalsOf(currency) === 3) return read(whole.replace(",", "."));
  if (separator === decimal && decimalsOf(currency) === 2)
    return fail(`Enter at most two decimals. If “${whole}” is in thousands, write ${plain}${decimal}00.`);
  const isWhole = decimalsOf(currency) === 0 && /^0*$/.test(decimals);
  return read(`${plain}${isWhole ? "" : `.${decimals}`}`);
}

/** A tab counts as four spaces, a bullet as two. */
function indentOf(line: string): number {
  const [start = ""] = /^\s*/.exec(line.replaceAll("\t", "    ")) ?? [];
  return start.length + (/^\s*[•*–—-]\s/u.test(line) ? 2 : 0);
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Each combination of the product's required choices with its price, as rows of a product file. */
export function typedVariants({
  price,
  choices,
}: Pick<TypedProduct, "price" | "choices">): readonly { readonly values: readonly string[]; readonly price: Cents }[] {
  let rows: readonly { readonly values: readonly string[]; readonly price: Cents }[] = [{ values: [], price }];
  for (const { options } of requiredChoices({ choices }))
    rows = rows.flatMap((row) => options.map((option) => ({ values: [...row.values, option.name], price: row.price + option.priceDelta })));
  return rows;
}

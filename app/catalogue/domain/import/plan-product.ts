import { groupedNumber } from "#app/values/number.ts";
import { MAX_CATEGORY_DEPTH } from "#app/catalogue/domain/category.ts";
import { MAX_HTML_LENGTH, MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH, MAX_TAG_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { amountText, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { cutText, withoutUnseen } from "#app/values/text.ts";
import { isTypedKey } from "#app/catalogue/domain/typed/typed-menu.ts";
import { foreignCurrency, readAmount, type DecimalSign } from "./amount.ts";
import { labelKey, parseCategoryPaths, type CategoryPath } from "./category-paths.ts";
import { isNo, isYes, textOf } from "./cells.ts";
import type { ImportRecord } from "./columns.ts";
import { oldPathOf } from "#app/values/addresses/old-path.ts";
import { readDetails, type PlannedDetails } from "./product-details.ts";
import { countsNoSteps } from "./sold-by-weight.ts";
import { readStock, readVariantsSoldOut } from "./product-stock.ts";
import { readVariantStock, type PlannedVariant } from "#app/catalogue/domain/import/variants/variant-stock.ts";
import type { ImportProblem, Note } from "./problems.ts";
import { namedTaxClass, TAXED, unknownRateText, type TaxClassRates } from "./tax-class.ts";
import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { MAX_VARIANTS, planVariants, type PlannedPrices, type Variant, type VariantTable } from "./variants.ts";

export interface PlannedImage {
  readonly src: string;
  readonly alt: string;
  readonly line: number;
}

/** A product as the file describes it. */
export interface PlannedProduct {
  readonly line: number;
  readonly handle: string;
  /** Identifies the product: source and its key there. */
  readonly importKey: string;
  readonly name: string;
  /** undefined: no such column, unchanged. */
  readonly descriptionHtml: string | undefined;
  /** As in the file. */
  readonly table: VariantTable;
  /** As the shop will store it. */
  readonly prices: PlannedPrices;
  readonly isHidden: boolean | undefined;
  /** undefined: no such column, unchanged. See `wantedTaxClass`. */
  readonly taxClass: string | undefined;
  /** undefined: no such column, unchanged. null: not counted. */
  readonly stock: number | null | undefined;
  /** The variants' own values; missing: none in the file, unchanged. */
  readonly variants?: readonly PlannedVariant[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly details: PlannedDetails;
  /** Names of customizations that are not variants, in order. */
  readonly customizations: readonly string[] | undefined;
  /** Path of its page in the previous shop; missing: no such column, unchanged. Not part of `planHash`. */
  readonly oldPath?: string | null | undefined;
  /** Paths if the file has categories; else labels (type and tags) as root categories. */
  readonly categories:
    | { readonly kind: "paths"; readonly paths: readonly CategoryPath[] }
    | { readonly kind: "labels"; readonly labels: readonly string[] };
  readonly images: readonly PlannedImage[];
}

export interface ProductPlan {
  /** null: unusable; see the problems. */
  readonly product: PlannedProduct | null;
  readonly problems: readonly ImportProblem[];
}

export interface PlanOptions {
  readonly importKey: string;
  readonly decimal: DecimalSign;
  /** The shop's currency; prices with another currency sign are refused. */
  readonly format: MoneyFormat;
  /** Sanitizer and HTML-to-text, passed in because they need a library. */
  readonly cleanHtml: (html: string) => string;
  readonly plainText: (html: string) => string;
  /** For other shops; our summaries are plain text in Shopify's format. */
  readonly hasHtmlSummary: boolean;
  /** Parses exported hours; null = none, undefined = invalid. */
  readonly parseHours: (cell: string) => WeeklyHours | null | undefined;
  /** The tax classes of the shop. */
  readonly taxClasses: TaxClassRates;
}

/**
 * Builds one product from its rows: the first one describes it, each may add a variant, a picture, or both. A broken row is skipped with
 * its reason, and the others are imported; without a title or any variant there is no product.
 */
export function planProduct(records: readonly ImportRecord[], options: PlanOptions): ProductPlan {
  const problems: ImportProblem[] = [];
  const note = (line: number, lost: ImportProblem["lost"], message: string): void => void problems.push({ line, lost, message });
  // A re-sorted file may start with a picture or a variant.
  const first = records.find((record) => textOf(record, "title") !== "") ?? records[0];
  if (first === undefined) return { product: null, problems };
  const refuse = (message: string): ProductPlan => ({
    product: null,
    problems: [...problems, { line: first.line, lost: "product", message }],
  });
  const handle = textOf(first, "handle");
  const title = textOf(first, "title");
  if (title === "") return refuse(`No row of "${handle}" has a title.`);
  if (isYes(textOf(first, "giftCard"))) return refuse(`"${title}" is a gift card; the shop sells none.`);
  if (title.length > MAX_TITLE_LENGTH) note(first.line, "detail", `The title of "${handle}" is cut to ${MAX_TITLE_LENGTH} characters.`);

  const titles = optionTitles(first);
  const read = readVariants(records, titles, note, options);
  if (read.variants.length === 0) return refuseUnsold(title, first.line, problems);
  if (read.variants.length > MAX_VARIANTS) return refuse(`"${title}" has more than ${MAX_VARIANTS} variants.`);
  const table = { titles, variants: read.variants };
  const rows = [first, ...records.filter((record) => record !== first)];
  const tags = readTags(first, note);
  const taxClass = readTaxClass(rows, read.isTaxed, options, note);
  const details = { ...readVariantsSoldOut(rows, titles), ...readDetails(rows, { ...options, titles, variants: read.variants }, note) };
  const counted = withoutOtherStock(rows, details, note);
  if ((details.weightUnit ?? null) !== null && new Set(read.variants.map(({ price }) => price)).size > 1)
    note(
      first.line,
      "detail",
      `The variants of "${cutText(title, 60)}" have different prices. What a choice adds counts once per line, not per weight, so check its prices.`,
    );
  return {
    product: {
      line: first.line,
      handle,
      importKey: options.importKey,
      name: cutText(title, MAX_TITLE_LENGTH),
      descriptionHtml: readBody(first, options, note),
      table,
      prices: planVariants(table),
      isHidden: readHidden(first),
      taxClass,
      stock: readStock(counted, titles, note),
      variants: readVariantStock(counted, titles, options, note),
      tags,
      details,
      customizations: readCustomizations(first, options.importKey),
      oldPath: first.cells.oldPath === undefined ? undefined : oldPathOf(textOf(first, "oldPath")),
      categories: readCategories(first, tags ?? [], note),
      images: readImages(records),
    },
    problems,
  };
}

/** Drops stock that another shop counts in units of weight: here it is counted in steps. */
function withoutOtherStock(rows: readonly ImportRecord[], details: PlannedDetails, note: Note): readonly ImportRecord[] {
  const [first] = rows;
  if (first === undefined || !countsNoSteps(details, first) || rows.every((row) => textOf(row, "inventoryQuantity") === "")) return rows;
  const message = `The stock of "${cutText(textOf(first, "title"), 60)}" is left out: of what is sold by weight the shop counts steps. Enter it on the product's page.`;
  note(first.line, "detail", message);
  return rows.map(({ line, cells: { inventoryQuantity: _other, ...cells } }) => ({ line, cells }));
}

const HIDDEN = ["hidden", "unavailable"];
const SHOWN = ["", "active", "unlisted"];

/** From a column that says whether it is shown, or that has its status: in Square's, "yes" means archived. */
function readHidden(first: ImportRecord): boolean | undefined {
  if (first.cells.published === undefined && first.cells.status === undefined) return undefined;
  const [published, status] = [textOf(first, "published"), textOf(first, "status")];
  const isPublished = !isNo(published) && !HIDDEN.includes(published.toLowerCase());
  return !isPublished || !(isNo(status) || SHOWN.includes(status.toLowerCase()));
}

/** The problem of its only row is the reason; several rows have reported their own. */
function refuseUnsold(title: string, line: number, problems: readonly ImportProblem[]): ProductPlan {
  const rows = problems.filter((problem) => problem.lost === "row");
  const [only] = rows;
  const reason: ImportProblem =
    rows.length === 1 && only !== undefined
      ? { ...only, lost: "product", message: `"${title}": ${only.message}` }
      : { line, lost: "product", message: `"${title}" has no row that can be sold.` };
  return { product: null, problems: [...problems.filter((problem) => rows.length !== 1 || problem !== only), reason] };
}

function readBody(first: ImportRecord, { cleanHtml }: PlanOptions, note: Note): string | undefined {
  const { body } = first.cells;
  if (body === undefined) return undefined;
  if (body.length > MAX_HTML_LENGTH) note(first.line, "detail", `The description is cut to ${groupedNumber(MAX_HTML_LENGTH)} characters.`);
  return cleanHtml(
    cutText(
      withoutUnseen(body)
        .toWellFormed()
        .replaceAll(/[^\P{Cc}\t\n\r]/gu, " "),
      MAX_HTML_LENGTH,
    ),
  );
}

/** Our own column first; else whether any variant is taxed. */
function readTaxClass(records: readonly ImportRecord[], isTaxed: boolean, { taxClasses }: PlanOptions, note: Note): string | undefined {
  const [first] = records;
  if (first?.cells.taxClass === undefined || textOf(first, "taxClass") === "") {
    if (first?.cells.taxable === undefined) return undefined;
    return isTaxed ? TAXED : "zero";
  }
  const cell = textOf(first, "taxClass");
  const named = namedTaxClass(cell, taxClasses);
  if (named === undefined) note(first.line, "detail", unknownRateText(cell.toLowerCase(), taxClasses));
  return named ?? TAXED;
}

/** A typed menu lists only products with optional choices: others keep theirs. */
function readCustomizations({ cells: { customizations } }: ImportRecord, importKey: string): readonly string[] | undefined {
  return customizations === undefined || (customizations === "" && isTypedKey(importKey)) ? undefined : readNames(customizations);
}

/** Exported names: "Toppings; Sauces", with escaped separators. */
function readNames(cell: string): readonly string[] {
  return parseCategoryPaths(cell).map((path) => path.join(" > "));
}

/** Option titles; products without options have "Title" = "Default Title". */
function optionTitles(first: ImportRecord): readonly string[] {
  const titles = (["option1", "option2", "option3"] as const).map((option) => textOf(first, `${option}Name`));
  const isPlain = labelKey(titles[0] ?? "") === "title" && labelKey(textOf(first, "option1Value")) === "default title";
  return isPlain
    ? []
    : titles.slice(0, titles.findIndex((title) => title === "") === -1 ? titles.length : titles.findIndex((title) => title === ""));
}

function readVariants(
  records: readonly ImportRecord[],
  titles: readonly string[],
  note: Note,
  options: Pick<PlanOptions, "decimal" | "format">,
): { readonly variants: readonly Variant[]; readonly isTaxed: boolean } {
  const byValues = new Map<string, Variant & { readonly line: number }>();
  let isTaxed = false;
  for (const record of records) {
    const hasValue = textOf(record, "option1Value") !== "";
    const priceText = textOf(record, "price");
    if (!hasValue && priceText === "") {
      if (textOf(record, "imageSrc") === "") note(record.line, "row", "This row has neither a price nor a picture.");
      continue;
    }
    const price = readPrice(priceText, options);
    if (!price.ok) {
      note(record.line, "row", price.error);
      continue;
    }
    const values = titles.map((_, index) =>
      textOf(record, (["option1Value", "option2Value", "option3Value"] as const)[index] ?? "option1Value"),
    );
    const missing = titles.find((_, index) => values[index] === "");
    const long = values.find((value) => value.length > MAX_NAME_LENGTH);
    const same = byValues.get(values.join("\u0000"));
    if (missing !== undefined) note(record.line, "row", `This row has no value for "${missing}".`);
    else if (long !== undefined) note(record.line, "row", `"${cutText(long, 40)}…" is longer than ${MAX_NAME_LENGTH} characters.`);
    else if (same !== undefined)
      note(
        record.line,
        "row",
        titles.length === 0
          ? `This product has no options, so it has one price: that of line ${same.line}.`
          : `${values.join(" / ")} is already in line ${same.line}.`,
      );
    else {
      byValues.set(values.join("\u0000"), { values, price: price.value, line: record.line });
      isTaxed ||= !isNo(textOf(record, "taxable"));
    }
  }
  return { variants: [...byValues.values()].map(({ values, price }) => ({ values, price })), isTaxed };
}

function readPrice(text: string, { decimal, format }: Pick<PlanOptions, "decimal" | "format">): Result<Cents, string> {
  if (text === "") return fail("This row has no price.");
  if (text.toLowerCase() === "variable") return fail(`The price is "${text}", and the shop sells at fixed prices. Enter one.`);
  const foreign = foreignCurrency(text, format);
  if (foreign !== null) return fail(`The price "${cutText(text, 30)}" is in another currency: ${foreign}`);
  const price = readAmount(text, decimal, format.currency);
  if (!price.ok) return fail(`The price "${cutText(text, 30)}" is not understood. ${price.error}`);
  return price.value < 0 || price.value > MAX_PRODUCT_PRICE_CENTS
    ? fail(`The price "${cutText(text, 30)}" is not from 0 to ${amountText(MAX_PRODUCT_PRICE_CENTS, format.currency)}.`)
    : ok(price.value);
}

function readTags(first: ImportRecord, note: Note): readonly string[] | undefined {
  if (first.cells.tags === undefined) return undefined;
  const all = new Map(
    textOf(first, "tags")
      .split(",")
      .map((tag) => [labelKey(tag), tag.trim().replace(/\s+/g, " ")]),
  );
  all.delete("");
  const fitting = [...all.values()].filter((tag) => tag.length <= MAX_TAG_LENGTH).slice(0, MAX_TAGS);
  if (fitting.length < all.size)
    note(
      first.line,
      "detail",
      `"${cutText(textOf(first, "title"), 60)}": only tags of up to ${MAX_TAG_LENGTH} characters are imported, at most ${MAX_TAGS}.`,
    );
  return fitting;
}

function readCategories(first: ImportRecord, tags: readonly string[], note: Note): PlannedProduct["categories"] {
  if (first.cells.categories === undefined) {
    const own = [textOf(first, "collection"), textOf(first, "type")].map((label) => cutText(label, MAX_NAME_LENGTH));
    const labels = new Map([...own, ...tags].map((label) => [labelKey(label), label]));
    labels.delete("");
    return { kind: "labels", labels: [...labels.values()] };
  }
  const paths = parseCategoryPaths(textOf(first, "categories"));
  if (paths.some((path) => path.length > MAX_CATEGORY_DEPTH || path.some((name) => name.length > MAX_NAME_LENGTH)))
    note(
      first.line,
      "detail",
      `A category has at most ${MAX_CATEGORY_DEPTH} levels and ${MAX_NAME_LENGTH} characters; what is more is cut off.`,
    );
  return {
    kind: "paths",
    paths: paths.map((path) => path.slice(0, MAX_CATEGORY_DEPTH).map((name) => cutText(name, MAX_NAME_LENGTH).trim())),
  };
}

/** By position, then those without, then extra variant pictures. Duplicates keep their first alt text. */
function readImages(records: readonly ImportRecord[]): readonly PlannedImage[] {
  const placed = records.flatMap((record) => {
    const position = textOf(record, "imagePosition");
    const at = /^\d{1,6}$/.test(position) ? Number(position) : Infinity;
    const alt = cutText(textOf(record, "imageAlt"), MAX_SHORT_TEXT_LENGTH);
    return addressesIn(record, "imageSrc").map((src, index) => ({ at, image: { src, alt: index === 0 ? alt : "", line: record.line } }));
  });
  const ordered = placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ image }) => image);
  const ofVariants = records.flatMap((record) => addressesIn(record, "variantImage").map((src) => ({ src, alt: "", line: record.line })));
  const images = new Map<string, PlannedImage>();
  for (const image of [...ordered, ...ofVariants]) {
    const known = images.get(image.src);
    images.set(image.src, known === undefined ? image : { ...known, alt: known.alt || image.alt });
  }
  return [...images.values()];
}

/** Several URLs in a cell are split where the next one starts. */
function addressesIn(record: ImportRecord, column: "imageSrc" | "variantImage"): readonly string[] {
  return textOf(record, column)
    .split(/[\s,;|]+(?=https?:\/\/)/i)
    .filter((src) => src !== "");
}

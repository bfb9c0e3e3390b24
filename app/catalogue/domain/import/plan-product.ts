import { tidyText } from "#app/values/text.ts";
import { MAX_CATEGORY_DEPTH } from "#app/catalogue/domain/category.ts";
import { MAX_NAME_LENGTH, MAX_SHORT_TEXT_LENGTH, MAX_STOCK, MAX_TAG_LENGTH, MAX_TAGS, MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { parseDollars, type Cents } from "#app/values/money.ts";
import { MAX_PRODUCT_PRICE_CENTS } from "#app/catalogue/domain/product.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { labelKey, parseCategoryPaths, type CategoryPath } from "./category-paths.ts";
import type { FileColumn, ImportRecord } from "./columns.ts";
import { MAX_VARIANTS, planVariants, type PlannedPrices, type Variant, type VariantTable } from "./variants.ts";

/** Something in the file that was not taken as it stands. `lost`: what of it did not come in. */
export interface ImportProblem {
  readonly line: number;
  /** A sentence for the person who has the file. */
  readonly message: string;
  readonly lost: "product" | "row" | "detail";
}

export interface PlannedImage {
  readonly src: string;
  readonly alt: string;
  readonly line: number;
}

/** A product as the file wants it. */
export interface PlannedProduct {
  readonly line: number;
  readonly handle: string;
  readonly name: string;
  readonly descriptionHtml: string;
  /** As the file has it. */
  readonly table: VariantTable;
  /** How the shop will hold it. */
  readonly prices: PlannedPrices;
  readonly isHidden: boolean;
  readonly taxClass: "standard" | "zero";
  /** undefined = the file has no such column: whatever there is stays. null = not counted. */
  readonly stock: number | null | undefined;
  readonly tags: readonly string[];
  /** Paths when the file names categories itself; else labels (type and tags), each a category at the root. */
  readonly categories:
    | { readonly kind: "paths"; readonly paths: readonly CategoryPath[] }
    | { readonly kind: "labels"; readonly labels: readonly string[] };
  readonly images: readonly PlannedImage[];
}

export interface ProductPlan {
  /** null = nothing of it can be used; the problems say why. */
  readonly product: PlannedProduct | null;
  readonly problems: readonly ImportProblem[];
}

/**
 * Makes one product of its rows: the first one describes it, each may add a variant, a picture, or both. A broken row is left out with its
 * reason and the rest goes in; without a title or without any variant there is no product.
 * @param cleanHtml the shop's sanitiser (it needs a library, so it is handed in)
 */
export function planProduct(records: readonly ImportRecord[], cleanHtml: (html: string) => string): ProductPlan {
  const problems: ImportProblem[] = [];
  const note = (line: number, lost: ImportProblem["lost"], message: string): void => void problems.push({ line, lost, message });
  const [first] = records;
  if (first === undefined) return { product: null, problems };
  const refuse = (message: string): ProductPlan => ({
    product: null,
    problems: [...problems, { line: first.line, lost: "product", message }],
  });
  const handle = textOf(first, "handle");
  const title = textOf(first, "title");
  if (title === "") return refuse(`The first row of "${handle}" has no title.`);
  if (isYes(textOf(first, "giftCard"))) return refuse(`"${title}" is a gift card; the shop sells none.`);
  if (title.length > MAX_TITLE_LENGTH) note(first.line, "detail", `The title of "${handle}" is cut to ${MAX_TITLE_LENGTH} characters.`);

  const titles = optionTitles(first);
  const read = readVariants(records, titles, note);
  if (read.variants.length === 0) return refuse(`"${title}" has no row that can be sold.`);
  if (read.variants.length > MAX_VARIANTS) return refuse(`"${title}" has more than ${MAX_VARIANTS} variants.`);
  const table = { titles, variants: read.variants };
  const { tags, problem } = readTags(textOf(first, "tags"));
  if (problem !== null) note(first.line, "detail", `"${title}": ${problem}`);
  return {
    product: {
      line: first.line,
      handle,
      name: cut(title, MAX_TITLE_LENGTH),
      descriptionHtml: cleanHtml(first.cells.body ?? ""),
      table,
      prices: planVariants(table),
      isHidden: isNo(textOf(first, "published")) || !["", "active"].includes(textOf(first, "status").toLowerCase()),
      taxClass: read.isTaxed ? "standard" : "zero",
      stock: readStock(records, titles, note),
      tags,
      categories: readCategories(first, tags, note),
      images: readImages(records),
    },
    problems,
  };
}

type Note = (line: number, lost: ImportProblem["lost"], message: string) => void;

/** Names of the options that are really options: a product without any has "Title" with the value "Default Title". */
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
    const price = readPrice(priceText);
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
    else if (long !== undefined) note(record.line, "row", `"${cut(long, 40)}…" is longer than ${MAX_NAME_LENGTH} characters.`);
    else if (same !== undefined)
      note(
        record.line,
        "row",
        titles.length === 0
          ? `This product has no options, so it has one price: that of line ${same.line}.`
          : `${values.join(" / ")} stands in line ${same.line} already.`,
      );
    else {
      byValues.set(values.join("\u0000"), { values, price: price.value, line: record.line });
      isTaxed ||= !isNo(textOf(record, "taxable"));
    }
  }
  return { variants: [...byValues.values()].map(({ values, price }) => ({ values, price })), isTaxed };
}

function readPrice(text: string): Result<Cents, string> {
  if (text === "") return fail("This row has no price.");
  const price = parseDollars(text);
  if (!price.ok) return fail(`The price "${cut(text, 30)}" is not understood. ${price.error}`);
  return price.value < 0 || price.value > MAX_PRODUCT_PRICE_CENTS
    ? fail(`The price "${text}" is not between 0 and ${MAX_PRODUCT_PRICE_CENTS / 100}.`)
    : ok(price.value);
}

/** Only a product without options is counted; the shop does not count single variants. */
function readStock(records: readonly ImportRecord[], titles: readonly string[], note: Note): number | null | undefined {
  const [first] = records;
  if (first?.cells.inventoryTracker === undefined || first.cells.inventoryQuantity === undefined) return undefined;
  const isCounted =
    textOf(first, "inventoryTracker") !== "" && !["continue", "true"].includes(textOf(first, "inventoryPolicy").toLowerCase());
  if (!isCounted) return null;
  if (titles.length > 0) {
    note(first.line, "detail", "The stock of products with options is not counted here.");
    return null;
  }
  const quantity = Number(textOf(first, "inventoryQuantity"));
  if (Number.isInteger(quantity) && textOf(first, "inventoryQuantity") !== "") return Math.min(MAX_STOCK, Math.max(0, quantity));
  note(
    first.line,
    "detail",
    `The quantity "${cut(textOf(first, "inventoryQuantity"), 30)}" is not a whole number, so the stock is not counted.`,
  );
  return null;
}

function readTags(cell: string): { readonly tags: readonly string[]; readonly problem: string | null } {
  const all = new Map(cell.split(",").map((tag) => [labelKey(tag), tag.trim().replace(/\s+/g, " ")]));
  all.delete("");
  const fitting = [...all.values()].filter((tag) => tag.length <= MAX_TAG_LENGTH).slice(0, MAX_TAGS);
  return {
    tags: fitting,
    problem: fitting.length === all.size ? null : `only tags of up to ${MAX_TAG_LENGTH} characters come in, at most ${MAX_TAGS}.`,
  };
}

function readCategories(first: ImportRecord, tags: readonly string[], note: Note): PlannedProduct["categories"] {
  if (first.cells.categories === undefined) {
    const labels = new Map([cut(textOf(first, "type"), MAX_NAME_LENGTH), ...tags].map((label) => [labelKey(label), label]));
    labels.delete("");
    return { kind: "labels", labels: [...labels.values()] };
  }
  const paths = parseCategoryPaths(textOf(first, "categories"));
  const fitting = paths.filter((path) => path.length <= MAX_CATEGORY_DEPTH && path.every((name) => name.length <= MAX_NAME_LENGTH));
  if (fitting.length < paths.length)
    note(first.line, "detail", `A category has at most ${MAX_CATEGORY_DEPTH} levels and ${MAX_NAME_LENGTH} characters.`);
  return { kind: "paths", paths: fitting };
}

function readImages(records: readonly ImportRecord[]): readonly PlannedImage[] {
  const images = new Map<string, PlannedImage>();
  for (const record of records) {
    const src = textOf(record, "imageSrc");
    if (src !== "" && !images.has(src))
      images.set(src, { src, alt: cut(textOf(record, "imageAlt"), MAX_SHORT_TEXT_LENGTH), line: record.line });
  }
  return [...images.values()];
}

/** The cell on one line, without control characters: a file is taken as far as it makes sense. */
function textOf(record: ImportRecord, column: FileColumn): string {
  return tidyText((record.cells[column] ?? "").replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " "));
}

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function isYes(text: string): boolean {
  return ["true", "yes", "1"].includes(text.toLowerCase());
}

function isNo(text: string): boolean {
  return ["false", "no", "0"].includes(text.toLowerCase());
}

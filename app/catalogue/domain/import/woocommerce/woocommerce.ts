import { formatCategoryPaths, labelKey } from "#app/catalogue/domain/import/category-paths.ts";
import { decodeEntities, isYes, soldOutVariantsText } from "#app/catalogue/domain/import/cells.ts";
import type { FileColumn, ImportRecord } from "#app/catalogue/domain/import/columns.ts";
import { oldPathOf } from "#app/values/addresses/old-path.ts";
import type { ImportProblem, Note } from "#app/catalogue/domain/import/problems.ts";
import { codeCells, splitList, variationCodeCells } from "./woocommerce-codes.ts";
import { priceCells, type WooPriceOptions } from "./woocommerce-prices.ts";
import { variationRows, type WooVariants } from "./woocommerce-variations.ts";
import type { WooRecord } from "./woocommerce-record.ts";

/** A product as rows of our format; no rows: it cannot be sold here, see the problems. */
export interface WooProduct {
  readonly rows: readonly ImportRecord[];
  readonly problems: readonly ImportProblem[];
}

type Cells = Partial<Record<FileColumn, string>>;

/** "id:12" and "sku:ABC": the keys by which variations refer to their product. */
export function wooKeys({ cells }: WooRecord): readonly string[] {
  const id = cells.id?.trim() ?? "";
  const sku = cells.sku?.trim() ?? "";
  return [...(id === "" ? [] : [`id:${id}`]), ...(sku === "" ? [] : [`sku:${sku.toLowerCase()}`])];
}

/** The variation's parent; null for products. */
export function wooParentKey({ cells }: WooRecord): string | null {
  const parent = cells.parent?.trim() ?? "";
  if (!typesOf(cells).includes("variation") && (cells.type !== undefined || parent === "")) return null;
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1];
  return id === undefined ? `sku:${parent.toLowerCase()}` : `id:${id}`;
}

/** A product with variations (docs/rules/import.md) as rows for `planProduct`. */
export function wooProduct(record: WooRecord, variations: readonly WooRecord[], handle: string, options: WooPriceOptions): WooProduct {
  const { cells, line } = record;
  const name = nameOf(record);
  const problems: ImportProblem[] = [];
  const note: Note = (at, lost, message) => void problems.push({ line: at, lost, message });
  const types = typesOf(cells);
  const foreign = types.find((type) => !["simple", "variable", "virtual", "downloadable", ""].includes(type));
  const refuse = (message: string): WooProduct => ({ rows: [], problems: [...problems, { line, lost: "product", message }] });
  if (foreign !== undefined) return refuse(`“${name}” is a product of the kind “${foreign}”, which the shop does not sell.`);
  const isVariable = types.includes("variable") || variations.length > 0;
  if (isVariable && variations.length === 0) return refuse(`“${name}” has variations, but none of them is in the file.`);
  const found = isVariable ? variationRows(record, variations) : null;
  problems.push(...(found?.problems ?? []));
  if (found !== null && found.variants.length === 0) return refuse(`“${name}” has no variation that can be sold.`);
  const codesOf = variationCodeCells(record, found);
  const isShared = (own: WooRecord) => (found?.variants.filter((each) => each.record === own).length ?? 0) > 1;
  const variants: ImportRecord[] =
    found === null
      ? [
          {
            line,
            cells: {
              handle,
              ...priceCells(record, options, note),
              ...codeCells(record),
              option1Name: "Title",
              option1Value: "Default Title",
            },
          },
        ]
      : found.variants.map(({ record: own, values }) => ({
          line: own.line,
          cells: {
            handle,
            ...priceCells(own, options, note),
            ...codesOf(own),
            ...(isShared(own) ? NOT_OF_ONE : stockCells(own)),
            ...valueCells(values),
          },
        }));
  const [first, ...rest] = variants;
  const titles = found?.titles ?? ["Title"];
  const described: ImportRecord = {
    line,
    cells: {
      ...first?.cells,
      ...productCells(record, found?.titles ?? []),
      ...(found === null ? stockCells(record) : soldOutCells(found.variants, isShared, note)),
      ...taxCells(record),
      option1Name: titles[0] ?? "",
      option2Name: titles[1] ?? "",
      option3Name: titles[2] ?? "",
    },
  };
  return { rows: [described, ...rest, ...pictureRows(record, variations, handle)], problems };
}

function valueCells([option1Value = "", option2Value = "", option3Value = ""]: readonly string[]): Cells {
  return { option1Value, option2Value, option3Value };
}

function nameOf({ cells }: WooRecord): string {
  const bare = (cells.name ?? "").replaceAll(/<\/?(?:b|strong|i|em|br|span|small|sub|sup|u)(?:\s[^<>]*)?\/?>/gi, " ");
  return decodeEntities(bare).replaceAll(/\s+/g, " ").trim();
}

function productCells(record: WooRecord, titles: readonly string[]): Cells {
  const { cells, attributes } = record;
  const own = new Set(titles.map(labelKey));
  const facts = attributes.filter((attribute) => attribute.isVisible && attribute.values.length > 0 && !own.has(labelKey(attribute.name)));
  const short = textBlock(cells.shortDescription ?? "");
  const long = textBlock(cells.description ?? "");
  const listed = facts.map(({ name, values }) => `<li>${escapeHtml(name)}: ${escapeHtml(values.join(", "))}</li>`).join("");
  return {
    title: nameOf(record),
    ...(cells.description === undefined && cells.shortDescription === undefined
      ? {}
      : { body: `${long === "" ? short : long}${listed === "" ? "" : `<ul>${listed}</ul>`}`, summary: long === "" ? "" : short }),
    ...(cells.tags === undefined ? {} : { tags: splitList(cells.tags).join(", ") }),
    ...(cells.categories === undefined ? {} : { categories: formatCategoryPaths(categoriesOf(cells.categories)) }),
    ...(cells.featured === undefined ? {} : { popular: isYes(cells.featured) ? "yes" : "no" }),
    ...(cells.seoTitle === undefined ? {} : { seoTitle: cells.seoTitle }),
    ...(cells.seoDescription === undefined ? {} : { seoDescription: cells.seoDescription }),
    ...oldPathCell(cells),
    published: String(
      ((cells.published ?? "").trim() === "" || isYes(cells.published ?? "")) && cells.visibility?.trim().toLowerCase() !== "hidden",
    ),
  };
}

/** From its full address, else from its slug below the default path. */
function oldPathCell({ permalink = "", slug = "" }: WooRecord["cells"]): Cells {
  const usual = slug.trim() === "" ? null : oldPathOf(`/product/${slug.trim()}`);
  const oldPath = (permalink.trim() === "" ? null : oldPathOf(permalink.trim())) ?? usual;
  return oldPath === null ? {} : { oldPath };
}

/** A variation for several combinations cannot give its SKU, barcode or stock to one of them. */
const NOT_OF_ONE: Cells = { sku: "", barcode: "", inventoryTracker: "", inventoryQuantity: "" };

function stockCells({ cells }: WooRecord): Cells {
  const quantity = Number(cells.stock?.trim() === "" ? Number.NaN : cells.stock);
  const isCounted = Number.isFinite(quantity) && !isBackorder(cells.backorders);
  return {
    ...(cells.stock === undefined
      ? {}
      : { inventoryTracker: isCounted ? "woocommerce" : "", inventoryQuantity: isCounted ? String(Math.floor(quantity)) : "" }),
    ...(cells.inStock === undefined ? {} : { soldOut: cells.inStock.trim() === "0" && !isCounted ? "yes" : "no" }),
  };
}

/** Variants that are sold out without a count cannot be marked; if there are no others, the product is sold out. */
function soldOutCells(variants: WooVariants["variants"], isShared: (record: WooRecord) => boolean, note: Note): Cells {
  const [first] = variants;
  if (first?.record.cells.inStock === undefined && first?.record.cells.stock === undefined) return {};
  const isCountedHere = (record: WooRecord) => stockCells(record).inventoryTracker === "woocommerce" && !isShared(record);
  const gone = variants.filter(({ record }) => isGone(record) && !isCountedHere(record));
  const isAllGone = gone.length > 0 && variants.every(({ record }) => isGone(record));
  if (gone.length > 0 && !isAllGone) note(gone[0]?.record.line ?? 0, "detail", soldOutVariantsText(gone.map(({ values }) => values)));
  const shared = variants.filter(({ record }, index) => isShared(record) && variants.findIndex((each) => each.record === record) === index);
  for (const { record } of shared)
    if (stockCells(record).inventoryTracker === "woocommerce")
      note(record.line, "detail", "This variation stands for several combinations, so its stock is not counted.");
  return { soldOut: isAllGone ? "yes" : "no" };
}

function isGone({ cells }: WooRecord): boolean {
  if (isBackorder(cells.backorders)) return false;
  const stock = cells.stock?.trim() ?? "";
  return cells.inStock?.trim() === "0" || (stock !== "" && Number(stock) <= 0);
}

function isBackorder(cell: string | undefined): boolean {
  return !["", "0", "no"].includes(cell?.trim().toLowerCase() ?? "");
}

function taxCells({ cells }: WooRecord): Cells {
  if (cells.taxStatus === undefined && cells.taxClass === undefined) return {};
  const taxClass = cells.taxClass?.trim().toLowerCase() ?? "";
  if (cells.taxStatus?.trim().toLowerCase() === "none" || taxClass.startsWith("zero")) return { taxClass: "zero" };
  if (cells.taxClass === undefined) return { taxable: "true" };
  return { taxClass: ["", "standard", "parent"].includes(taxClass) ? "standard" : taxClass };
}

function pictureRows(record: WooRecord, variations: readonly WooRecord[], handle: string): readonly ImportRecord[] {
  return [record, ...variations].flatMap(({ line, cells }) =>
    (cells.images ?? "")
      .split(/,\s*(?=https?:|\/)|\n/)
      .map((address) => address.trim())
      .filter((address) => address !== "")
      .map((imageSrc) => ({ line, cells: { handle, imageSrc, imageAlt: "" } })),
  );
}

/** "Clothing > Shirts, Sale" → two paths. The default category is dropped. */
function categoriesOf(cell: string): readonly (readonly string[])[] {
  return splitList(cell)
    .map((path) =>
      path
        .split(">")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    )
    .filter((path) => path.length > 0 && !(path.length === 1 && labelKey(path[0] ?? "") === "uncategorized"));
}

/** Shortcode prefixes of page builders. */
const BUILDERS =
  "vc|wpb|et_pb|fusion|av|tatsu|ux|cs|su|ult|mk|nectar|qode|edgtf|eltdf|mkdf|trx|woodmart|porto|dt|thb|wd|ld|woocommerce|mc4wp|fl_builder|siteorigin|yith_wc";
/** Shortcodes of WordPress, WooCommerce and common plugins. */
const KNOWN = [
  "gallery|caption|wp_caption|embed|audio|video|playlist",
  "products?|product_(?:page|category|categories|attribute)|(?:recent|featured|sale|best_selling|top_rated|related)_products|add_to_cart(?:_url)?|shop_messages",
  "contact-form(?:-7)?|wpforms|gravityforms?|ninja_forms?|formidable|rev_slider(?:_vc)?|layerslider|smartslider3|elementor-template|ess_grid",
].join("|");
/**
 * Removes shortcodes such as "[vc_row]" and "[gallery ids=…]". Other bracketed words stay: "[gluten-free]" and "[products contain nuts]" are content.
 */
const SHORTCODES = new RegExp(
  `\\[/?(?:(?:${BUILDERS})_[\\w-]*(?:\\s[^\\]]{0,2000})?|(?:${KNOWN})(?:\\s+(?:[\\w-]+=[^\\]]{0,2000})?)?)/?\\]`,
  "gi",
);

/** Converts text with \n to paragraphs; HTML stays. */
function textBlock(cell: string): string {
  const text = cell
    .replaceAll(/(\\\\n)|\\n/g, (_, kept: string | undefined) => (kept === undefined ? "\n" : "\\n"))
    .replaceAll("\r\n", "\n")
    .replaceAll(SHORTCODES, "")
    .trim();
  if (text === "" || /<(?:p|div|ul|ol|table|h[1-6]|blockquote)\b/i.test(text)) return text;
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function typesOf(cells: WooRecord["cells"]): readonly string[] {
  return (cells.type ?? "").split(",").map((type) => type.trim().toLowerCase());
}

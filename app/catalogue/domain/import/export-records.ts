import type { Cents } from "#app/values/money.ts";
import { formatCategoryPaths } from "./category-paths.ts";
import type { FileColumn } from "./columns.ts";
import type { CurrentProduct } from "./differences.ts";
import { variantKey, type VariantRecord } from "#app/catalogue/domain/variants/variant-record.ts";
import { variantOptionIds, variantTableOf } from "./variants.ts";

type Cells = Partial<Record<FileColumn, string>>;

/** An amount in the file's format. */
type WriteAmount = (amount: Cents) => string;

/** A product as file rows: one per variant or picture. Importing them changes nothing. Other groups are listed by name. */
export function exportRecords(product: CurrentProduct, handle: string, write: WriteAmount): readonly Cells[] {
  const table = variantTableOf(product.price, product.groups);
  const base = Math.min(...table.variants.map((variant) => variant.price));
  const optionIds = variantOptionIds(product.groups);
  const variantsByOptions = new Map(product.variants.map((variant) => [variantKey(variant.optionIds), variant]));
  const variants = table.variants.map((variant, index): Cells => {
    const record = variantsByOptions.get(variantKey(optionIds[index] ?? []));
    const [option1Value = "Default Title", option2Value = "", option3Value = ""] = variant.values;
    return {
      handle,
      option1Value,
      option2Value,
      option3Value,
      price: write(variant.price),
      compareAt: compareAtOf(product, { price: variant.price, base, write }),
      taxable: String(product.taxClass !== "zero"),
      ...(table.titles.length === 0 ? stockCells(product.stock) : variantCells(record, write)),
    };
  });
  const pictures = product.pictures.map(({ url, alt }, index): Cells => ({
    handle,
    imageSrc: url,
    imagePosition: String(index + 1),
    imageAlt: alt,
  }));
  const rows = Array.from({ length: Math.max(variants.length, pictures.length) }, (_, index): Cells => ({
    ...variants[index],
    ...pictures[index],
  }));
  const [option1Name = "Title", option2Name = "", option3Name = ""] = table.titles;
  const [first = {}, ...rest] = rows;
  const description: Cells = {
    title: product.name,
    body: product.descriptionHtml,
    type: product.categories[0]?.path.at(-1) ?? "",
    tags: product.tags.join(", "),
    published: String(!product.isHidden),
    status: "active",
    giftCard: "false",
    ...detailCells(product, write),
    ...codeCells(product, table.titles.length > 0),
    oldPath: product.oldPath === null ? "" : `/${product.oldPath}`,
    categories: formatCategoryPaths(product.categories.map((category) => category.path)),
    option1Name,
    option2Name,
    option3Name,
  };
  return [{ ...first, ...description }, ...rest];
}

/** The product's own SKU, barcode and stock; rows of a product with options have those of the variants. */
function codeCells({ details, stock }: CurrentProduct, hasOptions: boolean): Cells {
  const [sku, barcode] = [details.sku ?? "", details.barcode ?? ""];
  return hasOptions ? { productSku: sku, productBarcode: barcode, productStock: stock === null ? "" : String(stock) } : { sku, barcode };
}

function variantCells(record: VariantRecord | undefined, write: WriteAmount): Cells {
  const { sku = null, barcode = null, stock = null, lowStock, vendor, weightGrams, costCents } = record ?? {};
  return {
    ...stockCells(stock),
    sku: sku ?? "",
    barcode: barcode ?? "",
    variantLowStock: String(lowStock ?? ""),
    variantVendor: vendor ?? "",
    variantWeight: String(weightGrams ?? ""),
    variantCost: costCents === undefined ? "" : write(costCents),
  };
}

function stockCells(stock: number | null): Cells {
  return stock === null
    ? { inventoryTracker: "", inventoryQuantity: "", inventoryPolicy: "deny" }
    : { inventoryTracker: "shopbell", inventoryQuantity: String(stock), inventoryPolicy: "deny" };
}

/** A variant's compare-at price: all variants are reduced by the same amount. */
function compareAtOf(
  { details: { compareAtCents } }: CurrentProduct,
  { price, base, write }: { readonly price: Cents; readonly base: Cents; readonly write: WriteAmount },
): string {
  return compareAtCents === null || compareAtCents <= base ? "" : write(price + compareAtCents - base);
}

function detailCells({ details, taxClass, customizations }: CurrentProduct, write: WriteAmount): Cells {
  const { soldOutUntil, isSoldOut, calories, hours, weightGrams, costCents, maxPerOrder } = details;
  return {
    vendor: details.vendor ?? "",
    weight: weightGrams === null ? "" : String(weightGrams),
    cost: costCents === null ? "" : write(costCents),
    leadHours: String(details.leadHours),
    maxPerOrder: maxPerOrder === null ? "" : String(maxPerOrder),
    lowStock: details.lowStock === null ? "" : String(details.lowStock),
    weightUnit: details.weightUnit ?? "piece",
    weightStep: details.weightStep === null ? "" : String(details.weightStep),
    weightMin: details.weightMin === null ? "" : String(details.weightMin),
    pickupOnly: details.isPickupOnly ? "yes" : "no",
    taxClass,
    summary: details.summary,
    kitchenName: details.kitchenName ?? "",
    allergens: details.allergens.join(", "),
    dietaryTags: details.dietaryTags.join(", "),
    calories: calories === null ? "" : String(calories),
    popular: details.isPopular ? "yes" : "no",
    soldOut: isSoldOut ? (soldOutUntil ?? "yes") : "no",
    seoTitle: details.seoTitle,
    seoDescription: details.seoDescription,
    hours: hours === null ? "" : JSON.stringify(hours),
    customizations: formatCategoryPaths(customizations.map((name) => [name])),
  };
}

import { amountText, type Cents } from "#app/values/money.ts";
import { formatCategoryPaths } from "./category-paths.ts";
import type { FileColumn } from "./columns.ts";
import type { CurrentProduct } from "./differences.ts";
import { variantTableOf } from "./variants.ts";

type Cells = Partial<Record<FileColumn, string>>;

/** A product as file rows: one per variant or picture. Importing them changes nothing. Other groups are listed by name. */
export function exportRecords(product: CurrentProduct, handle: string, currency: string): readonly Cells[] {
  const table = variantTableOf(product.price, product.groups);
  const base = Math.min(...table.variants.map((variant) => variant.price));
  const variants = table.variants.map((variant): Cells => {
    const [option1Value = "Default Title", option2Value = "", option3Value = ""] = variant.values;
    return {
      handle,
      option1Value,
      option2Value,
      option3Value,
      price: amountText(variant.price, currency),
      compareAt: compareAtOf(product, { price: variant.price, base, currency }),
      taxable: String(product.taxClass !== "zero"),
      ...stockCells(product),
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
    ...detailCells(product, currency),
    categories: formatCategoryPaths(product.categories.map((category) => category.path)),
    option1Name,
    option2Name,
    option3Name,
  };
  return [{ ...first, ...description }, ...rest];
}

function stockCells({ stock }: CurrentProduct): Cells {
  return stock === null
    ? { inventoryTracker: "", inventoryQuantity: "", inventoryPolicy: "deny" }
    : { inventoryTracker: "shopbell", inventoryQuantity: String(stock), inventoryPolicy: "deny" };
}

/** Lowered by the same amount for every variant. */
function compareAtOf(
  { details: { compareAtCents } }: CurrentProduct,
  { price, base, currency }: { readonly price: Cents; readonly base: Cents; readonly currency: string },
): string {
  return compareAtCents === null || compareAtCents <= base ? "" : amountText(price + compareAtCents - base, currency);
}

function detailCells({ details, taxClass, customizations }: CurrentProduct, currency: string): Cells {
  const { soldOutUntil, isSoldOut, calories, hours, weightGrams, costCents, maxPerOrder } = details;
  return {
    sku: details.sku ?? "",
    barcode: details.barcode ?? "",
    vendor: details.vendor ?? "",
    weight: weightGrams === null ? "" : String(weightGrams),
    cost: costCents === null ? "" : amountText(costCents, currency),
    leadHours: String(details.leadHours),
    maxPerOrder: maxPerOrder === null ? "" : String(maxPerOrder),
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

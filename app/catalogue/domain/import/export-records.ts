import { dollarsText } from "#app/values/money.ts";
import { formatCategoryPaths } from "./category-paths.ts";
import type { FileColumn } from "./columns.ts";
import type { CurrentProduct } from "./differences.ts";
import { variantTableOf } from "./variants.ts";

type Cells = Partial<Record<FileColumn, string>>;

/**
 * A product as rows of a file: one per variant, and more where there are more pictures than variants. Reading them back says exactly what the
 * shop has. Groups that are no variants (optional ones, texts) are not in the file, and an import leaves them alone.
 */
export function exportRecords(product: CurrentProduct, handle: string): readonly Cells[] {
  const table = variantTableOf(product.price, product.groups);
  const variants = table.variants.map((variant): Cells => {
    const [option1Value = "Default Title", option2Value = "", option3Value = ""] = variant.values;
    return {
      handle,
      option1Value,
      option2Value,
      option3Value,
      price: dollarsText(variant.price),
      taxable: String(product.taxClass !== "zero"),
      ...stockCells(product),
    };
  });
  const pictures = product.pictures.map(({ url, alt }): Cells => ({ handle, imageSrc: url, imageAlt: alt }));
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

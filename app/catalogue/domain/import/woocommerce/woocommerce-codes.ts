import { keysOf } from "#app/values/narrow.ts";
import { decodeEntities } from "#app/catalogue/domain/import/cells.ts";
import { OVERRIDE_COLUMNS } from "#app/catalogue/domain/import/codes.ts";
import type { FileColumn } from "#app/catalogue/domain/import/columns.ts";
import type { WooVariants } from "./woocommerce-variations.ts";
import type { WooRecord } from "./woocommerce-record.ts";

type Cells = Partial<Record<FileColumn, string>>;

const WEIGHTS = { weightKg: "kg", weightG: "g", weightLbs: "lbs", weightOz: "oz" } as const;

/** SKU, barcode, vendor, weight with its unit, cost and low stock level; missing columns are absent. */
export function codeCells({ cells }: WooRecord): Cells {
  const unit = keysOf(WEIGHTS).find((column) => cells[column] !== undefined);
  const weight = unit === undefined ? "" : (cells[unit]?.trim() ?? "");
  return {
    ...(cells.sku === undefined ? {} : { sku: cells.sku }),
    ...(cells.barcode === undefined ? {} : { barcode: cells.barcode }),
    ...(cells.vendor === undefined ? {} : { vendor: splitList(cells.vendor)[0] ?? "" }),
    ...(unit === undefined ? {} : { weight: weight === "" ? "" : `${weight} ${WEIGHTS[unit]}` }),
    ...(cells.cost === undefined ? {} : { cost: cells.cost }),
    ...((cells.lowStock ?? "") === "" ? {} : { lowStock: cells.lowStock }),
  };
}

/** The codes of a variation. Empty cells inherit the product's value, except SKU and barcode, which belong to the product. */
function variationCodes(record: WooRecord, variation: WooRecord): Cells {
  const { sku = "", barcode = "", ...product } = codeCells(record);
  const { lowStock: variantLowStock, ...own } = codeCells(variation);
  const filled = Object.entries(own).filter(([, cell]) => cell.trim() !== "");
  return {
    ...product,
    ...Object.fromEntries(filled),
    ...(product.vendor === undefined || product.vendor === "" ? {} : { vendor: product.vendor }),
    ...(variantLowStock === undefined ? {} : { variantLowStock }),
    ...codeOf("sku", own.sku, sku),
    ...codeOf("barcode", own.barcode, barcode),
  };
}

const OVERRIDABLE = ["weight", "cost"] as const;

/** The codes of the product's variations. If their weights or costs differ, those of product and variation are separate. */
export function variationCodeCells(record: WooRecord, found: WooVariants | null): (variation: WooRecord) => Cells {
  const codes = (found?.variants ?? []).map(({ record: variation }) => variationCodes(record, variation));
  const differing = OVERRIDABLE.filter(
    (column) => new Set(codes.map((cells) => cells[column] ?? "").filter((cell) => cell !== "")).size > 1,
  );
  const product = codeCells(record);
  return (variation) => {
    const own = codeCells(variation);
    const apart = differing.flatMap((column) => [
      [column, product[column] ?? ""],
      [OVERRIDE_COLUMNS[column], own[column] ?? ""],
    ]);
    return { ...variationCodes(record, variation), ...Object.fromEntries(apart) };
  };
}

const PRODUCT_COLUMNS = { sku: "productSku", barcode: "productBarcode" } as const;

function codeOf(column: "sku" | "barcode", own: string | undefined, ofProduct: string): Cells {
  if (own === undefined) return {};
  return {
    [column]: own.trim() === ofProduct.trim() ? "" : own,
    ...(ofProduct.trim() === "" ? {} : { [PRODUCT_COLUMNS[column]]: ofProduct }),
  };
}

/** A list with commas, "\," inside values; some files use bars. */
export function splitList(cell: string): readonly string[] {
  return cell
    .split(/(?<!\\),/.test(cell) ? /(?<!\\),/ : "|")
    .map((part) => decodeEntities(part.replaceAll("\\,", ",")).trim())
    .filter((part) => part !== "");
}

import { beginsFormula } from "#app/values/csv.ts";
import { keysOf } from "#app/values/narrow.ts";
/**
 * Columns of a product file: our name and the accepted headers (ignoring case and accents), in Shopify's order. Exports write the first
 * header, which is Shopify's where possible.
 */
const HEADINGS = {
  handle: ["Handle", "URL handle", "Slug", "Product ID", "Item ID", "ID"],
  title: ["Title", "Name", "Product name", "Product title", "Item name", "Product", "Item", "Produktname", "Titel", "Nom", "Nombre"],
  body: ["Body (HTML)", "Description", "Long description", "Beschreibung", "Descripción", "Descrizione"],
  vendor: ["Vendor", "Default Vendor Name", "Supplier", "Lieferant", "Fournisseur", "Proveedor", "Fornitore"],
  type: ["Type", "Product type", "Custom product type"],
  tags: ["Tags", "Tag", "Schlagwörter", "Schlagwort", "Étiquettes", "Étiquette", "Etiquetas", "Etiqueta"],
  published: [
    "Published",
    "Published on online store",
    "Visible",
    "Square Online Item Visibility",
    "Veröffentlicht",
    "Publié",
    "Publicado",
  ],
  // "Option Name 1" and "Archived" are Square's.
  option1Name: ["Option1 Name", "Option Name 1"],
  option1Value: ["Option1 Value", "Option Value 1", "Variation Name", "Variation"],
  option2Name: ["Option2 Name", "Option Name 2"],
  option2Value: ["Option2 Value", "Option Value 2"],
  option3Name: ["Option3 Name", "Option Name 3"],
  option3Value: ["Option3 Value", "Option Value 3"],
  sku: ["Variant SKU", "SKU", "Artikelnummer"],
  weight: ["Variant Grams", "Weight value (grams)", "Weight (g)", "Weight in grams", "Grams", "Gewicht (g)", "Poids (g)", "Peso (g)"],
  inventoryTracker: ["Variant Inventory Tracker", "Inventory tracker"],
  inventoryQuantity: ["Variant Inventory Qty", "Inventory quantity", "Stock", "Quantity", "Bestand", "Lagerbestand", "Inventario"],
  inventoryPolicy: ["Variant Inventory Policy", "Continue selling when out of stock"],
  price: ["Variant Price", "Price", "Unit price", "Regular price", "Preis", "Prix", "Precio", "Prezzo"],
  compareAt: ["Variant Compare At Price", "Compare-at price", "Compare at price", "Was"],
  taxable: ["Variant Taxable", "Charge tax", "Taxable"],
  barcode: ["Variant Barcode", "Barcode", "GTIN", "EAN", "UPC", "GTIN, UPC, EAN, or ISBN", "Strichcode"],
  imageSrc: ["Image Src", "Product image URL", "Image", "Images", "Image URL", "Picture", "Bild", "Bilder"],
  imagePosition: ["Image Position"],
  imageAlt: ["Image Alt Text", "Alt text"],
  giftCard: ["Gift Card"],
  seoTitle: ["SEO Title", "Meta title"],
  seoDescription: ["SEO Description", "Meta description"],
  variantImage: ["Variant Image", "Variant image URL"],
  cost: ["Cost per item", "Cost", "Unit cost", "Default Unit Cost", "Einkaufspreis"],
  status: ["Status", "Archived"],
  collection: ["Collection"],
  categories: [
    "Categories",
    "Category",
    "Kategorien",
    "Kategorie",
    "Catégories",
    "Catégorie",
    "Categorías",
    "Categoría",
    "Categorie",
    "Categoria",
    "Reporting Category",
  ],
  summary: ["Summary", "Short description", "Kurzbeschreibung"],
  kitchenName: ["Kitchen Name"],
  allergens: ["Allergens", "Allergen", "Allergene", "Allergènes", "Allergène", "Alérgenos", "Allergeni"],
  dietaryTags: ["Dietary Tags"],
  calories: ["Calories", "kcal"],
  popular: ["Popular"],
  soldOut: ["Sold Out"],
  taxClass: ["Tax Class", "Tax", "VAT", "MwSt", "MwSt."],
  hours: ["Hours"],
  customizations: ["Customizations"],
  leadHours: ["Lead Time Hours", "Lead time (hours)", "Lead time in hours"],
  maxPerOrder: ["Max Per Order", "Maximum per order"],
  pickupOnly: ["Pickup Only"],
  lowStock: ["Low Stock", "Low stock amount", "Low stock level"],
  variantLowStock: ["Variant Low Stock"],
  variantVendor: ["Variant Vendor"],
  // With its unit: other programs put kilograms under "Variant Weight".
  variantWeight: ["Variant Weight (g)"],
  variantCost: ["Variant Cost"],
  oldPath: ["Old Address"],
  // The last one is Square's.
  weightUnit: ["Sold By Weight", "Price Per", "Unit and Precision"],
  weightStep: ["Weight Step"],
  weightMin: ["Minimum Weight"],
  productSku: ["Product SKU"],
  productBarcode: ["Product Barcode"],
  productStock: ["Product Stock"],
  variation: ["Variation Name"],
  lowStockOn: ["Stock Alert Enabled"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type FileColumn = keyof typeof HEADINGS;
export const FILE_COLUMNS = keysOf(HEADINGS);

/** Square's columns for options besides variation names, and for whether its stock level is active. */
const ONLY_READ: ReadonlySet<FileColumn> = new Set(["variation", "lowStockOn"]);
export const EXPORT_COLUMNS = FILE_COLUMNS.filter((column) => !ONLY_READ.has(column));

/** A line of a product file; missing columns are absent, empty cells "". `line` counts from the header. */
export interface ImportRecord {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<FileColumn, string>>>;
}

/** The header that exports write for a column. */
export function headingOf(column: FileColumn): string {
  return HEADINGS[column][0];
}

/** All headers of a column, the likeliest first. */
export function headingsOf(column: FileColumn): readonly string[] {
  return HEADINGS[column];
}

export function isFileColumn(name: string): name is FileColumn {
  return Object.hasOwn(HEADINGS, name);
}

/** Escapes a cell with an apostrophe before = + - @ (formulas) and before an apostrophe, so that every text is restored. */
export function escapeCell(text: string): string {
  return needsEscape(text) ? `'${text}` : text;
}

/** Inverse of `escapeCell`; other apostrophes belong to the text. */
export function unescapeCell(cell: string): string {
  return cell.startsWith("'") && needsEscape(cell.slice(1)) ? cell.slice(1) : cell;
}

function needsEscape(text: string): boolean {
  return beginsFormula(text) || text.startsWith("'");
}

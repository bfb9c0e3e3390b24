import { keysOf, isOneOf } from "#app/values/narrow.ts";
/** WooCommerce's columns, in the languages of its plugin. */
const HEADINGS = {
  id: ["ID"],
  type: ["Type", "Typ", "Tipo", "Soort"],
  sku: ["SKU", "Artikelnummer", "UGS", "SKU (referencia)"],
  name: ["Name", "Nom", "Nombre", "Nome", "Naam"],
  published: ["Published", "Veröffentlicht", "Publié", "Publicado", "Pubblicato", "Gepubliceerd"],
  featured: ["Is featured?", "Ist hervorgehoben?", "Mis en avant ?", "¿Está destacado?"],
  visibility: ["Visibility in catalog", "Sichtbarkeit im Katalog", "Visibilité dans le catalogue", "Visibilidad en el catálogo"],
  shortDescription: ["Short description", "Kurzbeschreibung", "Description courte", "Descripción corta", "Breve descrizione"],
  description: ["Description", "Beschreibung", "Descripción", "Descrizione", "Beschrijving"],
  saleStart: [
    "Date sale price starts",
    "Datum, an dem Angebotspreis beginnt",
    "Date de début de promo",
    "Día en que empieza el precio rebajado",
  ],
  saleEnd: ["Date sale price ends", "Datum, an dem Angebotspreis endet", "Date de fin de promo", "Día en que termina el precio rebajado"],
  taxStatus: ["Tax status", "Steuerstatus", "État de la TVA", "Estado del impuesto"],
  taxClass: ["Tax class", "Steuerklasse", "Classe de TVA", "Clase de impuesto"],
  inStock: ["In stock?", "Vorrätig?", "En stock ?", "¿Existencias?", "¿En inventario?"],
  stock: ["Stock", "Lager", "Bestand", "Lagerbestand", "Inventario", "Existencias"],
  lowStock: ["Low stock amount", "Geringe Lagermenge", "Montant de stock faible", "Cantidad de bajo inventario"],
  backorders: [
    "Backorders allowed?",
    "Lieferrückstände erlaubt?",
    "Autoriser les commandes de produits en rupture ?",
    "¿Permitir reservas de productos agotados?",
  ],
  salePrice: ["Sale price", "Angebotspreis", "Tarif promo", "Precio rebajado", "Prezzo in offerta"],
  regularPrice: ["Regular price", "Regulärer Preis", "Tarif régulier", "Precio normal", "Prezzo di listino"],
  categories: ["Categories", "Kategorien", "Catégories", "Categorías", "Categorie"],
  tags: ["Tags", "Schlagwörter", "Étiquettes", "Etiquetas"],
  images: ["Images", "Bilder", "Imágenes", "Immagini", "Afbeeldingen"],
  parent: ["Parent", "Übergeordnetes Produkt", "Superior", "Genitore", "Hoofdproduct"],
  position: ["Position", "Posición", "Posizione", "Positie"],
  barcode: ["GTIN, UPC, EAN, or ISBN", "GTIN, UPC, EAN oder ISBN", "GTIN, UPC, EAN ou ISBN", "GTIN, UPC, EAN o ISBN", "Meta: _wc_gtin"],
  vendor: ["Brands", "Marken", "Marques", "Marcas", "Meta: _vendor"],
  weightKg: ["Weight (kg)", "Gewicht (kg)", "Poids (kg)", "Peso (kg)"],
  weightG: ["Weight (g)", "Gewicht (g)", "Poids (g)", "Peso (g)"],
  weightLbs: ["Weight (lbs)", "Gewicht (lbs)", "Poids (lbs)", "Peso (lbs)"],
  weightOz: ["Weight (oz)", "Gewicht (oz)", "Poids (oz)", "Peso (oz)"],
  cost: ["Cost of goods", "Meta: _wc_cog_cost"],
  // Columns of export plugins; "External URL" is where an external product is sold.
  slug: ["Slug", "Post name", "post_name"],
  permalink: ["Permalink", "Product permalink", "product_page_url"],
  seoTitle: ["Meta: _yoast_wpseo_title", "Meta: rank_math_title"],
  seoDescription: ["Meta: _yoast_wpseo_metadesc", "Meta: rank_math_description"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type WooColumn = keyof typeof HEADINGS;
export const WOO_COLUMNS = keysOf(HEADINGS);

export function wooHeadingsOf(column: WooColumn): readonly string[] {
  return HEADINGS[column];
}

/** The parts of an attribute's columns: "Attribute 2 value(s)". */
const ATTRIBUTE_PARTS = ["name", "values", "visible", "global", "default"] as const;
export type AttributePart = (typeof ATTRIBUTE_PARTS)[number];

/** "attribute 2 values": key of the column in a mapping. */
export type AttributeColumn = `attribute ${number} ${AttributePart}`;

const ATTRIBUTE_WORD = "(?:attribute?|attribut|attributo|atributo)";
const PARTS: readonly (readonly [AttributePart, string])[] = [
  ["name", "name|nom|nombre|nome|naam"],
  ["values", "value\\(s\\)|wert\\(e\\)|valeur\\(s\\)|valor\\(es\\)|valore|waarde\\(n\\)"],
  ["visible", "visible|sichtbar|visibile|zichtbaar"],
  ["global", "global|globale|globaal"],
  ["default", "default|standard|par défaut|por defecto|predefinito|standaard"],
];

/** The attribute column of a header, with number ("Nom de l’attribut 1"); null for others. */
export function attributeColumnOf(heading: string): AttributeColumn | null {
  const text = heading.trim().toLowerCase();
  const number = new RegExp(`${ATTRIBUTE_WORD}\\D{0,12}?(\\d{1,3})`, "u").exec(text)?.[1];
  if (number === undefined || Number(number) === 0) return null;
  // Defaults first: "Attribute 1 default" is not the name.
  const part = PARTS.toReversed().find(([, words]) =>
    new RegExp(`(?:^|[\\s(])(?:${words})(?:$|[\\s)])`, "u").test(text.replace(/\d+/, "")),
  );
  return part === undefined ? null : `attribute ${Number(number)} ${part[0]}`;
}

export function parseAttributeColumn(name: string): { readonly number: number; readonly part: AttributePart } | null {
  const [, number, part] = /^attribute ([1-9]\d{0,2}) (name|values|visible|global|default)$/.exec(name) ?? [];
  return isOneOf(ATTRIBUTE_PARTS, part) ? { number: Number(number), part } : null;
}

export function isWooColumn(name: string): name is WooColumn {
  return Object.hasOwn(HEADINGS, name);
}

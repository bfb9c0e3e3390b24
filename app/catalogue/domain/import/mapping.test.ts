import { expect, test } from "vitest";
import { FILE_COLUMNS, headingOf } from "./columns.ts";
import { columnLabel, guessMapping, ignoredHeadings, mappingProblem } from "./mapping.ts";
import { attributeColumnOf } from "./woocommerce/woocommerce-columns.ts";

const guess = (line: string, separator = ",") => guessMapping(line.split(separator), []);

test("detects old and new Shopify headers and skips metafields", () => {
  expect(guess("Handle,Title,Body (HTML),Vendor,Product Category,Type,Option1 Name,Option1 Value,Option1 Linked To,Variant Price")).toEqual(
    {
      format: "shopify",
      columns: ["handle", "title", "body", "vendor", null, "type", "option1Name", "option1Value", null, "price"],
      decimal: ".",
    },
  );
  expect(
    guess("Title,URL handle,Description,SKU,Price,Compare-at price,Price / International,Color (product.metafields.shopify.color-pattern)"),
  ).toMatchObject({ format: "shopify", columns: ["title", "handle", "body", "sku", "price", "compareAt", null, null] });
  expect(guessMapping(FILE_COLUMNS.map(headingOf), [])).toMatchObject({ format: "shopify", columns: FILE_COLUMNS });
});

test("detects WooCommerce headers in three languages", () => {
  expect(
    guess(
      "ID,Type,SKU,Name,Published,Is featured?,Short description,Description,In stock?,Stock,Sale price,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: _wpcom",
    ).columns,
  ).toEqual([
    ..."id type sku name published featured shortDescription description inStock stock salePrice regularPrice categories images parent".split(
      " ",
    ),
    "attribute 1 name",
    "attribute 1 values",
    "attribute 1 visible",
    "attribute 1 global",
    null,
  ]);
  const german = guess(
    "ID;Typ;Artikelnummer;Name;Veröffentlicht;Kurzbeschreibung;Beschreibung;Vorrätig?;Lager;Angebotspreis;Regulärer Preis;Kategorien;Bilder;Übergeordnetes Produkt;Attribut 1 Name;Attribut 1 Wert(e);Attribut 1 Sichtbar;Attribut 1 Global",
    ";",
  );
  expect(german).toMatchObject({ format: "woocommerce" });
  expect(german.columns).not.toContain(null);
  expect(
    guess("ID|Type|UGS|Nom|Publié|Tarif promo|Tarif régulier|Catégories|Nom de l’attribut 1|Valeur(s) de l’attribut 1", "|"),
  ).toMatchObject({
    format: "woocommerce",
    columns: [
      "id",
      "type",
      "sku",
      "name",
      "published",
      "salePrice",
      "regularPrice",
      "categories",
      "attribute 1 name",
      "attribute 1 values",
    ],
  });
  expect(attributeColumnOf("Attribute 2 default")).toBe("attribute 2 default");
  expect(attributeColumnOf("Attributes")).toBeNull();
});

test("accepts any table with name and price", () => {
  expect(guessMapping(["Artikelnummer", "Produktname", "Preis", "Bestand"], [["7", "Tee", "1.299,50", "3"]])).toEqual({
    format: "table",
    columns: ["sku", "title", "price", "inventoryQuantity"],
    decimal: ",",
  });
});

test("lists each ignored header once", () => {
  const headings = ["Handle", "Title", "Colour", "Variant Price", "Weight unit", "Colour", ""];
  expect(ignoredHeadings(guessMapping(headings, []), headings)).toEqual(["Colour", "Weight unit"]);
});

test("reports unreadable files", () => {
  expect(mappingProblem(guess("Colour,Weight"), ["Colour", "Weight"])).toMatch(
    /no column for the name and the price\. .*found: “Colour”, “Weight”\. For the name these are understood: Title, Name,.* For the price .*Price/,
  );
  expect(mappingProblem({ format: "table", columns: ["title", "price", "price"], decimal: "." }, [])).toContain("“Price”");
  expect(mappingProblem({ format: "table", columns: ["title", "price", "imageSrc", "imageSrc"], decimal: "." }, [])).toBeNull();
  expect([columnLabel("option1Name"), columnLabel("seoTitle"), columnLabel("imageSrc"), columnLabel("attribute 2 values")]).toEqual([
    "Option 1 name",
    "SEO title",
    "Image address",
    "Attribute 2 values",
  ]);
});

test("reads the first of duplicate headers", () => {
  expect(guess("Handle,Title,Variant Price,Title")).toMatchObject({ columns: ["handle", "title", "price", null] });
});

test.each(["Catégorie", "categorie", "CATÉGORIES", "Categoría", "Kategorie"])("recognises the header %s", (heading) => {
  expect(guess(`Nom,Prix,${heading},Allergène,Etiquette`).columns).toEqual(["title", "price", "categories", "allergens", "tags"]);
});

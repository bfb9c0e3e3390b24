import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { categories, products } from "#app/catalogue/data/tables.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { fail } from "#app/values/result.ts";
import { EXPORTS } from "#test/data/real-exports.ts";
import { openTestShop } from "#test/shop.ts";
import { importFile } from "./import-runs.server.ts";

const { services } = await openTestShop();
const { db } = services;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
});

async function bring(text: string, isDryRun: boolean) {
  const open = async function* () {
    yield Buffer.from(text);
  };
  const answer = await importFile(
    {
      ...services,
      publicUrl: services.env.publicUrl,
      fetchPicture: () => Promise.resolve(fail({ message: "silence", isUnreachable: true })),
    },
    { fileName: "products.csv", size: 1, open, isDryRun, withPictures: true },
    { userId: 1, userName: "Ana" },
  );
  if (!answer.ok) throw new Error(answer.error);
  return answer.value.report;
}

/** What is in the shop afterwards, a line a product, and what was said. */
async function outcomeOf(text: string): Promise<readonly string[]> {
  const rehearsed = await bring(text, true);
  const { products: counts, problems } = await bring(text, false);
  expect(rehearsed.products, "the dry run says the same").toEqual(counts);
  const ids = (await db.select({ id: products.id }).from(products)).map((row) => row.id);
  const lines = (await loadCurrentProducts(db, { ids }, services.now())).map((row) => {
    const { titles, variants } = variantTableOf(row.price, row.groups);
    const prices = variants.map(({ values, price }) => `${values.join("/")} ${price}`).join(", ");
    const facts = [
      row.details.compareAtCents === null ? "" : `was ${row.details.compareAtCents}`,
      row.isHidden ? "hidden" : "",
      row.stock === null ? "" : `stock ${row.stock}`,
      row.details.isSoldOut ? "sold out" : "",
      row.taxClass === "standard" ? "" : row.taxClass,
      row.categories.map(({ path }) => path.join(" > ")).join("; "),
      row.details.summary,
      row.descriptionHtml,
      titles.length === 0 ? "" : `${titles.join(", ")}: ${prices}`,
    ];
    return [`${row.name} ${row.price}`, ...facts.filter((fact) => fact !== "")].join(" | ");
  });
  expect((await bring(text, false)).products, "the same file again changes nothing").toMatchObject({ new: 0, changed: 0 });
  return [...lines, ...problems.map(({ line, message }) => `${line}: ${message}`)];
}

/** Products with their prices in cents, then what was said, by its line. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  "Shopify: the newest headings, linked options, thousands with commas, a variant without stock": [
    'Linen Shirt 129900 | Shirts; Summer; Linen | Light, "airy". | <p>Light, "airy".</p> | Color / Size / Fit: red / S / Slim 129900, blue / S / Slim 129900, blue / M / Wide 135000',
    "2: The variants are lowered by different amounts, so the earlier price is left out.",
    "2: cdn.example did not answer; 2 pictures are left out. Import the file again later to fetch them.",
  ],
  "Shopify: nothing in Published, states in any case, gift cards, stock below zero, a price that starts with a point": [
    "Alpha 1000 | stock 0 | Mugs",
    "Beta 1000 | hidden | zero | Mugs",
    "Gamma 0 | was 500 | hidden | zero | Mugs",
    'Delta 50 | hidden | stock 4 | zero | Mugs; Sale; "Best" of; É',
    "Zeta 100 | zero | Title: Small 100",
    '6: "Epsilon Gift" is a gift card; the shop sells none.',
    "9: This row has no price.",
  ],
  "Shopify: sorted again so that a picture comes first, HTML of all kinds, inches, a price for scientists": [
    "Mug One 500 | Mug | Big Hi there | <div><h2>Big</h2><p>Hi there</p></div>",
    "Mug two 600 | Mug",
    "Mug 3 120000 | Mug",
    'Mug five 700 | Mug | Size: 10" 700',
    "2: cdn.example did not answer; 3 pictures are left out. Import the file again later to fetch them.",
    "5: This row has no handle.",
    '7: "Mug 4": The price "1.2E+03" is not understood. Write an amount such as 12.50.',
    '10: 10" is already in line 8.',
  ],
  "Shopify: prices of markets, options renamed halfway, values without a name": [
    "A 500 | Size: S 500, M 600",
    "B 500 | was 800 | Size: S 500, M 600",
    "C 500 | was 800 | size, Size: S/Wide 500",
    "D 500 | was 800",
    "8: This product has no options, so it has one price: that of line 7.",
  ],
  "Shopify: tabs and decimal commas": ['Uno 129900 | was 149950 | A; B | Él; "ella" | <p>Él; "ella"</p>', "Dos 1250"],
  "Shopify: every variant sold out, some not counted, orders go on": [
    "All gone 500 | Size: S 500, M 600",
    "Some uncounted 500 | Size: S 500, M 600",
    "Orders go on 500 | Size: S 500, M 600",
  ],
  "WooCommerce: stock of nothing and of 0, all states, kinds the shop does not sell": [
    "Zero stock 500 | stock 0",
    "Empty stock 500",
    "Back 500",
    "Draft 500 | hidden | sold out",
    "Private 500 | hidden | stock 2",
    "Free 0",
    "Hidden 500 | hidden",
    "7: “Grouped” is a product of the kind “grouped”, which the shop does not sell.",
    "8: “Elsewhere” is a product of the kind “external”, which the shop does not sell.",
    "9: “Subscription” is a product of the kind “subscription”, which the shop does not sell.",
    '11: "No price": This row has no price.',
  ],
  "WooCommerce: days of a sale as exports and spreadsheets write them": [
    "On since 2020 400 | was 500",
    "Not before 2099 500",
    "Which day? 500",
    "Over since 2021 500",
    "A number 500",
    "Dearer 500",
    "For nothing 0 | was 500",
    "Someday 500",
    '4: The day of the sale, "1/2/2020", is not understood, so the regular price applies.',
    '6: The day of the sale, "1577836800", is not understood, so the regular price applies.',
    '9: The day of the sale, "soon", is not understood, so the regular price applies.',
  ],
  "WooCommerce: commas in categories and values, HTML in names, very deep categories, doubles": [
    'Tom\'s "Best" Pie 500 | Food; Food > Pies, sweet > Apple | Short one | <p>Line1<br />Line2</p><p><strong>Bold</strong></p><ul><li>Weight: 1,5 kg, 2 kg</li></ul>',
    "Deep 500 | A > B > C > D",
    "Same SKU 500",
    "No number 500",
    "2: x.example did not answer; 2 pictures are left out. Import the file again later to fetch them.",
    "3: A category has at most 4 levels and 100 characters; what is more is cut off.",
    "4: “Deep” has the SKU of “Same SKU”, so the SKU is left out.",
    '6: "No number" is already in line 5.',
    '7: No row of "id:6" has a title.',
  ],
  "WooCommerce: variations by number and SKU, left open, unpublished, named as in addresses": [
    "Tee 1500 | Size / Colour: S / Red 1500, M / Red 2000, M / Blue 2000",
    "Old 500 | Size: Extra Large 500, A+ 600",
    "2: The variants are lowered by different amounts, so the earlier price is left out.",
    '4: "M / Red" and 1 more are out of stock there, and without a quantity, so they can be bought here.',
    "5: This row has no price.",
    "6: This variation is not published, so it is left out.",
    "7: “Alone” has variations, but none of them is in the file.",
  ],
  "WooCommerce: every variation sold out, or to be ordered all the same": [
    "All gone 500 | sold out | Size: S 500, M 500",
    "Orders go on 500 | Size: S 500",
  ],
  "WooCommerce: German, with semicolons": [
    "Kaffee 790 | Getränke > Heiß | <p>Guter Kaffee</p> | Gewicht: 250 g 790, 1 kg 2450",
    '2: There is no tax rate "reduced-rate" here. There are: standard, zero. A new product gets the standard one, another keeps its own.',
    "2: The variants are lowered by different amounts, so the earlier price is left out.",
  ],
  "WooCommerce: French": [
    "Thé 790 | Boissons > Chaud | <p>Très bon</p> | Poids: 100 g 790, 1 kg 2000",
    "2: The variants are lowered by different amounts, so the earlier price is left out.",
  ],
  "WooCommerce: Spanish": ["Té 790 | Bebidas > Caliente | <p>Muy bueno</p> | Peso: 100 g 790, 1 kg 2790"],
};

test.for(Object.entries(EXPORTS))("%s", async ([name, text]) => {
  expect(await outcomeOf(text)).toEqual(OUTCOMES[name]);
});

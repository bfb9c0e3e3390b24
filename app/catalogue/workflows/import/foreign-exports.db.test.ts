import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { categories, customizationTemplates, products } from "#app/catalogue/data/tables.ts";
import { detachAllUses } from "#app/catalogue/workflows/apply-template.server.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { openTestShop } from "#test/shop.ts";
import { importFile } from "./import-runs.server.ts";

/* What exports of other shops really look like, oddities and all. */

const { services } = await openTestShop();
const { db } = services;

beforeEach(async () => {
  await db.delete(products);
  await db.delete(categories);
  await db.delete(importRuns);
});

async function bring(bytes: string | Uint8Array, whenOpened = () => Promise.resolve()) {
  const open = async function* () {
    await whenOpened();
    yield Buffer.from(bytes);
  };
  const answer = await importFile(
    {
      ...services,
      publicUrl: services.env.publicUrl,
      fetchPicture: () => Promise.reject(new Error("something was fetched")),
    },
    { fileName: "products.csv", size: 1, open, isDryRun: false, withPictures: false },
    { userId: 1, userName: "Ana" },
  );
  if (!answer.ok) throw new Error(answer.error);
  return answer.value.report;
}
const named = async (name: string) => {
  const ids = (await db.select({ id: products.id }).from(products).where(eq(products.name, name))).map((row) => row.id);
  return (await loadCurrentProducts(db, { ids }, services.now()))[0]!;
};

test.for([
  ["a Shopify file that only says taxed", "Handle,Title,Variant Price,Variant Taxable\nmilk,Milk,PRICE,true\n", "food"],
  ["one that says nothing of tax", "Handle,Title,Variant Price\nmilk,Milk,PRICE\n", "food"],
  ["one that names a rate there is not", "Handle,Title,Variant Price,Tax Class\nmilk,Milk,PRICE,luxury\n", "food"],
  ["one that names another class", "Handle,Title,Variant Price,Tax Class\nmilk,Milk,PRICE,standard\n", "standard"],
  ["one that says untaxed", "Handle,Title,Variant Price,Variant Taxable\nmilk,Milk,PRICE,FALSE\n", "zero"],
  [
    "a WooCommerce file without classes",
    "ID,Type,Name,Published,Tax status,Regular price,Parent\n1,simple,Milk,1,taxable,PRICE,\n",
    "food",
  ],
] as const)("keeps a reduced rate unless the file changes it: %s", async ([, file, expected]) => {
  await bring(file.replace("PRICE", "1.00"));
  const first = await named("Milk");
  expect(first.taxClass).toBe(expected === "food" ? "standard" : expected);
  await db.update(products).set({ taxClass: "food" });
  await bring(file.replace("PRICE", "2.00"));
  expect(await named("Milk")).toMatchObject({ id: first.id, price: 200, taxClass: expected });
});

test("a rate removed during import leaves no product", async () => {
  const actor = { userId: 1, userName: "Ana" };
  await writeSettings(db, services.secrets, { REDUCED_TAX_RATES: "Food 5" }, actor);
  const file = (name: string) => `Handle,Title,Variant Price,Tax Class\n${name},${name},1.00,food\n`;
  // A file is opened several times before its products go in.
  let opened = 0;
  await bring(file("Milk"), async () => void (opened += 1));
  expect((await named("Milk")).taxClass).toBe("food");
  await db.delete(products);
  const { problems } = await bring(file("Bread"), async () => {
    opened -= 1;
    if (opened === 0) await writeSettings(db, services.secrets, { REDUCED_TAX_RATES: null }, actor);
  });
  expect((await named("Bread")).taxClass).toBe("standard");
  expect(problems).toEqual([{ line: 2, lost: "detail", message: expect.stringContaining('no tax rate "food"') as string }]);
});

test("re-importing a copy without template changes nothing", async () => {
  const product = await insertProduct(db, { name: "Latte" });
  const milk = await insertTemplate(db, { name: "Milk", title: "Milk?" }, [{ name: "Oat" }]);
  await linkTemplate(db, product, milk.id);
  await inTransaction(db, (tx) => detachAllUses(tx, milk.id));
  await db.delete(customizationTemplates);
  const text = (await Array.fromAsync(exportCatalogue(db, { publicUrl: "https://shop.example", now: services.now() }))).join("");
  expect(text).toContain("Milk");
  expect(await bring(text)).toMatchObject({ products: { new: 0, changed: 0, unchanged: 1 }, problems: [] });
});

test("imports a Shopify export saved by a German spreadsheet", async () => {
  const lines = [
    "sep=;",
    "Handle;Title;Body (HTML);Vendor;Published;Option1 Name;Option1 Value;Option2 Name;Option2 Value;Option3 Name;Option3 Value;Variant Inventory Tracker;Variant Inventory Qty;Variant Inventory Policy;Variant Price;Variant Compare At Price;Variant Taxable;Image Src;Image Alt Text;Gift Card;Status;Variant Weight Unit",
    'shirt;Shirt;"<p>Soft; warm.</p>\n<ul>\n<li>12"" wide</li>\n</ul>";Me;WAHR;Size;S;Colour;Red;;;shopify;3;deny;"1.299,00";"1.499,00";WAHR;https://cdn.example/1.jpg;Front;FALSCH;active;kg',
    "shirt;;;;;;S;;Blue;;;shopify;0;deny;1299,00;1499,00;WAHR;https://cdn.example/2.jpg;;;;kg",
    "shirt;;;;;;;;;;;;;;;;;https://cdn.example/3.jpg;Back;;;",
    "tea;Tea;;Me;FALSCH;Title;Default Title;;;;;shopify;-2;deny;4,50;4,00;FALSCH;;;FALSCH;active;g",
    "cup;Cup;;Me;WAHR;Title;Default Title;;;;;shopify;7;continue;9,00;;WAHR;;;FALSCH;draft;g",
    "jar;Jar;;Me;WAHR;Title;Default Title;;;;;;7;deny;9,00;;WAHR;;;FALSCH;archived;g",
    "card;Card;;Me;WAHR;Title;Default Title;;;;;;;;10,00;;FALSCH;;;WAHR;active;g",
    "shirt;Shirt again;;Me;WAHR;Title;Default Title;;;;;;;;1,00;;WAHR;;;FALSCH;active;g",
  ];
  const { products: counts, problems } = await bring(`\ufeff${lines.join("\r\n")}\r\n`);
  expect(counts).toEqual({ new: 4, changed: 0, unchanged: 0, broken: 2 });
  expect(problems.map(({ line, lost }) => `${line} ${lost}`)).toEqual(["12 product", "13 row"]);
  const shirt = await named("Shirt");
  expect(shirt).toMatchObject({ price: 129_900, isHidden: false, stock: null, details: { compareAtCents: 149_900 } });
  expect(shirt.descriptionHtml).toContain('<li>12" wide</li>');
  expect(variantTableOf(shirt.price, shirt.groups).variants.map(({ values }) => values.join("/"))).toEqual(["S/Red", "S/Blue"]);
  expect(await named("Tea")).toMatchObject({
    price: 450,
    isHidden: true,
    stock: 0,
    taxClass: "zero",
    details: { compareAtCents: null },
  });
  expect(await named("Cup")).toMatchObject({ isHidden: true, stock: null });
  expect(await named("Jar")).toMatchObject({ isHidden: true, stock: null });
});

test("imports a real WooCommerce export", async () => {
  const lines = [
    "ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Tax status,In stock?,Stock,Low stock amount,Backorders allowed?,Sold individually?,Weight (kg),Allow customer reviews?,Sale price,Regular price,Categories,Tags,Images,Parent,Grouped products,External URL,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global,Meta: _wpb_vc_js_status",
    `1,variable,HOOD,Ben &amp; Jerry&#8217;s hoodie,1,0,visible,,"[vc_row][vc_column width=""1/2""]<p>Soft [really].</p>[/vc_column][/vc_row]\\n[gallery ids=""1,2""]",taxable,1,,,0,0,0.5,1,,,"Food &amp; Drink > Hot\\, spicy, Sale",warm &amp; soft,,,,,Size,S|M,1,1,true`,
    "2,variation,HOOD-S,Hoodie - S,1,0,visible,,,taxable,1,4,,0,0,,0,,20,,,,HOOD,,,Size,S,,1,",
    "3,variation,HOOD-M,Hoodie - M,1,0,visible,,,taxable,1,4,,0,0,,0,18,22,,,,id:1,,,Size,M,,1,",
    '4,grouped,SET,Set,1,0,visible,,,taxable,1,,,0,0,,0,,,,,,,"HOOD, CAP",,,,,,',
    "5,simple,CAP,Cap,1,1,hidden,,Good cap,none,backorder,,,notify,0,,0,,12.5,Uncategorized,,,,,,,,,,",
  ];
  const { products: counts, problems } = await bring(`${lines.join("\n")}\n`);
  expect(counts).toEqual({ new: 2, changed: 0, unchanged: 0, broken: 1 });
  expect(problems.map(({ line }) => line)).toEqual([2, 5]);
  const hoodie = await named("Ben & Jerry’s hoodie");
  expect(hoodie.descriptionHtml).toBe("<p>Soft [really].</p>");
  expect(hoodie.tags).toEqual(["warm & soft"]);
  expect(hoodie.categories.map(({ path }) => path.join(" > ")).toSorted()).toEqual(["Food & Drink > Hot, spicy", "Sale"]);
  expect(variantTableOf(hoodie.price, hoodie.groups).variants).toEqual([
    { values: ["S"], price: 2000 },
    { values: ["M"], price: 1800 },
  ]);
  expect(await named("Cap")).toMatchObject({
    isHidden: true,
    stock: null,
    taxClass: "zero",
    categories: [],
    details: { isSoldOut: false },
  });
});

const SQUARE_HEADINGS = [
  "Token,Item Name,Variation Name,SKU,Description,Reporting Category,GTIN,Square Online Item Visibility,Price,Archived,Sellable",
  "Option Name 1,Option Value 1,Option Name 2,Option Value 2,Default Unit Cost",
  "Current Quantity Main Street,Stock Alert Enabled Main Street,Stock Alert Count Main Street,Current Quantity Airport,Stock Alert Count Airport",
].join(",");

test("imports a Square item library", async () => {
  const lines = [
    SQUARE_HEADINGS,
    "T1,Latte,Small,L-S,With oat milk,Hot drinks,,visible,4.00,N,Y,,,,,1.00,7,Y,5,9,1",
    "T2,Latte,Large,L-L,With oat milk,Hot drinks,,visible,5.00,N,Y,,,,,1.00,3,N,8,,",
    'T3,Shirt,"S, Red",SH-1,,Goods,,visible,20.00,N,Y,Size,S,Colour,Red,,2,,,,',
    'T4,Shirt,"L, Red",SH-2,,Goods,,visible,20.00,N,Y,Size,L,Colour,Red,,,,,,',
    "T5,Tea,Regular,TEA,,Hot drinks,,visible,3.00,N,Y,Size,Regular,,,,4,Y,2,,",
    "T6,Cider,Regular,,,Cold drinks,,visible,6.00,Y,Y,,,,,,,,,,",
    "T7,Punch,Regular,,,Cold drinks,,hidden,6.50,N,Y,,,,,,,,,,",
    "T8,Eggnog,Regular,,,Cold drinks,,unavailable,6.50,N,Y,,,,,,,,,,",
    "T9,Gift,Regular,,,Goods,,visible,variable,N,Y,,,,,,,,,,",
    "T10,Catering,Regular,,,Goods,,visible,,N,Y,,,,,,,,,,",
  ];
  const { products: counts, problems, hidden } = await bring(`${lines.join("\r\n")}\r\n`);
  expect([counts, hidden]).toEqual([{ new: 6, changed: 0, unchanged: 0, broken: 2 }, 3]);
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '10 "Gift": The price is "variable", and the shop sells at fixed prices. Enter one.',
    '11 "Catering": This row has neither a price nor a picture.',
  ]);
  const variantsOf = ({ price, groups }: Awaited<ReturnType<typeof named>>) => {
    const { titles, variants } = variantTableOf(price, groups);
    return [titles.join("/"), ...variants.map(({ values }) => values.join("/"))];
  };
  const [latte, shirt, tea] = [await named("Latte"), await named("Shirt"), await named("Tea")];
  expect(variantsOf(latte)).toEqual(["Variation", "Small", "Large"]);
  expect(latte.variants?.map(({ stock, lowStock }) => [stock, lowStock])).toEqual([
    [7, 5],
    [3, undefined],
  ]);
  expect(variantsOf(shirt)).toEqual(["Size/Colour", "S/Red", "L/Red"]);
  expect(tea).toMatchObject({ groups: [], stock: 4, isHidden: false, details: { sku: "TEA", lowStock: 2 } });
  expect(tea.categories.map(({ path }) => path)).toEqual([["Hot drinks"]]);
  for (const name of ["Cider", "Punch", "Eggnog"]) expect(await named(name), name).toMatchObject({ isHidden: true });
  const [run] = await db.select().from(importRuns);
  expect(run?.summary).toContain("Not shown in the shop, because the file hides or archives them: 3 products.");
  expect((await bring(`${lines.join("\n")}\n`)).products).toMatchObject({ new: 0, changed: 0, unchanged: 6 });
});

test("skips the low stock level of Square items counted by weight", async () => {
  const heading = "Token,Item Name,Variation Name,Unit and Precision,Price,Stock Alert Enabled Main,Stock Alert Count Main";
  await bring(`${heading}\nT1,Ham,Regular,lb .00,9.00,Y,5\nT2,Tea,Regular,,3.00,Y,5\n`);
  expect([(await named("Ham")).details.lowStock, (await named("Tea")).details.lowStock]).toEqual([null, 5]);
});

test("prefers Square's categories to its reporting category", async () => {
  await bring("Token,Item Name,Variation Name,Categories,Reporting Category,Price\nT1,Tea,Regular,Hot > Tea,Drinks,3.00\n");
  expect((await named("Tea")).categories.map(({ path }) => path)).toEqual([["Hot", "Tea"]]);
});

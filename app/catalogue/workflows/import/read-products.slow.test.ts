import { US_DOLLARS } from "#app/values/money.ts";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { planProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { inspectFile, readProducts } from "./read-products.server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const PIECE = 64 * 1024;
const body = `<p>${"Soft cotton, made to last. ".repeat(400)}</p>`;

/** As a disk gives it: pieces in which several rows stand. */
async function* fileOf(heading: string, rowOf: (index: number) => string, rows: number): AsyncGenerator<Uint8Array> {
  let piece = `${heading}\n`;
  for (let index = 0; index < rows; index += 1) {
    piece += `${rowOf(index)}\n`;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = "";
  }
  yield Buffer.from(piece);
}

/** Addresses and alt texts of the pictures of every product, "a.jpg Front". */
async function picturesIn(file: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const open = async function* () {
    yield Buffer.from(file);
  };
  const facts = await inspectFile(open);
  if (!facts.ok) throw new Error(facts.error);
  const notes = { problem: () => undefined, row: () => undefined, broken: () => undefined };
  const options = {
    decimal: ".",
    format: US_DOLLARS,
    cleanHtml: String,
    plainText: String,
    hasHtmlSummary: true,
    parseHours: () => null,
    taxClasses: {},
  } as const;
  const found: Record<string, readonly string[]> = {};
  for await (const { records, importKey } of readProducts(
    open,
    facts.value,
    facts.value.mapping,
    { currency: "USD", now: new Date() },
    notes,
  )) {
    const images = planProduct(records, { ...options, importKey }).product?.images ?? [];
    found[importKey] = images.map(({ src, alt }) => `${src.replace("https://cdn.example/", "")} ${alt}`.trim());
  }
  return found;
}

test("sorts Shopify pictures by position with their alt text", async () => {
  const file = [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image",
    "shirt,,,,,https://cdn.example/back.jpg,3,Back,",
    "shirt,,,Red,5,https://cdn.example/side.jpg?v=1,10,,https://cdn.example/back.jpg",
    "shirt,Shirt,Colour,Blue,5,https://cdn.example/front.jpg,1,Front,https://cdn.example/blue.jpg",
    "shirt,,,,,https://cdn.example/label.jpg,,Label,",
    "shirt,,,,,https://cdn.example/sleeve.jpg,2,Sleeve,",
    "shirt,,,,,https://cdn.example/side.jpg?v=1,10,Side,",
    "tea,Tea,Title,Default Title,4,https://cdn.example/b.jpg,x,B,",
    "tea,,,,,https://cdn.example/a.jpg,,A,",
  ].join("\n");
  expect(await picturesIn(file)).toEqual({
    "shopify:shirt": ["front.jpg Front", "sleeve.jpg Sleeve", "back.jpg Back", "side.jpg?v=1 Side", "label.jpg Label", "blue.jpg"],
    "shopify:tea": ["b.jpg B", "a.jpg A"],
  });
});

test("reads several pictures in one cell", async () => {
  const file =
    'Name,Price,Images\nTea,4,"https://cdn.example/a.jpg, https://cdn.example/b,c.jpg"\nCup,5,https://cdn.example/1.jpg https://cdn.example/2.jpg\n';
  expect(await picturesIn(file)).toEqual({ "table:tea": ["a.jpg", "b,c.jpg"], "table:cup": ["1.jpg", "2.jpg"] });
});

test.for([
  ["Shopify", "Handle,Title,Body (HTML),Variant Price", (index: number) => `soft-cotton-shirt-${index},Shirt ${index},"${body}",5`],
  [
    "WooCommerce",
    "ID,Type,SKU,Name,Description,Regular price,Parent,Images,Attribute 1 name,Attribute 1 value(s)",
    (index: number) =>
      [
        `${index},variable,SOFT-COTTON-SHIRT-${index},A soft shirt ${index},"${body}",,,,Size of the shirt,Small and narrow`,
        `,variation,SHIRT-SMALL-${index},,,5,SOFT-COTTON-SHIRT-${index},https://pictures.example/${index}.jpg,Size of the shirt,Small and narrow`,
      ].join("\n"),
  ],
] as const)("streams a 22 MB file: %s", async ([, heading, rowOf]) => {
  const open = () => fileOf(heading, rowOf, 2000);
  const facts = await inspectFile(open);
  if (!facts.ok) throw new Error(facts.error);
  let products = 0;
  let grownBy = 0;
  const notes = { problem: () => undefined, row: () => undefined, broken: () => undefined };
  const heldBefore = heldBytes();
  for await (const _ of readProducts(open, facts.value, facts.value.mapping, { currency: "USD", now: new Date() }, notes)) {
    products += 1;
    if (products === 100 || products === 1900) grownBy = Math.max(grownBy, heldBytes() - heldBefore);
  }
  expect(products).toBe(2000);
  expect(grownBy / 1_000_000).toBeLessThan(6);
});

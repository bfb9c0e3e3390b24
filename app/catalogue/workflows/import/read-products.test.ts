import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
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
] as const)("a file of 22 MB is not kept while it is read: %s", async ([, heading, rowOf]) => {
  const open = () => fileOf(heading, rowOf, 2000);
  const facts = await inspectFile(open);
  if (!facts.ok) throw new Error(facts.error);
  let products = 0;
  let grownBy = 0;
  const notes = { problem: () => undefined, row: () => undefined, broken: () => undefined };
  const heldBefore = heldBytes();
  for await (const _ of readProducts(open, facts.value, facts.value.mapping, new Date(), notes)) {
    products += 1;
    if (products === 100 || products === 1900) grownBy = Math.max(grownBy, heldBytes() - heldBefore);
  }
  expect(products).toBe(2000);
  expect(grownBy / 1_000_000).toBeLessThan(6);
});

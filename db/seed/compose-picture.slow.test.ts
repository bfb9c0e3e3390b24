import sharp from "sharp";
import { expect, test } from "vitest";
import { createComposer } from "./compose-picture.ts";
import { SEED_PRODUCTS } from "./menu.ts";

/** CPU-bound: slow on a busy machine. */

test("a picture is 4:3, opaque and deterministic", async () => {
  const picture = { main: "1f354", sides: ["1f35f"] };
  const [first, second] = [await createComposer()(picture, 34), await createComposer()(picture, 34)];
  expect(second.equals(first)).toBe(true);
  expect(await sharp(first).metadata()).toMatchObject({ width: 960, height: 720, hasAlpha: false });
});

test("every drawing of the menu exists", async () => {
  const compose = createComposer();
  const codes = [...new Set(SEED_PRODUCTS.flatMap(({ picture }) => [picture.main, ...(picture.sides ?? [])]))];
  for (let start = 0; start < codes.length; start += 3) {
    const [main = "", ...sides] = codes.slice(start, start + 3);
    expect((await compose({ main, sides }, 100)).length).toBeGreaterThan(1000);
  }
});

test("keys and names are unique", () => {
  expect(new Set(SEED_PRODUCTS.map((product) => product.key)).size).toBe(SEED_PRODUCTS.length);
  expect(new Set(SEED_PRODUCTS.map((product) => product.name)).size).toBe(SEED_PRODUCTS.length);
});

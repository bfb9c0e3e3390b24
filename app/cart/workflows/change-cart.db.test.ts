import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { addCartItem, updateCart, editCartItem, getCart, removeCartItem } from "./change-cart.server.ts";

const shop = await openTestShop();
const { services } = shop;
const dish = await insertProduct(services.db);

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const add = (cartId: string | null, note = "", quantity = 1) =>
  addCartItem(services, cartId, { productId: dish, quantity, choices: [], note });
const linesOf = async (cartId: string) =>
  (await getCart(services, cartId)).priced.lines.map(({ quantity, note }) => `${quantity} ${note}`.trim());

test("applies all concurrent changes of a cart and counts each version", async () => {
  const cartId = await cartWith(shop, dish);
  const before = (await getCart(services, cartId)).source.version;
  const done = await Promise.all([
    ...times(12).map(() => add(cartId)),
    ...times(4).map((index) => add(cartId, `note ${index}`)),
    ...times(4).map((index) => updateCart(services, cartId, { postalCode: `M5V ${index}A1` })),
  ]);
  expect(done.filter(({ ok }) => !ok)).toEqual([]);
  const { source } = await getCart(services, cartId);
  expect(source.version).toBe(before + 20);
  expect((await linesOf(cartId)).toSorted()).toEqual(["1 note 0", "1 note 1", "1 note 2", "1 note 3", "13"]);
});

test("recreates a missing cart under its id once", async () => {
  const cartId = crypto.randomUUID();
  const done = await Promise.all(times(6).map(() => add(cartId)));
  expect(done.map((each) => (each.ok ? each.value.source.id : each.error))).toEqual(times(6).map(() => cartId));
  expect(await linesOf(cartId)).toEqual(["6"]);
});

test("merges a line that becomes equal and appends new lines", async () => {
  const cartId = await cartWith(shop, dish, 2);
  await add(cartId, "warm", 3);
  await add(cartId, "cold");
  const [first] = (await getCart(services, cartId)).source.items;
  await editCartItem(services, cartId, first?.id ?? "", { note: "warm" });
  expect(await linesOf(cartId)).toEqual(["5 warm", "1 cold"]);
  await removeCartItem(services, cartId, first?.id ?? "");
  await add(cartId, "hot");
  expect(await linesOf(cartId)).toEqual(["1 cold", "1 hot"]);
});

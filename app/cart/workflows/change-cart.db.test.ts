import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cartItems } from "#app/cart/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
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

/** 500 g of salmon in steps of 100 g, in a cart. */
async function salmonInCart() {
  const id = await insertProduct(services.db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 100 });
  const cartId = await cartWith(shop, id, 5);
  const change = (changes: Partial<typeof products.$inferInsert>) => services.db.update(products).set(changes).where(eq(products.id, id));
  const read = async () => {
    const { lines, problems } = (await getCart(services, cartId)).priced;
    const notices = problems.filter(({ code }) => code !== "weighed").map(({ code }) => code);
    return { weights: lines.map(({ weight, quantity }) => (weight ? `${weight.ordered} ${weight.unit}` : String(quantity))), notices };
  };
  return { id, cartId, change, read };
}

test("keeps the weight of a line when the product's steps change", async () => {
  const { id, cartId, change, read } = await salmonInCart();
  await change({ weightStep: 250 });
  expect(await read()).toEqual({ weights: ["500 kg"], notices: [] });
  // Any change of the cart stores the new steps.
  await add(cartId, "beside");
  await change({ weightStep: 200 });
  expect(await read()).toEqual({ weights: ["600 kg", "1"], notices: ["weight_changed"] });
  await addCartItem(services, cartId, { productId: id, quantity: 1, choices: [], note: "" });
  expect(await read()).toEqual({ weights: ["800 kg", "1"], notices: [] });
});

test.each([
  { before: 250, quantity: 2, after: 100 },
  { before: 100, quantity: 5, after: 250 },
])("keeps 500 g of the other lines of a product whose steps change from $before g to $after g", async ({ before, quantity, after }) => {
  const id = await insertProduct(services.db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: before });
  const ours = { productId: id, choices: [] };
  const cartId = await cartWith(shop, id, quantity);
  await addCartItem(services, cartId, { ...ours, quantity, note: "thin" });
  const steps = (grams: number) => services.db.update(products).set({ weightStep: grams }).where(eq(products.id, id));
  const weights = async () => (await getCart(services, cartId)).priced.lines.map(({ weight }) => weight?.ordered);
  await steps(after);
  const added = await addCartItem(services, cartId, { ...ours, quantity: 500 / after, note: "thick" });
  expect(added.ok && added.value.priced.lines.map(({ weight }) => weight?.ordered)).toEqual([500, 500, 500]);
  expect(await weights()).toEqual([500, 500, 500]);
  await steps(before);
  await addCartItem(services, cartId, { ...ours, quantity: 500 / before, note: "thin" });
  expect(await weights()).toEqual([500, 1000, 500]);
  const [first, second] = (await getCart(services, cartId)).source.items;
  await steps(after);
  await editCartItem(services, cartId, first?.id ?? "", { note: "soon" });
  expect(await weights()).toEqual([500, 1000, 500]);
  await steps(before);
  const half = () => editCartItem(services, cartId, second?.id ?? "", { quantity: 500 / before });
  expect((await half()).ok).toBe(false);
  expect((await half()).ok).toBe(true);
  expect(await weights()).toEqual([500, 500, 500]);
});

test("changes a line in current steps and reports a changed unit price", async () => {
  const { cartId, change, read } = await salmonInCart();
  const [item] = (await getCart(services, cartId)).source.items;
  await change({ weightStep: 250, priceCents: 1300 });
  expect(await read()).toEqual({ weights: ["500 kg"], notices: ["price_changed"] });
  await editCartItem(services, cartId, item?.id ?? "", { note: "thin" });
  expect(await read()).toEqual({ weights: ["500 kg"], notices: [] });
  await editCartItem(services, cartId, item?.id ?? "", { quantity: 3 });
  expect(await read()).toEqual({ weights: ["750 kg"], notices: [] });
});

test("recounts a line and refuses a quantity that may be in outdated steps", async () => {
  const { cartId, change, read } = await salmonInCart();
  const [item] = (await getCart(services, cartId)).source.items;
  const set = (quantity: number) => editCartItem(services, cartId, item?.id ?? "", { quantity });
  await change({ weightStep: 250, priceCents: 1300 });
  expect(await set(6)).toEqual({
    ok: false,
    error: {
      kind: "recounted",
      message: "Salmon is now sold in steps of 250 g. Your cart holds 500 g of it; change that again if you want another weight.",
    },
  });
  expect(await read()).toEqual({ weights: ["500 kg"], notices: ["price_changed"] });
  expect((await set(3)).ok).toBe(true);
  expect(await read()).toEqual({ weights: ["750 kg"], notices: [] });
  await change({ weightUnit: null });
  expect(await set(4)).toMatchObject({
    error: { message: "Salmon is now sold by the piece. Your cart holds 1 of it; change that again if you want another quantity." },
  });
  expect((await set(4)).ok).toBe(true);
  expect(await read()).toEqual({ weights: ["4"], notices: [] });
});

test("refuses a quantity in the units of an outdated page", async () => {
  const { id, cartId, change, read } = await salmonInCart();
  const addSeen = (units: string) => addCartItem(services, cartId, { productId: id, quantity: 1, choices: [], note: "", units });
  const refused = (message: string) => ({ ok: false, error: { kind: "refused", field: "quantity", message } });
  await change({ weightStep: 250 });
  expect(await addSeen("kg 100")).toEqual(refused("Salmon is now sold in steps of 250 g. Check the weight, then add it again."));
  expect(await addSeen("piece")).toMatchObject({ ok: false });
  expect(await read()).toEqual({ weights: ["500 kg"], notices: [] });
  expect((await addSeen("kg 250")).ok).toBe(true);
  expect(await read()).toEqual({ weights: ["750 kg"], notices: [] });
  await change({ weightUnit: null });
  expect(await addSeen("kg 250")).toEqual(refused("Salmon is now sold by the piece. Check the quantity, then add it again."));
});

test("asks to check a line whose product is now sold by weight, or by the piece", async () => {
  const { cartId, change, read } = await salmonInCart();
  await change({ weightUnit: null });
  expect(await read()).toEqual({ weights: ["1"], notices: ["weight_changed"] });
  await add(cartId, "beside");
  expect(await read()).toEqual({ weights: ["1", "1"], notices: [] });
  await change({ weightUnit: "lb", weightStep: 25, weightMin: 50 });
  expect(await read()).toEqual({ weights: ["50 lb", "1"], notices: ["weight_changed"] });
});

test.each([
  ["kg", null, "500 kg"],
  ["100g", null, "250 100g"],
  ["lb", null, "125 lb"],
  ["kg", 200, "1000 kg"],
] as const)("the upgrade gives carts of before the weight of their steps: %s, %s", async (weightUnit, weightStep, before) => {
  const { cartId, change, read } = await salmonInCart();
  await change({ weightUnit, weightStep });
  await services.db.update(cartItems).set({ seenWeight: null }).where(eq(cartItems.cartId, cartId));
  const [, backfill = ""] = readFileSync("db/migrations/20261128093011_seen_weight/migration.sql", "utf8").split(
    "--> statement-breakpoint",
  );
  await services.db.execute(sql.raw(backfill), "objects");
  expect(await read()).toEqual({ weights: [before], notices: [] });
});

test("keeps a quantity that an earlier release wrote at the same time", async () => {
  const { cartId, change, read } = await salmonInCart();
  await services.db.update(cartItems).set({ quantity: 10 }).where(eq(cartItems.cartId, cartId));
  expect(await read()).toEqual({ weights: ["1000 kg"], notices: [] });
  await change({ weightStep: 250 });
  expect(await read()).toEqual({ weights: ["1000 kg"], notices: [] });
  await services.db.update(cartItems).set({ quantity: 4, seenWeight: null }).where(eq(cartItems.cartId, cartId));
  expect(await read()).toEqual({ weights: ["1000 kg"], notices: ["weight_changed"] });
});

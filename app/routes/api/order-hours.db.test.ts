import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { carts } from "#app/cart/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { addCartItem, editCartItem } from "#app/cart/workflows/change-cart.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { WEEKDAY_KEYS } from "#app/store/domain/hours/opening-hours.ts";
import { findProduct } from "#app/catalogue/data/products.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { localDateOf, localTimeOf } from "#app/values/time.ts";
import { createVisitor } from "#test/call-route.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import * as cartItems from "./cart/cart-items.ts";
import * as cart from "./cart/cart.ts";
import * as checkout from "./checkout.ts";
import * as slots from "./cart/slots.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const A_DAY = 24 * 60;

/** All of today where the shop is, and no other day. */
function onlyToday() {
  const { weekday } = localTimeOf(services.now(), "America/Toronto");
  const day = WEEKDAY_KEYS[weekday] ?? "monday";
  return { hours: { [day]: ["00:00-24:00"] }, words: `Porridge can be ordered ${day[0]?.toUpperCase()}${day.slice(1)} ` };
}

const allowScheduling = (isAllowed: boolean) =>
  inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_SCHEDULING: isAllowed }, { userId: null, userName: "Test" }));
afterEach(() => allowScheduling(false));

test.for(["its own", "its category's"])("%s hours hold at every door: inside fine, outside refused with the sentence", async (whose) => {
  const { hours, words } = onlyToday();
  const category = await insertCategory(db, { name: whose, hours: whose === "its own" ? null : hours });
  const productId = await insertProduct(db, { name: "Porridge", hours: whose === "its own" ? hours : null }, [category]);
  const who = createVisitor(services);
  const late = createVisitor(services);
  const body = { productId };
  const added = await who.call(cartItems, "POST", "/api/cart/items", { body });
  expect(added.status).toBe(200);
  const { id, cart_items: lines } = (await added.json()) as { id: string; cart_items: { id: string }[] };

  shop.passMinutes(A_DAY);
  const refused = await late.call(cartItems, "POST", "/api/cart/items", { body });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(words);
  expect(late.cookie()).toBe("");
  const more = await editCartItem(services, id, lines[0]!.id, { quantity: 2 });
  expect(more).toMatchObject({ ok: false, error: { kind: "unavailable", message: expect.stringContaining(words) as string } });

  const read = (await (await who.call(cart, "GET", "/api/cart")).json()) as { problems: unknown };
  expect(read.problems).toEqual([
    expect.objectContaining({
      code: "not_now",
      message: expect.stringMatching(`^${words}.*Remove it, or choose another time\\.$`) as string,
    }),
  ]);
  const customer = { name: "Ana Pérez", email: "ana@example.com", phone: "+1 416 555 0134" };
  const paid = await who.call(checkout, "POST", "/api/checkout", {
    body: { customer, fulfillment: "pickup", expectedTotal: 11.3 },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  expect(paid.status).toBe(409);
  expect(await paid.text()).toContain(words);
  expect(await db.select().from(orders).where(eq(orders.cartId, id))).toEqual([]);

  shop.passMinutes(6 * A_DAY);
  expect((await late.call(cartItems, "POST", "/api/cart/items", { body })).status).toBe(200);
});

test("accepts a product of another day today if orders for later are on", async () => {
  await allowScheduling(true);
  const { hours, words } = onlyToday();
  const productId = await insertProduct(db, { name: "Porridge", hours });
  const daily = await insertProduct(db, { name: "Toast" });
  const day = localDateOf(services.now(), "America/Toronto");
  shop.passMinutes(-3 * A_DAY);
  const who = createVisitor(services);
  const page = await findProduct(db, productId, services.now());
  expect(page?.hours).toEqual({ text: expect.stringContaining("day all day") as string, isNow: false, isLater: true });
  for (const id of [daily, productId])
    expect((await who.call(cartItems, "POST", "/api/cart/items", { body: { productId: id } })).status).toBe(200);
  const problems = async () =>
    ((await (await who.call(cart, "GET", "/api/cart")).json()) as { problems: { code: string; message: string }[] }).problems;
  expect(await problems()).toEqual([
    expect.objectContaining({ code: "not_now", message: expect.stringContaining(words) as string, blocks: true }),
  ]);
  const times = (await (await who.call(slots, "GET", `/api/slots?fulfillment=pickup&date=${day}`)).json()) as {
    asap: { promised_at: string | null };
    dates: string[];
    slots: { starts_at: string }[];
  };
  expect(times).toMatchObject({ asap: { promised_at: null }, dates: [day] });
  await who.call(cart, "PATCH", "/api/cart", { body: { requested_for: times.slots[0]?.starts_at } });
  expect(await problems()).toEqual([]);
  const customer = { name: "Ana Pérez", email: "ana@example.com", phone: "+1 416 555 0134" };
  const paid = await who.call(checkout, "POST", "/api/checkout", {
    body: { customer, fulfillment: "pickup", requested_for: times.slots[0]?.starts_at, expectedTotal: 22.6 },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  expect(await paid.text()).not.toContain(words);
  await allowScheduling(false);
  const refused = await createVisitor(services).call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  expect([refused.status, (await findProduct(db, productId, services.now()))?.hours?.isLater]).toEqual([409, false]);
  shop.passMinutes(3 * A_DAY);
});

test("a cart for a time within the hours accepts the product at any time", async () => {
  const { hours } = onlyToday();
  const productId = await insertProduct(db, { name: "Porridge", hours });
  const other = await insertProduct(db);
  const wanted = services.now();
  shop.passMinutes(-A_DAY);
  const begun = await addCartItem(services, null, { productId: other, quantity: 1, choices: [], note: "" });
  const id = begun.ok ? begun.value.source.id : null;
  const add = () => addCartItem(services, id, { productId, quantity: 1, choices: [], note: "" });
  expect(await add()).toMatchObject({ ok: false, error: { kind: "unavailable" } });
  await db
    .update(carts)
    .set({ requestedFor: wanted })
    .where(eq(carts.id, id ?? ""));
  expect(await add()).toMatchObject({ ok: true });
  shop.passMinutes(A_DAY);
});

test("a binned product is gone from a cart that has it", async () => {
  const productId = await insertProduct(db, { name: "Pie" });
  const who = createVisitor(services);
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  await db.update(products).set({ deletedAt: services.now() }).where(eq(products.id, productId));
  const read = (await (await who.call(cart, "GET", "/api/cart")).json()) as { problems: unknown };
  expect(read.problems).toEqual([
    expect.objectContaining({ code: "not_offered", message: "Pie is no longer offered. Remove it to continue." }),
  ]);
  expect((await createVisitor(services).call(cartItems, "POST", "/api/cart/items", { body: { productId } })).status).toBe(404);
});

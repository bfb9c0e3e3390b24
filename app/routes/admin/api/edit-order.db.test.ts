import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { insertProduct } from "#test/catalogue.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";
import { actOn, orderSalmon } from "#test/weighed-orders.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ana = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const { token } = await tokenWith(services, ana, "orders:read", "orders:write", "orders:refund");

/** The call that weighs the only item of an order, in grams. */
async function weigh(id: string, weight: number, fields: object = {}) {
  const [item] = await listOrderItems(db, id);
  const { version } = await readOrder(shop, id);
  const body = { version, weights: [{ id: item?.id, weight }], ...fields };
  return callWithToken(services, token, `/admin/api/orders/${id}/edit`, { method: "POST", body });
}

const weightOf = async (id: string) => (await listOrderItems(db, id))[0]?.weight?.actual;

test("rejects an unconfirmed low weight and names the field to send", async () => {
  const { id } = await orderSalmon(shop, true);
  const refused = await weigh(id, 300);
  expect(refused).toMatchObject({ status: 422, data: { confirm: expect.any(String), order: { id } } });
  const confirmed = String(refused.data?.["confirm"]);
  expect(refused.data?.["detail"]).toBe(
    `Salmon: 300 g instead of 500 g. New total $4.07. $2.71 goes back to the card. To save it, send the call again with "confirmed": "${confirmed}".`,
  );
  expect(await weightOf(id)).toBeNull();
  expect((await weigh(id, 310, { confirmed })).status, "another weight").toBe(422);
  expect((await weigh(id, 300, { confirmed: "yes" })).status).toBe(422);
  expect(await weightOf(id)).toBeNull();
  expect((await weigh(id, 300, { confirmed })).status).toBe(200);
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 407, refundedCents: 271 });
});

test("needs no confirmation for a normal weight", async () => {
  const { id } = await orderSalmon(shop, true);
  expect((await weigh(id, 350)).status).toBe(200);
  expect(await weightOf(id)).toBe(350);
});

test("a confirmation is invalid for another version of the order", async () => {
  const { id } = await orderSalmon(shop, true);
  const confirmed = String((await weigh(id, 300)).data?.["confirm"]);
  expect((await actOn(shop, id, { event: "refund", request: { kind: "amount", amount: 600 }, reason: "cold" })).kind).toBe("done");
  expect(await weigh(id, 300, { confirmed })).toMatchObject({ status: 422, data: { detail: expect.stringContaining("$0.78 goes") } });
  expect(await weightOf(id)).toBeNull();
});

test("a preview of a low weight includes its confirmation", async () => {
  const { id } = await orderSalmon(shop, true);
  const previewed = await weigh(id, 300, { preview: true });
  expect(previewed).toMatchObject({ status: 200, data: { preview: { confirm: expect.any(String) } } });
  const preview = previewed.data?.["preview"] as { readonly confirm: string } | undefined;
  expect(await weightOf(id)).toBeNull();
  expect((await weigh(id, 300, { confirmed: preview?.confirm })).status).toBe(200);
  expect((await weigh(id, 290, { preview: true })).data).toMatchObject({ preview: { confirm: expect.any(String) } });
  expect((await weigh(id, 350, { preview: true })).data).toMatchObject({ preview: { confirm: null } });
});

test("rejects a confirmation without weights", async () => {
  const { id, item } = await orderSalmon(shop, true);
  const { version } = await readOrder(shop, id);
  const body = { version, removeItemIds: [item.id], confirmed: "yes" };
  const refused = await callWithToken(services, token, `/admin/api/orders/${id}/edit`, { method: "POST", body });
  expect(refused).toMatchObject({ status: 422, data: { errors: [{ path: "confirmed", message: "Send confirmed with weights only." }] } });
});

/** An order of two products by telephone; takes out the first one and marks it as sold out. */
async function takeOutBurger(fields: (itemId: string) => object) {
  const [burger, fries] = [
    await insertProduct(db, { name: "Burger", priceCents: 1000 }),
    await insertProduct(db, { name: "Fries", priceCents: 500 }),
  ];
  const items = [burger, fries].map((productId) => ({ productId, quantity: 1, choices: [], note: "" }));
  const taken = await takeOrder(services, takenOrderOf(items, 1695));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id, version } = taken.order;
  const item = (await listOrderItems(db, id)).find(({ productId }) => productId === burger);
  const body = { version, soldOut: true, ...fields(item?.id ?? "") };
  const answer = await callWithToken(services, token, `/admin/api/orders/${id}/edit`, { method: "POST", body });
  const marked = (await listSoldOut(db)).products.filter((each) => each.id === burger || each.id === fries);
  return { burger, fries, answer, marked };
}

test.each([
  ["removeItemIds", (id: string) => ({ removeItemIds: [id] })],
  ["items", (id: string) => ({ items: [{ id, qty: 0 }] })],
])("the call marks what it takes out by %s as sold out until the next opening", async (_, fields) => {
  const { burger, answer, marked } = await takeOutBurger(fields);
  expect(answer.status).toBe(200);
  expect(marked).toEqual([{ id: burger, name: "Burger", until: nextOpening(storeHours(await readSettings(db)), services.now()) }]);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `product ${burger}`));
  expect(entries).toMatchObject([{ action: "mark-sold-out" }]);
});

test("marks nothing as sold out when the change is rejected or previewed", async () => {
  const refused = await takeOutBurger((id) => ({ removeItemIds: [id], expectedTotal: 1 }));
  expect(refused).toMatchObject({ answer: { status: 422 }, marked: [] });
  expect(await takeOutBurger((id) => ({ removeItemIds: [id], preview: true }))).toMatchObject({ answer: { status: 200 }, marked: [] });
  const nothing = await takeOutBurger((id) => ({ items: [{ id, qty: 2 }] }));
  expect(nothing).toMatchObject({
    answer: { status: 422, data: { errors: [{ path: "soldOut", message: "Take out the items to mark as sold out." }] } },
    marked: [],
  });
});

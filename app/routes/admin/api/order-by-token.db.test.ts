import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { users } from "#app/staff/data/tables.ts";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";

const { services } = await openTestShop();
const { db } = services;
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const soup = await insertProduct(db, { name: "Soup", priceCents: 1000 });

const ORDER = {
  source: "telephone",
  customer: { name: "Bo Li", phone: "+1 416 555 2001" },
  items: [{ productId: soup, quantity: 2 }],
  fulfillment: "pickup",
  payment: "later",
  expectedTotal: 22.6,
};

/** Enters an order as a program with these scopes. */
async function enter(key: string, changes: object = {}, ...scopes: readonly ApiScope[]) {
  const { token } = await tokenWith(services, ANA, ...(scopes.length === 0 ? (["orders:enter"] as const) : scopes));
  return enterWith(token, key, changes);
}

function enterWith(token: string, key: string, changes: object = {}) {
  const body = { ...ORDER, ...changes };
  return callWithToken(services, token, "/admin/api/orders", { method: "POST", body, headers: { "Idempotency-Key": key } });
}

const idOf = ({ data }: Awaited<ReturnType<typeof enter>>) => (data as { readonly order: { readonly id: string } } | null)?.order.id ?? "";

test("a program enters an immediately accepted order under the token's name", async () => {
  const answer = await enter("first");
  expect([answer.status, answer.data]).toMatchObject([
    200,
    { order: { status: "accepted", source: "telephone", final_total: 22.6 }, payment_link: null },
  ]);
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, idOf(answer)))
    .orderBy(asc(orderEvents.id));
  expect(events.map(({ event, actorName }) => `${event} by ${actorName}`)).toContain("accept by Stock list (API)");
});

test("a repeated call returns the same order", async () => {
  const { token } = await tokenWith(services, ANA, "orders:enter");
  const ids = [await enterWith(token, "again"), await enterWith(token, "again")].map(idOf);
  expect(ids).not.toContain("");
  expect(new Set(ids).size).toBe(1);
  expect((await enterWith(token, "again", { customer: { name: "Cy", phone: "+1 416 555 2002" } })).status).toBe(409);
});

test("another token of the same user has its own Idempotency-Keys", async () => {
  const [one, other] = [idOf(await enter("shared")), idOf(await enter("shared"))];
  expect([one, other]).not.toContain("");
  expect(other).not.toBe(one);
});

test("an order to be paid by link waits for its payment", async () => {
  const { status, data } = await enter("link", { customer: { ...ORDER.customer, email: "bo@example.com" }, payment: "link" });
  expect([status, data]).toMatchObject([
    200,
    { order: { status: "awaiting_payment" }, payment_link: { url: expect.any(String) as string } },
  ]);
});

test.each([
  ["another total than the shop's", { expectedTotal: 10 }, 409],
  ["a discount by hand", { discount: { amount: 2, reason: "Late" }, expectedTotal: 20.34 }, 403],
  ["an unknown field", { price: 1 }, 422],
])("refuses %s, and stores nothing", async (what, changes, status) => {
  const before = await db.$count(orders);
  expect([what, (await enter(crypto.randomUUID(), changes)).status]).toEqual([what, status]);
  expect(await db.$count(orders)).toBe(before);
});

test("rejects manual discounts even where order staff may give them", async () => {
  await writeSettings(db, services.secrets, { ORDER_ADMIN_CAN_DISCOUNT: true }, { userId: null, userName: "Ana" });
  const before = await db.$count(orders);
  const answer = await enter("discount", { discount: { percent: 100, reason: "Free" }, expectedTotal: 0 });
  expect([answer.status, answer.data?.["detail"]]).toEqual([403, "API tokens give no discounts by hand."]);
  expect(await db.$count(orders)).toBe(before);
});

test("requires its own scope", async () => {
  const { status, data } = await enter("write", {}, "orders:write", "orders:read", "orders:refund");
  expect([status, data?.["detail"]]).toEqual([403, "This token lacks the permission orders:enter."]);
});

import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import type { DeliveryCardFacts } from "#app/orders/ui/staff/deliveries/delivery-card.tsx";
import { addMinutes, MINUTES_PER_DAY } from "#app/values/time.ts";
import * as page from "./index.tsx";

/* Couriers take deliveries, see contacts of their own ones alone, and deliver them; order staff assign them. */

const { services } = await openTestShop();
const { db } = services;
const PATH = "/admin/orders/deliveries";
const account = (id: number, name: string, role: string) => ({ id, name, email: `${name}@example.com`, passwordHash: "", roles: [role] });
await db.insert(users).values([account(71, "Cora", "courier"), account(72, "Carl", "courier"), account(73, "Olly", "order-admin")]);
const pagesOf = (id: number, name: string, role: string) => openStaffPages(services, name, { id, token: "none" }, [role]);
const cora = pagesOf(71, "Cora", "courier");
const carl = pagesOf(72, "Carl", "courier");
const olly = pagesOf(73, "Olly", "order-admin");

beforeEach(async () => {
  await db.delete(orders);
  await db.delete(auditLog);
});

/** A delivery that is ready, paid in cash at the door. */
async function delivery() {
  const address = { street: "12 Mill Street", unit: "4", city: "Toronto", province: "Ontario", postalCode: "M5A 1A1", country: "Canada" };
  const changes = { status: "ready", fulfillment: "delivery", paymentState: "none", gateway: "none", address } as const;
  return (await storeOrder(db, { ...changes, promisedAt: services.now() })).order;
}

type Lists = Readonly<Record<"own" | "free" | "others" | "delivered", readonly DeliveryCardFacts[]>> & {
  readonly collected: string | null;
};
const lists = async (pages: typeof cora) => (await pages.get(page, PATH)).data as Lists;
const send = async (pages: typeof cora, id: string, fields: Readonly<Record<string, string>>) =>
  pages.post(page, PATH, { order: id, version: String((await findOrder(db, id))?.version), ...fields });

test("tells couriers the cash to collect as it is rounded in the order's currency", async () => {
  await db.insert(settings).values({ key: "CURRENCY", value: "CAD" });
  onTestFinished(() => db.delete(settings).then(() => undefined));
  const { id } = await delivery();
  await db.update(orders).set({ currency: "cad" }).where(eq(orders.id, id));
  await send(cora, id, { intent: "take" });
  expect(await lists(cora)).toMatchObject({ own: [{ id, toCollect: "CA$39.40", owed: 3938 }] });
  await send(cora, id, { intent: "out" });
  await send(cora, id, { intent: "complete" });
  expect(await lists(cora)).toMatchObject({ collected: "CA$39.40" });
});

test("a courier takes and completes a delivery, with contact and amount to collect", async () => {
  const { id, customerPhone } = await delivery();
  expect((await lists(cora)).free).toMatchObject([
    { id, phone: "", name: "", address: expect.stringContaining("12 Mill Street") as string },
  ]);
  const number = String((await findOrder(db, id))?.number);
  expect(await send(cora, id, { intent: "take" })).toMatchObject({ status: 200, data: { message: `${number} is yours.` } });
  expect(await lists(cora)).toMatchObject({
    free: [],
    own: [{ id, phone: customerPhone, toCollect: "$39.38", events: ["out", "complete"] }],
  });
  expect(await send(cora, id, { intent: "out" })).toMatchObject({ status: 200 });
  expect(await send(cora, id, { intent: "complete" })).toMatchObject({ status: 200 });
  expect(await lists(cora)).toMatchObject({ own: [], delivered: [{ id, toCollect: "$39.38" }], collected: "$39.38" });
  expect((await findOrder(db, id))?.status).toBe("completed");
  expect((await lists(carl)).delivered).toEqual([]);
});

test("shows an immediate delivery promised for the next business day, and no later one", async () => {
  const { id } = await delivery();
  const promisedAt = addMinutes(services.now(), 2 * MINUTES_PER_DAY);
  await db.update(orders).set({ promisedAt });
  expect((await lists(cora)).free).toMatchObject([{ id }]);
  await db.update(orders).set({ requestedFor: promisedAt });
  expect((await lists(cora)).free).toEqual([]);
});

test("a courier cannot change deliveries of others or unassigned ones", async () => {
  const { id, version } = await delivery();
  expect(await send(cora, id, { intent: "complete" })).toMatchObject({ status: 403 });
  await send(cora, id, { intent: "take" });
  expect(await lists(carl)).toMatchObject({ own: [], free: [], others: [] });
  expect(JSON.stringify(await lists(carl))).not.toContain(id);
  for (const intent of ["out", "complete"]) expect(await send(carl, id, { intent })).toMatchObject({ status: 403 });
  expect(await send(carl, id, { intent: "take" })).toMatchObject({
    status: 409,
    data: { message: "Another courier has taken this delivery." },
  });
  expect(await send(carl, id, { intent: "give-back" })).toMatchObject({ status: 409 });
  expect(await send(carl, id, { intent: "assign", courier: "73" })).toMatchObject({ status: 403 });
  const others: readonly Readonly<Record<string, string>>[] = [
    { intent: "note", text: "x" },
    { intent: "ready" },
    { intent: "cancel", reason: "other", text: "x", refund: "full" },
  ];
  for (const fields of others) expect(await send(cora, id, fields), fields["intent"]).toMatchObject({ status: 403 });
  expect(await findOrder(db, id)).toMatchObject({ version, status: "ready", courierId: 71 });
});

test("only one of two concurrent couriers gets the delivery", async () => {
  const { id } = await delivery();
  const answers = await Promise.all([send(cora, id, { intent: "take" }), send(carl, id, { intent: "take" })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await db.select({ action: auditLog.action }).from(auditLog)).toEqual([{ action: "assign-delivery" }]);
});

test("order staff assign and unassign deliveries, only to couriers", async () => {
  const { id } = await delivery();
  expect(await send(olly, id, { intent: "assign", courier: "72" })).toMatchObject({ status: 200 });
  expect((await lists(olly)).others).toMatchObject([{ id, courier: "Carl" }]);
  expect((await lists(carl)).own).toMatchObject([{ id }]);
  expect(await send(olly, id, { intent: "assign", courier: "4711" })).toMatchObject({ status: 422 });
  expect(await send(olly, id, { intent: "assign", courier: "" })).toMatchObject({ status: 200 });
  expect((await lists(carl)).own).toEqual([]);
});

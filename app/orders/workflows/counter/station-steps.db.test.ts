import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { categories, productCategories, products } from "#app/catalogue/data/tables.ts";
import { claimPrint, listStationsDone } from "#app/orders/data/counter/stations.server.ts";
import { orderItems } from "#app/orders/data/tables.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { action, loader } from "#app/routes/admin/orders/accepted.tsx";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { readStations } from "./read-stations.server.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services);
const page = { action, loader };
const PATH = "/admin/orders/accepted?view=kitchen";

beforeAll(async () => {
  await inTransaction(db, (tx) =>
    writeSettings(tx, services.secrets, { KITCHEN_STATIONS: "Grill, Bar" }, { userId: null, userName: "Test" }),
  );
  await db.insert(categories).values([
    { id: 1, name: "Food", station: "Grill" },
    { id: 2, name: "Burgers", parentId: 1 },
    { id: 3, name: "Old", station: "Oven of old" },
  ]);
  const product = (id: number, station: string | null = null) => ({ id, name: `P${id}`, priceCents: 100, station });
  await db.insert(products).values([product(1), product(2, "Bar"), product(3), product(4)]);
  await db.insert(productCategories).values([
    { productId: 1, categoryId: 2 },
    { productId: 2, categoryId: 2 },
    { productId: 4, categoryId: 3 },
  ]);
});

async function orderOf(...productIds: readonly number[]) {
  const { order, items } = await storeOrder(db, { status: "accepted", paymentState: "none", gateway: "none", acceptedAt: new Date() });
  for (const [index, item] of items.entries()) {
    await db
      .update(orderItems)
      .set({ productId: productIds[index] ?? 1 })
      .where(eq(orderItems.id, item.id));
  }
  return order;
}

const press = (intent: string, order: string, station: string) => ana.post(page, PATH, { intent, order, station });
const STAFF = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const step = async (orderId: string, event: "complete" | "undo") =>
  expect(await applyOrderEvent(services, { orderId, version: null, actor: STAFF, command: { event } })).toMatchObject({ kind: "done" });
const statusOf = async (id: string) => (await findOrder(db, id))?.status;

test("uses a product's station, else its category's, else the kitchen", async () => {
  expect(await readStations(db, [1, 2, 3, 4])).toEqual({ 1: "Grill", 2: "Bar" });
});

test("the first station starts an order, the last completes it", async () => {
  const { id } = await orderOf(1, 2);
  expect((await press("station-done", id, "Grill")).data).toMatchObject({ kind: "done", orderId: id });
  expect(await statusOf(id)).toBe("preparing");
  await press("station-done", id, "Grill");
  expect(await statusOf(id), "twice by two cooks is once").toBe("preparing");
  await press("station-done", id, "Bar");
  expect(await statusOf(id)).toBe("ready");
  await press("station-back", id, "Bar");
  expect(await statusOf(id)).toBe("preparing");
  expect((await listStationsDone(db, [id])).get(id)).toEqual(["Grill"]);
});

test("reverting a part never touches an order out of the kitchen", async () => {
  const { id } = await orderOf(1);
  await press("station-done", id, "Grill");
  expect(await statusOf(id)).toBe("ready");
  await step(id, "complete");
  expect((await press("station-back", id, "Grill")).status).toBe(409);
  expect(await statusOf(id)).toBe("completed");
  expect((await listStationsDone(db, [id])).get(id)).toEqual(["Grill"]);
});

test("an order sent back shows on every station", async () => {
  const { id } = await orderOf(1, 2);
  await press("station-done", id, "Grill");
  await press("station-done", id, "Bar");
  await step(id, "undo");
  expect(await statusOf(id)).toBe("preparing");
  expect((await listStationsDone(db, [id])).size).toBe(0);
});

test("an unknown station or ended order changes nothing", async () => {
  const { id } = await orderOf(1, 2);
  expect((await press("station-done", id, "Sushi")).status).toBe(422);
  const { order } = await storeOrder(db, { status: "rejected", paymentState: "voided" });
  expect((await press("station-done", order.id, "Grill")).status).toBe(409);
  expect((await listStationsDone(db, [id, order.id])).size).toBe(0);
});

const KEYS = [1, 2, 3, 4].map(() => randomUUID());

test("one screen prints a ticket", async () => {
  const { id } = await orderOf(1, 2);
  const claims = await Promise.all(KEYS.map((key) => claimPrint(db, id, key, new Date())));
  expect(claims.filter(Boolean)).toHaveLength(1);
  const kinds: string[] = [];
  for (const claim of KEYS) {
    const { data } = await ana.post(page, PATH, { intent: "print", order: id, claim });
    kinds.push((data as { kind: string }).kind);
  }
  // A client without a response retries with the same key.
  expect(kinds).toEqual(claims.map((isOurs) => (isOurs ? "done" : "refused")));
});

test("the kitchen URL filters by station; unknown ones show all", async () => {
  const seen = async (path: string) => (await ana.get(page, path)).data as { kitchen: unknown };
  expect((await seen(`${PATH}&station=Bar`)).kitchen).toMatchObject({
    stations: ["Grill", "Bar"],
    station: "Bar",
    stationOf: { 1: "Grill", 2: "Bar" },
  });
  expect((await seen(`${PATH}&station=Sushi`)).kitchen).toMatchObject({ station: "" });
  expect((await seen("/admin/orders/accepted")).kitchen).toBeNull();
});

import { TORONTO } from "#test/clocks.ts";
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { ensureCart } from "#app/cart/data/carts.server.ts";
import { carts } from "#app/cart/data/tables.ts";
import { ORDER_MEASURES, type OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import { reportPeriod } from "#app/orders/domain/figures/report-period.ts";
import { closeDb, connectClient, openDb, type Db } from "#app/platform/db/database.server.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { listOrders } from "./list-orders.server.ts";
import { readPeriod } from "./figures/order-facts.server.ts";

const { url } = await createTestDatabase();
const NOW = new Date("2026-11-20T23:00:00Z");
const ZONE = TORONTO.timeZone;
const NONE = Object.fromEntries(ORDER_MEASURES.map((name) => [name, ""])) as OrderMeasures;
const { spans } = reportPeriod({ range: "today", from: "", to: "" }, NOW, TORONTO);

const list = (measures: Partial<OrderMeasures>) => async (db: Db) => {
  const counted = { ...NONE, ...measures, zone: ZONE, now: NOW };
  return (await listOrders(db, { list: "all", counted, page: 1, perPage: 10 })).total;
};
const report = async (db: Db) => (await readPeriod(db, spans, ZONE)).days[0]?.orders;

test.each([
  ["lists behind numbers", [list({ promotion: "3" }), list({ hour: "3" }), list({ product: "7" })]],
  ["reports", [report, report, report]],
  ["of both", [list({ reason: "none" }), report, list({ with: "tips" })]],
])("three slow %s leave a connection for customers", async (_what, reads) => {
  const db = openDb(url, { max: 3 });
  const holder = await connectClient(url);
  onTestFinished(async () => {
    await holder.end();
    await closeDb(db);
  });
  await holder.query("begin; lock table orders, order_days in access exclusive mode");
  const answers = Promise.all(reads.map((read) => read(db)));
  const cart = randomUUID();
  await ensureCart(db, cart);
  expect(await db.select().from(carts)).toEqual(expect.arrayContaining([expect.objectContaining({ id: cart })]));
  await holder.query("commit");
  expect(await answers).toEqual([0, 0, 0]);
});

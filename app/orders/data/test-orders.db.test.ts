import { expect, test } from "vitest";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { countOrders, listGiven, readPromotionReport } from "#app/promotions/data/promotion-reports.server.ts";
import { listCustomerNeeds } from "#app/promotions/domain/referenced-ids.ts";
import { insertProduct } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { ORDER_MEASURES, type OrderMeasures } from "#app/orders/domain/order-list.schema.ts";
import { listBestsellers } from "./figures/bestsellers.server.ts";
import { countBoughtTogether } from "./figures/companions.server.ts";
import { listOrders, type OrderFilter } from "./list-orders.server.ts";
import { readPeriod } from "./figures/order-facts.server.ts";
import { listPastOrders } from "./figures/past-orders.server.ts";

const { db } = await createTestDatabase();
await insertProduct(db);
const promotionId = await insertCoupon(db, "TRY");
const DAY = { day: "2026-11-20", startsAt: new Date("2026-11-20T09:00:00Z"), endsAt: new Date("2026-11-21T09:00:00Z") };
const NONE = Object.fromEntries(ORDER_MEASURES.map((name) => [name, ""])) as OrderMeasures;

const list = async (filter: Partial<OrderFilter>) => {
  const found = await listOrders(db, { list: "all", page: 1, perPage: 10, ...filter });
  return [found.total, found.orders.length];
};
const counted = (measures: Partial<OrderMeasures>) => ({ ...NONE, ...measures, zone: "America/Toronto", now: DAY.endsAt });

/** What depends on orders and must not see test orders. */
async function readFigures() {
  return {
    facts: await readPeriod(db, [DAY], "America/Toronto"),
    bestsellers: await listBestsellers(db),
    together: await countBoughtTogether(db, DAY.startsAt),
    past: await listPastOrders(db, DAY.startsAt, 10, listCustomerNeeds([])),
    orders: await countOrders(db, null),
    given: await listGiven(db, null),
    report: await readPromotionReport(db, { promotionId }, DAY, "America/Toronto"),
    sold: await list({ list: "sold" }),
    tipped: await list({ counted: counted({ with: "tips" }) }),
    file: await list({ counted: counted({}), isWithoutTests: true }),
  };
}

test("orders for testing are in staff lists, but not in reports or files", async () => {
  const before = await readFigures();
  for (let n = 0; n < 3; n += 1) {
    const { order } = await storeOrder(db, { isTest: true, emailKey: "", phoneKey: "" });
    const use = { promotionId, orderId: order.id, emailKey: "", amountCents: 300, state: "redeemed" as const };
    await db.insert(promotionUses).values(use);
  }
  expect(await readFigures()).toEqual(before);
  expect(before).toMatchObject({ bestsellers: [], together: 0, orders: 0, sold: [0, 0], tipped: [0, 0], file: [0, 0] });
  expect(await list({ counted: counted({}) })).toEqual([3, 3]);
  await storeOrder(db);
  expect(await readFigures()).toMatchObject({ orders: 1, sold: [1, 1], tipped: [1, 1], file: [1, 1], past: { total: 1 } });
});

test("orders in another currency are not in promotion reports or previews", async () => {
  const figures = async () => {
    const { past, orders, given, report } = await readFigures();
    return { past, orders, given, report };
  };
  const before = await figures();
  const { order } = await storeOrder(db, { currency: "eur" });
  await db.insert(promotionUses).values({ promotionId, orderId: order.id, emailKey: "", amountCents: 300, state: "redeemed" });
  expect(await figures()).toEqual(before);
});

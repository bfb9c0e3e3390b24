import { expect, test } from "vitest";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { findCustomerOrders } from "./customer-orders.server.ts";

const { db } = await createTestDatabase();

const day = (text: string) => new Date(`2026-11-${text}T12:00:00Z`);

test("finds other orders by email or telephone, newest first, of those that were placed", async () => {
  const { order } = await storeOrder(db, { placedAt: day("20") });
  expect(await findCustomerOrders(db, order)).toEqual({ total: 0, since: null, latest: [] });

  const stored = [
    await storeOrder(db, { placedAt: day("01"), phoneKey: "+15550001", status: "rejected" }),
    await storeOrder(db, { placedAt: day("02"), emailKey: "other@example.com" }),
    await storeOrder(db, { placedAt: day("03") }),
    await storeOrder(db, { placedAt: day("21") }),
  ];
  await storeOrder(db, { placedAt: day("04"), emailKey: "other@example.com", phoneKey: "+15550001" });
  await storeOrder(db, { placedAt: null, number: null, status: "abandoned" });
  const latest = stored
    .slice(1)
    .toReversed()
    .map(({ order: { id, number, placedAt } }) => ({ id, number, placedAt }));
  expect(await findCustomerOrders(db, order)).toEqual({ total: 4, since: day("01"), latest });

  // Nobody is found by an empty address or number.
  await storeOrder(db, { placedAt: day("05"), emailKey: "", phoneKey: "" });
  expect(await findCustomerOrders(db, { id: order.id, emailKey: "", phoneKey: "" })).toEqual({ total: 0, since: null, latest: [] });
});

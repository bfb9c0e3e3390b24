import { expect, test } from "vitest";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { findCustomerOrders } from "./customer-orders.server.ts";
import { listCustomersOfOrders } from "./customers/customers-of-orders.server.ts";

const { db } = await createTestDatabase();

const day = (text: string) => new Date(`2026-11-${text}T12:00:00Z`);

test("finds the customer's orders that count, newest first, and the position of each", async () => {
  const { order } = await storeOrder(db, { placedAt: day("20") });
  expect(await findCustomerOrders(db, order)).toEqual({ total: 1, since: day("20"), latest: [] });

  const rejected = await storeOrder(db, { placedAt: day("01"), status: "rejected" });
  const stored = [
    await storeOrder(db, { placedAt: day("02"), emailKey: "other@example.com", source: "telephone" }),
    await storeOrder(db, { placedAt: day("03"), phoneKey: "+15550001" }),
    await storeOrder(db, { placedAt: day("21") }),
  ];
  await storeOrder(db, { placedAt: day("04"), emailKey: "third@example.com", phoneKey: "+15550002" });
  await storeOrder(db, { placedAt: null, number: null, status: "abandoned" });
  const latest = stored.toReversed().map(({ order: { id, number, placedAt } }) => ({ id, number, placedAt }));
  expect(await findCustomerOrders(db, order)).toEqual({ total: 4, since: day("02"), latest });

  const all = [rejected, ...stored, { order }].map((each) => each.order.id);
  const customers = await listCustomersOfOrders(db, all);
  expect(all.map((id) => customers.get(id)?.position)).toEqual([0, 1, 2, 4, 3]);
  expect(customers.get(order.id)).toMatchObject({ id: order.customerId, notes: "", allergies: "" });
});

test("finds nothing for an order without a customer", async () => {
  const { order } = await storeOrder(db, { placedAt: day("05"), emailKey: "", phoneKey: "" });
  expect(await findCustomerOrders(db, order)).toEqual({ total: 0, since: null, latest: [] });
  expect(await listCustomersOfOrders(db, [order.id])).toEqual(new Map());
});

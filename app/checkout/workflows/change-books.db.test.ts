import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { insertClosingOrders, lockClosings } from "#app/orders/data/closing/day-closings.server.ts";
import { dayClosingOrders, dayClosings } from "#app/orders/data/closing/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { MIND_THE_BOOKS } from "#app/orders/domain/changes/order-change.ts";
import { NOTHING } from "#app/orders/domain/closing/counted.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { untilOneWaits } from "#test/test-db.ts";
import { takeOrder } from "./place/take-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: null, name: "Ana", isAdmin: true };

async function act(id: string, command: OrderCommand) {
  const { version } = await readOrder(shop, id);
  return applyOrderEvent(services, { orderId: id, version, actor: ANA, command });
}

/** Paid at pickup, handed over, and taken back within the half hour. */
async function undone(whileCompleted: (id: string) => Promise<void>) {
  const productId = await insertProduct(db);
  const taken = await takeOrder(services, takenOrderOf([{ productId, quantity: 2, choices: [], note: "" }], 2260));
  if (taken.kind !== "ok") throw new Error("refused");
  const { id } = taken.order;
  for (const event of ["preparing", "ready", "complete"] as const) expect((await act(id, { event })).kind).toBe("done");
  await whileCompleted(id);
  for (const status of ["ready", "preparing"]) {
    expect((await act(id, { event: "undo" })).kind).toBe("done");
    expect(await readOrder(shop, id)).toMatchObject({ status });
  }
  const [line] = await listOrderItems(db, id);
  return { id, fewer: { event: "edit", removeItemIds: [], units: [{ id: line?.id ?? "", quantity: 1 }] } as const };
}

async function storeBooks(tx: Db, orderId: string) {
  const closingId = await storeClosedDay(tx);
  await insertClosingOrders(tx, closingId, [{ orderId, counted: NOTHING, isSale: true, capturedCents: 0, refundedCents: 0 }]);
}

test("an order that a closed day counts keeps its amounts until the day is reopened", async () => {
  const { id, fewer } = await undone((orderId) => storeBooks(db, orderId));
  expect(await act(id, fewer)).toMatchObject({ kind: "refused", message: MIND_THE_BOOKS });
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 2260 });
  await db.execute(sql`truncate ${dayClosingOrders}, ${dayClosings}`);
  expect((await act(id, fewer)).kind).toBe("done");
});

test("a change waits for a day that is being closed", async () => {
  const { id, fewer } = await undone(async () => {});
  const { changed } = await inTransaction(db, async (tx) => {
    await lockClosings(tx);
    const answer = act(id, fewer);
    await untilOneWaits(db);
    await storeBooks(tx, id);
    return { changed: answer };
  });
  expect(await changed).toMatchObject({ kind: "refused", message: MIND_THE_BOOKS });
});

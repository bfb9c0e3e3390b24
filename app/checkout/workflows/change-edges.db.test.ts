import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand, OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { priceTakenOrder, takeOrder, type TakeOrder } from "./place/take-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: null, name: "Ana", isAdmin: true };

type Change = Omit<EditCommand, "event" | "removeItemIds"> & Partial<Pick<EditCommand, "removeItemIds">>;

const item = (productId: number, quantity = 1) => ({ productId, quantity, choices: [], note: "" });
const commandOf = (changes: Change): EditCommand => ({ event: "edit", removeItemIds: [], ...changes });

async function act(id: string, command: OrderCommand) {
  return applyOrderEvent(services, { orderId: id, version: (await readOrder(shop, id)).version, actor: ANA, command });
}

async function preview(id: string, changes: Change) {
  const answer = await previewChange(services, { orderId: id, actor: ANA, command: commandOf(changes) });
  return answer.kind === "preview" ? answer.preview : answer;
}

async function taken(order: TakeOrder) {
  const result = await takeOrder(services, order);
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result).slice(0, 500)}`);
  const lines = await listOrderItems(db, result.order.id);
  return { id: result.order.id, lines: lines.map(({ id }) => id) };
}

test("does not count the refund of an earlier change twice", async () => {
  const order = await placePaidOrder(shop, [1000, 600, 400]);
  const { gateway } = await services.payments.current();
  await gateway.captureIntent(order.paymentIntentId ?? "", { currency: "usd", amount: 2260, idempotencyKey: "early" });
  await db.update(orders).set({ paymentState: "captured", capturedCents: 2260 }).where(eq(orders.id, order.id));
  const [dear = "", , cheap = ""] = (await listOrderItems(db, order.id)).map(({ id }) => id);
  expect((await act(order.id, commandOf({ removeItemIds: [dear] }))).kind).toBe("done");
  expect((await act(order.id, { event: "accept", minutes: 20 })).kind).toBe("done");
  expect(await preview(order.id, { removeItemIds: [cheap] })).toMatchObject({ before: 1130, after: 678 });
  const extra = await insertProduct(db, { priceCents: 100 });
  expect(await preview(order.id, { add: [item(extra)] })).toMatchObject({ before: 1130, after: 1130, addOn: { total: 113 } });
  expect((await act(order.id, commandOf({ removeItemIds: [cheap], expectedTotal: 678 }))).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: 1582 });
});

test("refuses the whole change for an unknown product", async () => {
  const [kept, gone] = [await insertProduct(db, { priceCents: 100 }), await insertProduct(db, { priceCents: 100 })];
  const { id, lines } = await taken(takenOrderOf([item(kept, 2), item(gone)], 339));
  await db.delete(products).where(eq(products.id, gone));
  const fewer = { id: lines[0] ?? "", quantity: 1 };
  const message = "One of the products is not on the menu any more. Take it out and try again.";
  const several: readonly Change[] = [
    { add: [item(999_999)], units: [fewer] },
    { add: [item(gone)], units: [fewer] },
    { units: [fewer, { id: lines[1] ?? "", quantity: 2 }] },
  ];
  for (const both of several) {
    expect(await act(id, commandOf(both))).toMatchObject({ kind: "refused", message });
    expect(await preview(id, both)).toMatchObject({ kind: "refused", message });
  }
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 339 });
});

test("refuses more units of a line than a cart allows with a message", async () => {
  const productId = await insertProduct(db, { priceCents: 100 });
  const { id, lines } = await taken(takenOrderOf([item(productId, 60)], 6780));
  for (const changes of [{ add: [item(productId, 40)] }, { units: [{ id: lines[0] ?? "", quantity: 90 }], add: [item(productId, 10)] }])
    expect(await act(id, commandOf(changes))).toMatchObject({ kind: "refused", message: expect.stringContaining("99") });
});

test("cash at the counter has no minimum charge", async () => {
  const [dear, cheap] = [await insertProduct(db, { priceCents: 1000 }), await insertProduct(db, { priceCents: 20 })];
  const { id, lines } = await taken(takenOrderOf([item(dear), item(cheap)], 1153, { paidBy: "cash", source: "counter" }));
  expect((await act(id, commandOf({ removeItemIds: [lines[0] ?? ""] }))).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 23 });
});

test("reports that a time has more items than its limit", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values([
    { key: "SLOT_MAX_ITEMS", value: 5 },
    { key: "ALLOW_SCHEDULING", value: true },
  ]);
  try {
    const priced = await priceTakenOrder(services, { ...takenOrderOf([item(productId)], 0), postalCode: null });
    const slots = priced.ok ? priced.value.offeredSlots : null;
    const [, day = ""] = listSlotDates(slots!);
    const requestedFor = listSlots(slots!, day)[3]!.startsAt;
    const { id, lines } = await taken(takenOrderOf([item(productId, 2)], 2260, { requestedFor }));
    await taken(takenOrderOf([item(productId, 2)], 2260, { requestedFor }));
    const more = (quantity: number) => preview(id, { units: [{ id: lines[0] ?? "", quantity }] });
    expect(await more(3)).toMatchObject({ notes: [] });
    expect(await more(4)).toMatchObject({ notes: ["With what is added, its time has more than 5 items."] });
  } finally {
    await db.delete(settings);
  }
});

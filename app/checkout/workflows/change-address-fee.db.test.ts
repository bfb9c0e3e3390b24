import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orderEvents } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand, OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { auditBooks } from "#server/audit/audit.ts";
import { readBooks } from "#server/audit/books.ts";
import { insertProduct } from "#test/catalogue.ts";
import { checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { simulatorLedger } from "#test/torture/after-storm.ts";
import { placeOrder } from "./place/place-order.server.ts";
import { takeOrder, type TakeOrder } from "./place/take-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: null, name: "Ana", isAdmin: true };
const ADDRESS = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const FAR = { street: "9 Far Rd", unit: "", city: "Toronto", province: "ON", postal_code: "M9W 1A1", country: "", keep_postal_code: false };
const NEAR = { ...FAR, street: "2 King St", postal_code: "M5V 1A1" };
const area = (name: string, prefixes: string, fee: string) => ({ name, prefixes, fee, minOrder: "", freeAbove: "", minutes: "" });
await db.insert(settings).values([
  { key: "ENABLE_DELIVERY", value: true },
  { key: "DELIVERY_FEE", value: 300 },
  { key: "DELIVERY_AREAS", value: [area("Near", "M5V", "3.00"), area("Far", "M9W", "5.00")] },
]);
const soup = await insertProduct(db, { name: "Soup", priceCents: 1000 });
const bread = await insertProduct(db, { name: "Bread", priceCents: 100 });
const lines = [soup, bread].map((productId) => ({ productId, quantity: 1, choices: [], note: "" }));
/** Soup and bread with either fee, and 13 % tax on all of it. */
const [AT_300, AT_500] = [1582, 1808];
/** The same without the soup. */
const [BREAD_AT_300, BREAD_AT_500] = [452, 678];

type Change = Omit<EditCommand, "event" | "removeItemIds"> & Partial<Pick<EditCommand, "removeItemIds">>;
const commandOf = (change: Change): EditCommand => ({ event: "edit", removeItemIds: [], ...change });

async function act(orderId: string, command: OrderCommand) {
  const { version } = await readOrder(shop, orderId);
  return applyOrderEvent(services, { orderId, version, actor: ANA, command });
}

async function preview(orderId: string, change: Change) {
  const answer = await previewChange(services, { orderId, actor: ANA, command: commandOf(change) });
  if (answer.kind !== "preview") throw new Error(JSON.stringify(answer));
  return answer.preview;
}

async function historyOf(orderId: string) {
  const rows = await db
    .select({ event: orderEvents.event, data: orderEvents.data })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId));
  return rows.filter(({ event }) => event === "edit").map(({ data }) => data);
}

async function taken(changes: Partial<TakeOrder>) {
  const result = await takeOrder(services, takenOrderOf(lines, AT_300, { fulfillment: "delivery", address: ADDRESS, ...changes }));
  if (result.kind !== "ok") throw new Error(JSON.stringify(result).slice(0, 500));
  return result.order.id;
}

/** Paid in the shop, with a card on hold. */
async function held() {
  let cartId: string | null = null;
  for (const line of lines) {
    const added = await addCartItem(services, cartId, line);
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    cartId = added.value.source.id;
  }
  const terms = { fulfillment: "delivery", address: ADDRESS } as const;
  const { priced } = await getCart(services, cartId ?? "");
  expect(priced.subTotal).toBe(1100);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId ?? "", AT_300, terms)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  expect(await readOrder(shop, id)).toMatchObject({ paymentState: "authorized", finalTotalCents: AT_300 });
  return id;
}

async function soupOf(orderId: string): Promise<readonly string[]> {
  return (await listOrderItems(db, orderId)).filter(({ productId }) => productId === soup).map(({ id }) => id);
}

test("an order paid on handover pays a higher fee unless staff waive it", async () => {
  const id = await taken({});
  expect(await preview(id, { address: FAR })).toMatchObject({
    before: AT_300,
    after: AT_500,
    fee: { before: 300, asked: 500, after: 500, isChoice: true },
    notes: [],
  });
  const waived = await preview(id, { address: FAR, waiveFee: true });
  expect(waived).toMatchObject({ after: AT_300, fee: { before: 300, asked: 500, after: 300, isChoice: true } });
  expect(await act(id, commandOf({ address: FAR, waiveFee: true, expectedTotal: AT_300 }))).toMatchObject({ kind: "done" });
  expect(await readOrder(shop, id)).toMatchObject({ deliveryFeeCents: 300, finalTotalCents: AT_300, address: { postalCode: "M9W 1A1" } });
  expect(await historyOf(id)).toMatchObject([
    { changes: ["address → 9 Far Rd, Toronto, ON M9W 1A1", "delivery fee $3.00 instead of $5.00"] },
  ]);
});

test("the kitchen reads no delivery fee", async () => {
  const id = await taken({});
  expect((await act(id, commandOf({ address: FAR }))).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: AT_500, kitchenChanges: ["another address"] });
  expect(await historyOf(id)).toMatchObject([{ changes: [expect.anything(), "delivery fee $3.00 → $5.00"] }]);
  expect((await act(id, commandOf({ address: NEAR }))).kind).toBe("done");
  expect(await readOrder(shop, id), "a lower fee is paid").toMatchObject({ finalTotalCents: AT_300, deliveryFeeCents: 300 });
});

test("a card authorized for the exact total pays no higher fee", async () => {
  const id = await held();
  const note = "Delivery to this address costs $5.00 instead of $3.00. The difference is waived. The card is authorized for $15.82 only.";
  expect(await preview(id, { address: FAR })).toMatchObject({ after: AT_300, fee: { after: 300, isChoice: false }, notes: [note] });
});

test("a smaller order pays a higher fee from the rest of its authorization", async () => {
  const id = await held();
  const removeItemIds = await soupOf(id);
  const change = { removeItemIds, address: FAR };
  expect(await preview(id, change)).toMatchObject({ before: AT_300, after: BREAD_AT_500, fee: { after: 500, isChoice: true } });
  expect(await preview(id, { ...change, waiveFee: true })).toMatchObject({ after: BREAD_AT_300 });
  expect((await act(id, commandOf({ ...change, expectedTotal: BREAD_AT_500 }))).kind).toBe("done");
  expect((await act(id, { event: "accept", minutes: 20 })).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ capturedCents: BREAD_AT_500, deliveryFeeCents: 500, paymentState: "captured" });
});

test("a charged order keeps its fee, and the preview says why", async () => {
  const id = await held();
  expect((await act(id, { event: "accept", minutes: 20 })).kind).toBe("done");
  const seen = await preview(id, { address: FAR });
  expect(seen).toMatchObject({ before: AT_300, after: AT_300, fee: { before: 300, asked: 500, after: 300, isChoice: false } });
  expect(seen.notes).toEqual([
    "Delivery to this address costs $5.00 instead of $3.00. The difference is waived. The order is paid, and a payment link cannot charge a delivery fee without items.",
  ]);
  expect((await act(id, commandOf({ address: FAR }))).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ deliveryFeeCents: 300, finalTotalCents: AT_300, capturedCents: AT_300 });
});

test("an order paid at the counter pays a higher fee from its refund", async () => {
  const id = await taken({ paidBy: "cash" });
  expect((await preview(id, { address: FAR })).notes).toHaveLength(1);
  const removeItemIds = await soupOf(id);
  expect(await preview(id, { removeItemIds, address: FAR })).toMatchObject({
    after: BREAD_AT_500,
    money: "Give $9.04 back in cash.",
    notes: [],
  });
  expect((await act(id, commandOf({ removeItemIds, address: FAR, waiveFee: true }))).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: BREAD_AT_300, deliveryFeeCents: 300 });
});

test("the books balance after higher fees were charged and waived", async () => {
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0));
  expect(auditBooks(books, await simulatorLedger(shop.simulator)).findings).toEqual([]);
});

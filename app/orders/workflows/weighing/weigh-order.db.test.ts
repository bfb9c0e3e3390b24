import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orderEvents, refunds } from "#app/orders/data/tables.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { receiptData } from "#app/orders/workflows/receipt/receipt-data.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { actOn, orderSalmon, OWNER } from "#test/weighed-orders.ts";

const shop = await openTestShop({ connections: 20 });
const { services } = shop;
const { db } = services;
const act = (id: string, command: OrderCommand, version?: number) => actOn(shop, id, command, version);

const salmon = (isAccepted: boolean, stock: number | null = null) => orderSalmon(shop, isAccepted, { stock });

async function refundsOf(id: string) {
  const rows = await db.select().from(refunds).where(eq(refunds.orderId, id));
  return rows.map(({ amountCents, status }) => [amountCents, status]);
}

const total = async (id: string) => (await readOrder(shop, id)).finalTotalCents;

test("stores a weighed line as one piece with the ordered weight", async () => {
  const { id, item } = await salmon(false);
  expect(item).toMatchObject({ quantity: 1, unitPriceCents: 600, lineTotalCents: 600, weight: { ordered: 500, actual: null, steps: 5 } });
  expect(item.options).toMatchObject([{ group: "Weight", name: "about 500 g at $12.00 / kg", kitchenName: "500 g" }]);
  expect(await total(id)).toBe(678);
});

test("a paid line takes its steps out of the cart", async () => {
  const productId = await insertProduct(db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 100 });
  const cartId = await cartWith(shop, productId, 5);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 678)));
  await shop.confirm(placed.clientSecret);
  await settleOrder(services, (await orderOf(db, placed.orderToken)).id);
  expect((await getCart(services, cartId)).priced.lines).toEqual([]);
});

test("a weighed line keeps its units of the variant", async () => {
  const cut = await insertSizedProduct(db, { Fillet: 20 }, { name: "Cod", priceCents: 1200, weightUnit: "kg", weightStep: 100 });
  const items = [{ productId: cut.productId, quantity: 5, choices: cut.choose("Fillet"), note: "" }];
  const taken = await takeOrder(services, takenOrderOf(items, 678));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const stock = async () => (await db.select().from(productVariants).where(eq(productVariants.productId, cut.productId)))[0]?.stock;
  expect(await stock()).toBe(15);
  const [item] = await listOrderItems(db, taken.order.id);
  const weighed = await act(taken.order.id, { event: "edit", removeItemIds: [], weights: [{ id: item!.id, weight: 460 }] });
  expect([weighed.kind, await stock()]).toEqual(["done", 15]);
  expect((await act(taken.order.id, { event: "cancel", reason: "other", text: "", refund: "none" })).kind).toBe("done");
  expect(await stock()).toBe(20);
});

test("ignores weights that are stored already and writes the others", async () => {
  const ids = [
    await insertProduct(db, { priceCents: 1200, weightUnit: "kg" }),
    await insertProduct(db, { priceCents: 1200, weightUnit: "kg" }),
  ];
  const items = ids.map((productId) => ({ productId, quantity: 5, choices: [], note: "" }));
  const taken = await takeOrder(services, takenOrderOf(items, 1356));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const lines = await listOrderItems(db, taken.order.id);
  const weigh = (weights: readonly number[]) =>
    act(taken.order.id, {
      event: "edit",
      removeItemIds: [],
      weights: weights.map((weight, index) => ({ id: lines[index]!.id, weight })),
    });
  expect((await weigh([460])).kind).toBe("done");
  expect(await weigh([460])).toMatchObject({ kind: "refused", message: "Nothing would change." });
  expect((await weigh([460, 480])).kind).toBe("done");
  expect((await listOrderItems(db, taken.order.id)).map(({ weight }) => weight?.actual)).toEqual([460, 480]);
});

test("captures less for a lower weight before acceptance", async () => {
  const { id, weigh } = await salmon(false);
  expect((await weigh(460)).kind).toBe("done");
  expect((await act(id, { event: "accept", minutes: 20 })).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 624, capturedCents: 624, refundedCents: 0 });
  expect(await listOrderItems(db, id)).toMatchObject([
    { quantity: 1, unitPriceCents: 552, lineTotalCents: 552, weight: { ordered: 500, actual: 460, charged: 460 } },
  ]);
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
  expect(events.find(({ event }) => event === "edit")?.data).toMatchObject({ changes: ["Salmon: weighs 460 g"] });
});

test("refunds the difference after acceptance, also by staff without the right to refund", async () => {
  const { id, weigh } = await salmon(true);
  expect((await weigh(460)).kind).toBe("done");
  expect(await refundsOf(id)).toEqual([[54, "succeeded"]]);
  expect(await readOrder(shop, id)).toMatchObject({
    status: "accepted",
    finalTotalCents: 624,
    capturedCents: 678,
    refundedCents: 54,
    kitchenChanges: [],
  });
  const order = await readOrder(shop, id);
  const receipt = receiptData({
    order,
    items: await listOrderItems(db, id),
    settings: await readSettings(db),
    now: services.now(),
    publicUrl: "https://shop.example",
  });
  expect(receipt.amounts, "what went back lowered the total").toMatchObject({ finalTotal: 624, refunded: 0 });
  // The kitchen's ticket is not printed again, and a correction refunds only the rest.
  expect((await weigh(450)).kind).toBe("done");
  expect(await refundsOf(id)).toEqual([
    [54, "succeeded"],
    [14, "succeeded"],
  ]);
});

test.each([false, true])("never charges more than the card covers (accepted: %s)", async (isAccepted) => {
  const { id, weigh } = await salmon(isAccepted);
  expect((await weigh(540)).kind).toBe("done");
  expect(await total(id)).toBe(678);
  const [line] = await listOrderItems(db, id);
  expect(line).toMatchObject({ lineTotalCents: 600, weight: { actual: 540 } });
  expect(line?.options[0]?.name).toContain("540 g (500 g ordered, charged as 500 g)");
  expect(await refundsOf(id)).toEqual([]);
});

test("charges the actual weight of an order that is paid on handover", async () => {
  const productId = await insertProduct(db, { name: "Cheese", priceCents: 199, weightUnit: "100g" });
  const taken = await takeOrder(services, takenOrderOf([{ productId, quantity: 5, choices: [], note: "" }], 563));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id } = taken.order;
  const [item] = await listOrderItems(db, id);
  const weigh = await act(id, { event: "edit", removeItemIds: [], weights: [{ id: item!.id, weight: 280 }] });
  expect(weigh.kind).toBe("done");
  expect(await total(id)).toBe(629);
});

test("refunds once when the provider's response is lost", async () => {
  const { id, weigh } = await salmon(true);
  shop.armFault("error_after", "refunds.create", 2);
  expect((await weigh(460)).kind).toBe("pending");
  shop.passMinutes(1);
  await reconcilePayments(services);
  expect(await refundsOf(id)).toEqual([[54, "succeeded"]]);
  expect(await readOrder(shop, id)).toMatchObject({ refundedCents: 54, pendingAction: null });
});

test("names the faster user to the slower of two tablets", async () => {
  const { id, weigh } = await salmon(true);
  const { version } = await readOrder(shop, id);
  const answers = await Promise.all([weigh(460, version), weigh(470, version)]);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "done"]);
  expect(await refundsOf(id)).toHaveLength(1);
});

test("refunds at most what is left after other refunds", async () => {
  const { id, item, weigh } = await salmon(true);
  await act(id, { event: "refund", request: { kind: "amount", amount: 650 }, reason: "cold" });
  const command = { event: "edit", removeItemIds: [], weights: [{ id: item.id, weight: 460 }] } as const;
  expect(await previewChange(services, { orderId: id, actor: OWNER, command })).toMatchObject({
    preview: { money: "$0.28 goes back to the card." },
  });
  expect((await weigh(460)).kind).toBe("done");
  expect(await readOrder(shop, id)).toMatchObject({ refundedCents: 678, paymentState: "refunded" });
});

test.each([
  [240, "500 g were ordered. Enter a weight from 250 g to 1 kg, or change the order instead."],
  [1001, "500 g were ordered. Enter a weight from 250 g to 1 kg, or change the order instead."],
])("refuses %i g as a typing error", async (weight, message) => {
  const { weigh } = await salmon(true);
  expect(await weigh(weight)).toMatchObject({ kind: "refused", message });
});

test("keeps the stock of a weighed line in steps, and returns it with the order", async () => {
  const { id, productId, weigh, item } = await salmon(false, 20);
  const stock = async () => (await db.select().from(products).where(eq(products.id, productId)))[0]?.stock;
  expect(item.stockTaken).toBe(5);
  expect((await weigh(460)).kind).toBe("done");
  expect(await stock()).toBe(15);
  expect((await act(id, { event: "reject", reason: "too_busy", text: "" })).kind).toBe("done");
  expect(await stock()).toBe(20);
});

test("limits a cart in weights", async () => {
  const productId = await insertProduct(db, { name: "Ham", priceCents: 1200, weightUnit: "kg", weightMin: 250, maxPerOrder: 8 });
  const add = (quantity: number) => addCartItem(services, null, { productId, quantity, choices: [], note: "" });
  expect(await add(2)).toMatchObject({ error: { message: "Ham is sold from 300 g. Raise the weight to continue." } });
  expect(await add(9)).toMatchObject({ error: { message: "An order can have at most 800 g of Ham." } });
  expect(await add(3)).toMatchObject({ value: { priced: { lines: [{ quantity: 1, lineTotal: 360 }], itemCount: 1 } } });
});

test("removes the paid weight from a cart in other steps", async () => {
  const productId = await insertProduct(db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 250 });
  const cartId = await cartWith(shop, productId, 2);
  const { priced } = await getCart(services, cartId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, priced.finalTotal)));
  await db.update(products).set({ weightStep: 100 }).where(eq(products.id, productId));
  await addCartItem(services, cartId, { productId, quantity: 3, choices: [], note: "" });
  await shop.confirm(placed.clientSecret);
  await settleOrder(services, (await orderOf(db, placed.orderToken)).id);
  expect((await getCart(services, cartId)).priced.lines).toMatchObject([{ weight: { ordered: 300, steps: 3 } }]);
});

test.each([
  ["other steps", { weightStep: 100 }, 4, { weightStep: 300 }],
  ["a greater least weight", { weightStep: 100 }, 1, { weightMin: 300 }],
  ["a price per pound", { weightStep: 100 }, 5, { weightUnit: "lb", weightStep: 25 }],
  ["pieces", { weightStep: 100 }, 5, { weightUnit: null }],
  ["weights", { weightUnit: null }, 5, { weightUnit: "kg", weightStep: 100 }],
] as const)("nothing paid stays in a cart whose product changed to %s before the payment", async (_, product, quantity, change) => {
  const productId = await insertProduct(db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", ...product });
  const cartId = await cartWith(shop, productId, quantity);
  await db.update(products).set(change).where(eq(products.id, productId));
  const { priced } = await getCart(services, cartId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, priced.finalTotal)));
  await shop.confirm(placed.clientSecret);
  await settleOrder(services, (await orderOf(db, placed.orderToken)).id);
  expect((await getCart(services, cartId)).source.items).toEqual([]);
});

test("adds to a line that was bought by the piece as another line, by weight", async () => {
  const productId = await insertProduct(db, { name: "Ham", priceCents: 1200 });
  const taken = takenOrderOf([{ productId, quantity: 2, choices: [], note: "" }], 2712);
  const result = await takeOrder(services, taken);
  const id = result.kind === "ok" ? result.order.id : "";
  await db.update(products).set({ weightUnit: "kg", weightStep: 100 }).where(eq(products.id, productId));
  const [item] = await listOrderItems(db, id);
  const edit = { event: "edit", removeItemIds: [] } as const;
  expect(await act(id, { ...edit, units: [{ id: item!.id, quantity: 3 }] })).toMatchObject({ kind: "refused" });
  expect((await act(id, { ...edit, add: [{ productId, quantity: 5, choices: [], note: "" }] })).kind).toBe("done");
  expect((await listOrderItems(db, id)).map(({ quantity, weight }) => [quantity, weight?.ordered ?? null])).toEqual([
    [2, null],
    [1, 500],
  ]);
});

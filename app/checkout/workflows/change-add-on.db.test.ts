import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { webhookDeliveries, webhooks } from "#app/orders/data/webhooks/tables.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { settings } from "#app/store/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { everything } from "#test/promotion-samples.ts";
import { openTestShop } from "#test/shop.ts";
import { addMinutes } from "#app/values/time.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { payByLink } from "./payment-link.server.ts";
import { priceTakenOrder, takeOrder, type TakeOrder } from "./place/take-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: null, name: "Ana", isAdmin: true };
const ADDRESS = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const FAR = { street: "9 Far Rd", unit: "", city: "Toronto", province: "ON", postal_code: "M9W 1A1", country: "", keep_postal_code: false };
const area = (name: string, prefixes: string, fee: string) => ({ name, prefixes, fee, minOrder: "", freeAbove: "", minutes: "" });
await db.insert(settings).values([
  { key: "ENABLE_DELIVERY", value: true },
  { key: "ALLOW_SCHEDULING", value: true },
  { key: "DELIVERY_FEE", value: 300 },
  { key: "DELIVERY_AREAS", value: [area("Near", "M5V", "3.00"), area("Far", "M9W", "5.00")] },
]);

async function change(id: string, changes: Omit<EditCommand, "event" | "removeItemIds">) {
  const command = { event: "edit", removeItemIds: [], ...changes } as const;
  const previewed = await previewChange(services, { orderId: id, actor: ANA, command });
  const answer = await applyOrderEvent(services, { orderId: id, version: (await readOrder(shop, id)).version, actor: ANA, command });
  return { answer, notes: previewed.kind === "preview" ? previewed.preview.notes : [] };
}

const productId = await insertProduct(db, { name: "Soup", priceCents: 1000 });
const items = [{ productId, quantity: 2, choices: [], note: "" }];

async function taken(order: TakeOrder) {
  const result = await takeOrder(services, order);
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result).slice(0, 500)}`);
  return result.order;
}

async function withAddOn() {
  const priced = await priceTakenOrder(services, { ...takenOrderOf(items, 0, { fulfillment: "delivery" }), postalCode: "M5V 1A1" });
  const total = priced.ok ? priced.value.priced.finalTotal : 0;
  const customer = { name: "Bo", email: "bo@example.com", phone: "+1 416 555 9001" };
  const first = await taken(takenOrderOf(items, total, { fulfillment: "delivery", address: ADDRESS, customer }));
  return { first, addOn: await taken(takenOrderOf(items, 2260, { goesWith: first.id })) };
}

test("changes an add-on without delivery fee and moves it only with its order", async () => {
  const { first, addOn } = await withAddOn();
  const [line] = await listOrderItems(db, addOn.id);
  expect((await change(addOn.id, { units: [{ id: line?.id ?? "", quantity: 1 }] })).answer.kind).toBe("done");
  expect(await readOrder(shop, addOn.id)).toMatchObject({ finalTotalCents: 1130, deliveryFeeCents: 0 });
  const message = `Change order ${first.number ?? ""}, with which it goes.`;
  expect((await change(addOn.id, { address: FAR })).answer).toMatchObject({ kind: "refused", message });
  const requestedFor = new Date(services.now().getTime() + 86_400_000);
  expect((await change(addOn.id, { requestedFor })).answer).toMatchObject({ kind: "refused", message });
});

test("a new address of an order applies to its open add-ons", async () => {
  const { first, addOn } = await withAddOn();
  const called = await taken(takenOrderOf(items, 2260, { goesWith: first.id }));
  const off = { event: "cancel", reason: "customer_request", text: "", refund: "full" } as const;
  await applyOrderEvent(services, { orderId: called.id, version: called.version, actor: ANA, command: off });
  const { answer, notes } = await change(first.id, { address: FAR });
  expect(answer.kind).toBe("done");
  expect(notes).toContain(`${addOn.number ?? ""} goes with it, and gets the same time and address.`);
  const there = { address: { street: "9 Far Rd", postalCode: "M9W 1A1" } };
  expect(await readOrder(shop, first.id)).toMatchObject(there);
  expect(await readOrder(shop, addOn.id)).toMatchObject({ ...there, finalTotalCents: 2260, status: "accepted" });
  expect(await readOrder(shop, called.id)).toMatchObject({ address: { street: "1 King St" } });
  const told = and(eq(mailOutbox.orderId, addOn.id), eq(mailOutbox.kind, "order_changed"));
  expect(await db.$count(mailOutbox, told)).toBe(1);
});

async function deliveredTo(postalCode: string, changes: Partial<TakeOrder> = {}) {
  const priced = await priceTakenOrder(services, { ...takenOrderOf(items, 0, { fulfillment: "delivery" }), postalCode });
  const total = priced.ok ? priced.value.priced.finalTotal : 0;
  return taken(takenOrderOf(items, total, { fulfillment: "delivery", address: { ...ADDRESS, postalCode }, ...changes }));
}

test("decides offers for postal codes by the address when ordered", async () => {
  const condition = { type: "postal-code", codes: ["M5V"] };
  const offer = { name: "Near", title: "Near", status: "active", condition, actionKind: "order-fixed" } as const;
  const [promotion] = await db
    .insert(promotions)
    .values({ ...offer, trigger: "automatic", actionParams: { amount: 300, target: everything } })
    .returning({ id: promotions.id });
  try {
    const [near, far] = [await deliveredTo("M5V 1A1"), await deliveredTo("M9W 1A1")];
    expect([near.promotionDiscountCents, far.promotionDiscountCents]).toEqual([300, 0]);
    for (const { id, promotionDiscountCents } of [near, far]) {
      for (const changes of [{ address: FAR }, { address: { ...FAR, postal_code: "M5V 2B2" } }, { address: FAR }, { add: items }]) {
        expect((await change(id, changes)).answer.kind).toBe("done");
        expect(await readOrder(shop, id)).toMatchObject({ promotionDiscountCents });
      }
    }
    // What needs a payment of its own is an order of its own, for the new address.
    const paid = await deliveredTo("M5V 1A1", { paidBy: "terminal" });
    const command = { event: "edit", removeItemIds: [], add: [{ ...items[0]!, quantity: 1 }], address: FAR } as const;
    const previewed = await previewChange(services, { orderId: paid.id, actor: ANA, command });
    expect(previewed).toMatchObject({ kind: "preview", preview: { inPlace: { address: FAR }, addOn: { total: 1130 } } });
  } finally {
    await db.update(promotions).set({ status: "archived" }).where(eq(promotions.id, promotion!.id));
  }
});

/** A time that the shop offers, hours from now. */
function hoursAhead(hours: number): Date {
  const quarter = 15 * 60_000;
  return new Date(Math.ceil((services.now().getTime() + hours * 3_600_000) / quarter) * quarter);
}

const BO = { name: "Bo", email: "bo@example.com", phone: "+1 416 555 9002" };

test("refuses a time that a product of an add-on cannot keep", async () => {
  const cake = await insertProduct(db, { name: "Cake", leadHours: 48 });
  const first = await taken(takenOrderOf(items, 2260, { requestedFor: hoursAhead(96) }));
  const addOn = await taken(takenOrderOf([{ ...items[0]!, productId: cake }], 2260, { goesWith: first.id }));
  const message = `${addOn.number ?? ""} goes with it: Cake must be ordered at least 48 hours ahead. Choose a later time.`;
  for (const hours of [24, 47]) {
    const requestedFor = hoursAhead(hours);
    const command = { event: "edit", removeItemIds: [], requestedFor } as const;
    expect(await previewChange(services, { orderId: first.id, actor: ANA, command })).toMatchObject({ kind: "refused", message });
    expect((await change(first.id, { requestedFor })).answer).toMatchObject({ kind: "refused", message });
  }
  expect((await change(first.id, { requestedFor: null })).answer).toMatchObject({ kind: "refused" });
  expect(await readOrder(shop, addOn.id)).toMatchObject({ requestedFor: first.requestedFor });
  const later = hoursAhead(72);
  expect((await change(first.id, { requestedFor: later })).answer.kind).toBe("done");
  expect(await readOrder(shop, addOn.id)).toMatchObject({ requestedFor: later, promisedAt: later });
  // What is made already can be handed over at any time.
  const { version } = await readOrder(shop, addOn.id);
  expect((await applyOrderEvent(services, { orderId: addOn.id, version, actor: ANA, command: { event: "ready" } })).kind).toBe("done");
  expect((await change(first.id, { requestedFor: hoursAhead(3) })).answer.kind).toBe("done");
});

test("applies lead times to a later add-on, not to one in preparation", async () => {
  const cake = await insertProduct(db, { name: "Cake", leadHours: 48 });
  const first = await taken(takenOrderOf(items, 2260, { requestedFor: hoursAhead(50) }));
  const addOn = await taken(takenOrderOf([{ ...items[0]!, productId: cake }], 2260, { goesWith: first.id }));
  // As after two days: the time that is left is shorter than the lead time.
  await db.update(products).set({ leadHours: 96 }).where(eq(products.id, cake));
  expect((await change(first.id, { requestedFor: hoursAhead(49) })).answer).toMatchObject({ kind: "refused" });
  const later = hoursAhead(51);
  expect((await change(first.id, { requestedFor: later })).answer.kind).toBe("done");
  expect(await readOrder(shop, addOn.id)).toMatchObject({ requestedFor: later, promisedAt: later });
  const { version } = await readOrder(shop, addOn.id);
  expect((await applyOrderEvent(services, { orderId: addOn.id, version, actor: ANA, command: { event: "preparing" } })).kind).toBe("done");
  expect((await change(first.id, { requestedFor: hoursAhead(3) })).answer.kind).toBe("done");
});

test("an add-on as soon as possible keeps its lead time at a later time", async () => {
  const bread = await insertProduct(db, { name: "Bread" });
  const first = await taken(takenOrderOf(items, 2260));
  const addOn = await taken(takenOrderOf([{ ...items[0]!, productId: bread }], 2260, { goesWith: first.id }));
  await db.update(products).set({ leadHours: 96 }).where(eq(products.id, bread));
  const later = hoursAhead(5);
  expect((await change(first.id, { requestedFor: later })).answer.kind).toBe("done");
  expect(await readOrder(shop, addOn.id)).toMatchObject({ requestedFor: later });
  expect((await change(first.id, { requestedFor: null })).answer).toMatchObject({ kind: "refused" });
});

test("notifies the customer of an unpaid add-on about its new time", async () => {
  const first = await taken(takenOrderOf(items, 2260, { requestedFor: hoursAhead(48), customer: BO }));
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  expect(addOn.payBy!.getTime()).toBeGreaterThan(hoursAhead(23).getTime());
  await db.insert(webhooks).values({ url: "https://kitchen.example/hook", events: ["order.updated"], secret: "sealed" });
  const soon = hoursAhead(3);
  const { answer, notes } = await change(first.id, { requestedFor: soon });
  expect(answer.kind).toBe("done");
  expect(notes).toContain("An order by payment link goes with it, and gets the same time and address.");

  const moved = await readOrder(shop, addOn.id);
  expect(moved).toMatchObject({ status: "awaiting_payment", requestedFor: soon, kitchenChanges: [] });
  expect(moved.payBy).toEqual(addMinutes(soon, -(addOn.prepMinutes ?? 0)));
  expect(moved.holdExpiresAt).toEqual(moved.payBy);
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, addOn.id), eq(mailOutbox.kind, "order_changed")));
  expect(mail).toMatchObject({
    recipient: BO.email,
    data: { goesWith: [`It is made and handed over together with order ${first.number ?? ""}`] },
  });
  const written = await writeOrderMail("order_changed", mail?.data ?? {});
  expect(written?.subject).toBe("Your unpaid order changed: new total $22.60");
  expect(written?.text).toMatch(/Changed: time .* → .*, new total \$22\.60\.[^]*Pay by card until .*\d[^]*pay-order\?order=/);
  const told = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, addOn.id), eq(orderEvents.event, "edit")));
  expect(told).toMatchObject([{ actorName: "Ana", fromStatus: "awaiting_payment", toStatus: "awaiting_payment" }]);

  // Programs know it only once it is paid.
  expect((await db.select().from(webhookDeliveries)).map(({ orderId }) => orderId)).toEqual([first.id]);
  await db.delete(webhooks);

  const begun = await payByLink(services, addOn.publicToken);
  if (begun?.kind !== "ok") throw new Error("no payment");
  await shop.confirm(begun.placed.clientSecret);
  await settleOrder(services, addOn.id);
  expect(await readOrder(shop, addOn.id)).toMatchObject({ status: "accepted", promisedAt: soon, capturedCents: 2260, kitchenChanges: [] });
});

test("an add-on's link ends in time for an order as soon as possible", async () => {
  const first = await taken(takenOrderOf(items, 2260, { minutes: 45, customer: BO }));
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  expect(addOn.payBy).toEqual(addMinutes(first.promisedAt!, -(addOn.prepMinutes ?? 0)));
  expect(addOn.holdExpiresAt).toEqual(addOn.payBy);
});

test("shortens an add-on's link when its order is accepted", async () => {
  const first = await placePaidOrder(shop);
  await db
    .update(orders)
    .set({ promisedAt: addMinutes(services.now(), 120) })
    .where(eq(orders.id, first.id));
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  const act = async (command: { readonly event: "accept" | "delay"; readonly minutes: number }) => {
    const { version } = await readOrder(shop, first.id);
    expect((await applyOrderEvent(services, { orderId: first.id, version, actor: ANA, command })).kind).toBe("done");
    return { first: await readOrder(shop, first.id), addOn: await readOrder(shop, addOn.id) };
  };
  const accepted = await act({ event: "accept", minutes: 20 });
  expect(accepted.addOn.payBy!.getTime()).toBeLessThan(addMinutes(addOn.payBy!, -40).getTime());
  expect(accepted.addOn.payBy!.getTime()).toBeLessThanOrEqual(accepted.first.promisedAt!.getTime());
  expect(accepted.addOn).toMatchObject({ status: "awaiting_payment", holdExpiresAt: accepted.addOn.payBy });
  const [mail] = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, addOn.id), eq(mailOutbox.kind, "order_changed")));
  const written = await writeOrderMail("order_changed", mail?.data ?? {});
  expect(written?.text).toMatch(/Changed: payment due .*\d[^]*Pay by card until .*\d/);
  // A later promise makes no link longer.
  expect((await act({ event: "delay", minutes: 45 })).addOn.payBy).toEqual(accepted.addOn.payBy);
});

test("keeps a link that ends before the promised time of its order", async () => {
  const first = await placePaidOrder(shop);
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  const { version } = await readOrder(shop, first.id);
  const command = { event: "accept", minutes: 90 } as const;
  expect((await applyOrderEvent(services, { orderId: first.id, version, actor: ANA, command })).kind).toBe("done");
  expect(await readOrder(shop, addOn.id)).toMatchObject({ payBy: addOn.payBy, version: addOn.version });
});

test("shortens an add-on's link when its order becomes as soon as possible", async () => {
  const first = await taken(takenOrderOf(items, 2260, { requestedFor: hoursAhead(48), customer: BO }));
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  expect((await change(first.id, { requestedFor: null })).answer.kind).toBe("done");
  const moved = await readOrder(shop, addOn.id);
  expect(moved.payBy!.getTime()).toBeLessThanOrEqual(moved.promisedAt!.getTime());
});

test("never extends a payment link, and sends no email about an ended one", async () => {
  const first = await taken(takenOrderOf(items, 2260, { requestedFor: hoursAhead(6), customer: BO }));
  const addOn = await taken(takenOrderOf(items, 2260, { goesWith: first.id, isByLink: true }));
  expect((await change(first.id, { requestedFor: hoursAhead(60) })).answer.kind).toBe("done");
  expect((await readOrder(shop, addOn.id)).payBy).toEqual(addOn.payBy);
  const countMails = () => db.$count(mailOutbox, and(eq(mailOutbox.orderId, addOn.id), eq(mailOutbox.kind, "order_changed")));
  expect(await countMails()).toBe(1);
  await db.update(orders).set({ payBy: services.now() }).where(eq(orders.id, addOn.id));
  expect((await change(first.id, { requestedFor: hoursAhead(62) })).answer.kind).toBe("done");
  expect(await countMails()).toBe(1);
});

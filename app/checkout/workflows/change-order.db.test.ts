import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditBooks } from "#server/audit/audit.ts";
import { readBooks } from "#server/audit/books.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { simulatorLedger } from "#test/torture/after-storm.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { printers, printJobs } from "#app/orders/data/counter/tables.ts";
import { MIND_THE_BOOKS } from "#app/orders/domain/changes/order-change.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { orderEvents, refunds } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand, OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { readTogetherWords } from "#app/orders/workflows/together-words.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { findOrderStatus } from "./guest-order.server.ts";
import { payByLink } from "./payment-link.server.ts";
import { priceTakenOrder, takeOrder, type TakeOrder } from "./place/take-order.server.ts";
import { settleOrder } from "./settle/settle-order.server.ts";

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff" as const, userId: null, name: "Ana", isAdmin: true };
const BEN = { ...ANA, name: "Ben" };

type Change = Omit<EditCommand, "event" | "removeItemIds"> & Partial<Pick<EditCommand, "removeItemIds">>;
type Shown = Pick<Awaited<ReturnType<typeof readOrder>>, "id" | "version">;

const item = (productId: number, quantity = 1) => ({ productId, quantity, choices: [], note: "" });
const commandOf = (change: Change): EditCommand => ({ event: "edit", removeItemIds: [], ...change });

function act({ id, version }: Shown, command: OrderCommand, actor = ANA) {
  return applyOrderEvent(services, { orderId: id, version, actor, command });
}

async function change(order: Shown, changes: Change, actor = ANA) {
  return act(await readOrder(shop, order.id), commandOf(changes), actor);
}

async function preview(order: Shown, changes: Change) {
  const answer = await previewChange(services, { orderId: order.id, actor: ANA, command: commandOf(changes) });
  if (answer.kind !== "preview") throw new Error(`no preview: ${JSON.stringify("message" in answer ? answer.message : answer.kind)}`);
  return answer.preview;
}

async function taken(order: TakeOrder) {
  const result = await takeOrder(services, order);
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result, null, 1).slice(0, 500)}`);
  return result.order;
}

async function stockOf(id: number) {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row?.stock;
}

async function storyOf(orderId: string, event: string) {
  const rows = await db
    .select({ data: orderEvents.data, actorName: orderEvents.actorName })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), eq(orderEvents.event, event)));
  return rows;
}

async function mailsOf(orderId: string, kind: string) {
  return db
    .select({ data: mailOutbox.data })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.orderId, orderId), eq(mailOutbox.kind, kind)));
}

async function accepted(prices: readonly number[] = [1000], quantity = 1) {
  const order = await placePaidOrder(shop, prices, quantity);
  expect((await act(order, { event: "accept", minutes: 20 })).kind).toBe("done");
  return readOrder(shop, order.id);
}

test("changes an accepted order that is paid at pickup, up and down", async () => {
  const burger = await insertProduct(db, { name: "Burger", priceCents: 1000, stock: 9 });
  const fries = await insertProduct(db, { name: "Fries", priceCents: 500, stock: 5 });
  const cola = await insertProduct(db, { name: "Cola", priceCents: 200, stock: 3 });
  const order = await taken(
    takenOrderOf([item(burger, 2), item(cola)], 2486, { customer: { name: "Bo", email: "bo@example.com", phone: "+1 416 555 9001" } }),
  );
  const [first, second] = await listOrderItems(db, order.id);
  const changes = {
    units: [
      { id: first!.id, quantity: 3 },
      { id: second!.id, quantity: 0 },
    ],
    add: [item(fries, 2)],
  };
  const seen = await preview(order, changes);
  expect(seen).toMatchObject({
    before: 2486,
    after: 4520,
    addOn: null,
    changes: ["2 → 3 Burger", "−1 Cola", "+2 Fries"],
    money: "The customer pays $45.20 when they pick it up.",
  });
  expect(await stockOf(fries), "a preview takes nothing").toBe(5);
  expect((await change(order, { ...changes, expectedTotal: seen.after })).kind).toBe("done");
  const changed = await readOrder(shop, order.id);
  expect(changed).toMatchObject({ status: "accepted", finalTotalCents: 4520, taxCents: 520, paymentState: "none", printedAt: null });
  expect(changed.kitchenChanges).toEqual(["2 → 3 Burger", "−1 Cola", "+2 Fries"]);
  expect([await stockOf(burger), await stockOf(fries), await stockOf(cola)]).toEqual([6, 3, 3]);
  expect(
    (await listOrderItems(db, order.id)).map(({ name, quantity, position, stockTaken }) => [name, quantity, position, stockTaken]),
  ).toEqual([
    ["Burger", 3, 0, 3],
    ["Fries", 2, 2, 2],
  ]);
  expect(await storyOf(order.id, "edit")).toEqual([
    { actorName: "Ana", data: { removed: ["Cola"], changes: ["2 → 3 Burger", "−1 Cola", "+2 Fries"] } },
  ]);
  expect(await mailsOf(order.id, "order_changed")).toMatchObject([
    { data: { changes: ["2 → 3 Burger", "−1 Cola", "+2 Fries"], amounts: { finalTotal: 4520 } } },
  ]);
  expect((await act(changed, { event: "preparing" })).kind).toBe("done");
  expect((await change(order, { units: [{ id: first!.id, quantity: 1 }] })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "preparing", finalTotalCents: 2260 });
  expect(await stockOf(burger)).toBe(8);
});

test("prints a changed ticket and names what changed", async () => {
  const [printer] = await db.insert(printers).values({ name: "Pass", host: "192.0.2.9", columns: 42, isOn: true }).returning();
  const productId = await insertProduct(db);
  try {
    const order = await taken(takenOrderOf([item(productId)], 1130));
    const jobs = () => db.select({ copy: printJobs.copy }).from(printJobs).where(eq(printJobs.orderId, order.id));
    expect(await jobs()).toHaveLength(1);
    const [line] = await listOrderItems(db, order.id);
    expect((await change(order, { units: [{ id: line!.id, quantity: 2 }] })).kind).toBe("done");
    expect((await jobs()).map(({ copy }) => copy).toSorted()).toEqual([0, 1]);
  } finally {
    await db.delete(printers).where(eq(printers.id, printer!.id));
  }
});

test("keeps the bought price and adds units at today's price", async () => {
  const productId = await insertProduct(db, { name: "Soup", priceCents: 1000 });
  const order = await taken(takenOrderOf([item(productId)], 1130));
  await db.update(products).set({ priceCents: 1200 }).where(eq(products.id, productId));
  const [line] = await listOrderItems(db, order.id);
  expect((await change(order, { units: [{ id: line!.id, quantity: 3 }] })).kind).toBe("done");
  expect((await listOrderItems(db, order.id)).map(({ quantity, unitPriceCents }) => [quantity, unitPriceCents])).toEqual([
    [1, 1000],
    [2, 1200],
  ]);
  expect(await readOrder(shop, order.id)).toMatchObject({ finalTotalCents: 3842 });
});

test("refuses sold-out or unknown items, empty changes and changed prices", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const order = await taken(takenOrderOf([item(productId)], 1130));
  const [line] = await listOrderItems(db, order.id);
  expect(await change(order, { units: [{ id: line!.id, quantity: 2 }] })).toMatchObject({ kind: "refused" });
  expect(await change(order, { units: [{ id: crypto.randomUUID(), quantity: 2 }] })).toMatchObject({ kind: "refused" });
  expect(await change(order, { units: [{ id: line!.id, quantity: 1 }] })).toMatchObject({
    kind: "refused",
    message: "Nothing would change.",
  });
  expect(await change(order, { units: [{ id: line!.id, quantity: 0 }] })).toMatchObject({ kind: "refused" });
  const other = await insertProduct(db, { priceCents: 300 });
  expect(await change(order, { add: [item(other)], expectedTotal: 1400 })).toMatchObject({
    kind: "refused",
    message: "The new total is $14.69 by now. Look at it, then save again.",
  });
  expect(await readOrder(shop, order.id)).toMatchObject({ finalTotalCents: 1130, version: order.version });
});

test("of two tablets that change an order one wins and the stock adds up", async () => {
  for (let round = 0; round < 4; round += 1) {
    const [a, b] = [await insertProduct(db, { stock: 10 }), await insertProduct(db, { stock: 10 })];
    const order = await taken(takenOrderOf([item(a, 2), item(b, 2)], 4520));
    const [first, second] = await listOrderItems(db, order.id);
    const answers = await Promise.all([
      act(
        order,
        commandOf({
          units: [
            { id: first!.id, quantity: 5 },
            { id: second!.id, quantity: 1 },
          ],
        }),
        ANA,
      ),
      act(
        order,
        commandOf({
          units: [
            { id: first!.id, quantity: 1 },
            { id: second!.id, quantity: 5 },
          ],
        }),
        BEN,
      ),
    ]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "done"]);
    const lines = await listOrderItems(db, order.id);
    expect([await stockOf(a), await stockOf(b)]).toEqual(lines.map(({ quantity }) => 10 - quantity));
    const lost = answers.find(({ kind }) => kind === "conflict");
    expect(lost !== undefined && "message" in lost && lost.message).toMatch(/^(Ana|Ben) changed/);
  }
});

test("sells the last units once to changes of many orders", async () => {
  const productId = await insertProduct(db, { priceCents: 100, stock: 3 });
  const base = await insertProduct(db);
  const several = await Promise.all(Array.from({ length: 6 }, () => taken(takenOrderOf([item(base)], 1130))));
  const answers = await Promise.all(several.map((order) => change(order, { add: [item(productId)] })));
  expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(3);
  expect(await stockOf(productId)).toBe(0);
});

test("swaps within the authorization of a card and captures less", async () => {
  const order = await placePaidOrder(shop, [1000, 500]);
  const [dear, cheap] = await listOrderItems(db, order.id);
  const swap = await insertProduct(db, { name: "Salad", priceCents: 800 });
  const dearer = await insertProduct(db, { name: "Lobster", priceCents: 5000 });
  const seen = await preview(order, { removeItemIds: [dear!.id], add: [item(swap)] });
  expect(seen).toMatchObject({ before: 1695, after: 1469, addOn: null });
  expect(seen.money).toBe("$14.69 is charged when the order is accepted, and $2.26 of the hold on the card is released.");
  expect((await change(order, { removeItemIds: [dear!.id], add: [item(swap)] })).kind).toBe("done");
  expect(await change(order, { removeItemIds: [cheap!.id], add: [item(dearer)] })).toMatchObject({ kind: "refused" });
  // Back up to the authorization, not above it.
  const back = await insertProduct(db, { name: "Bread", priceCents: 200 });
  expect((await change(order, { add: [item(back)] })).kind).toBe("done");
  expect((await act(await readOrder(shop, order.id), { event: "accept", minutes: 20 })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ capturedCents: 1695, finalTotalCents: 1695 });
});

test("offers items that the payment does not cover as an add-on", async () => {
  const order = await placePaidOrder(shop, [1000]);
  const [line] = await listOrderItems(db, order.id);
  const lobster = await insertProduct(db, { name: "Lobster", priceCents: 5000 });
  const held = await preview(order, { units: [{ id: line!.id, quantity: 2 }], add: [item(lobster)] });
  expect(held).toMatchObject({ before: 1130, after: 1130, inPlace: null, addOn: { total: 6780 } });
  expect(held.addOn?.items).toMatchObject([
    { productId: line!.productId, quantity: 1 },
    { productId: lobster, quantity: 1 },
  ]);
  const captured = await accepted([1000, 600]);
  const [, six] = await listOrderItems(db, captured.id);
  const swapped = await preview(captured, { units: [{ id: six!.id, quantity: 0 }], add: [item(lobster)] });
  expect(swapped).toMatchObject({ before: 1808, after: 1130, money: "$6.78 goes back to the card.", addOn: { total: 5650 } });
  expect(swapped.addOn?.difference).toBe("$6.78 is refunded and $56.50 is paid: $49.72 more in all.");
  expect((await change(captured, { units: [{ id: six!.id, quantity: 0 }] })).kind).toBe("done");
  const added = await taken(takenOrderOf([item(lobster)], 5650, { goesWith: captured.id, isByLink: true }));
  const together = `Together with the change of ${captured.number}, $6.78 is refunded and $56.50 is paid: $49.72 more in all`;
  const [mail] = await mailsOf(added.id, "order_payment_link");
  expect(mail?.data).toMatchObject({ goesWith: [`It is made and handed over together with order ${captured.number}`, together] });
  const wordsOf = async (id: string) => readTogetherWords(db, await readOrder(shop, id), await readSettings(db));
  expect(await wordsOf(added.id)).toEqual([`It is made and handed over together with order ${captured.number}.`, `${together}.`]);
  expect(await wordsOf(captured.id)).toEqual([
    "What was added to this order is not paid yet. It is made as soon as it is paid by its link.",
  ]);
  expect(await change(captured, { add: [item(lobster)] })).toMatchObject({ kind: "refused" });
});

test("refunds units of a captured order and leaves its amounts", async () => {
  const order = await accepted([1000, 600], 3);
  const [line] = await listOrderItems(db, order.id);
  expect((await change(order, { units: [{ id: line!.id, quantity: 2 }] })).kind).toBe("done");
  const changed = await readOrder(shop, order.id);
  expect(changed).toMatchObject({ finalTotalCents: 5424, capturedCents: 5424, refundedCents: 1130, paymentState: "partially_refunded" });
  expect(changed.kitchenChanges).toEqual([`3 → 2 ${line!.name}`]);
  expect(
    await db.select({ items: refunds.itemQuantities, amount: refunds.amountCents }).from(refunds).where(eq(refunds.orderId, order.id)),
  ).toEqual([{ items: { [line!.id]: 1 }, amount: 1130 }]);
  // What was refunded is no more part of it.
  expect((await change(order, { units: [{ id: line!.id, quantity: 1 }] })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ refundedCents: 2260, finalTotalCents: 5424 });
  expect(await mailsOf(order.id, "order_changed")).toHaveLength(2);
});

test("finishes a change whose refund fails or gets no answer at first", async () => {
  const silent = await accepted([1000, 600]);
  const [line] = await listOrderItems(db, silent.id);
  shop.armFault("error_before", "refunds.create", 2);
  expect((await change(silent, { removeItemIds: [line!.id] })).kind).toBe("pending");
  expect(await change(silent, { removeItemIds: [line!.id] }), "the same again settles the first").toMatchObject({ kind: "conflict" });
  expect(await readOrder(shop, silent.id)).toMatchObject({ refundedCents: 1130, pendingAction: null });
  expect(await storyOf(silent.id, "edit")).toHaveLength(1);
});

test("waits for a capture that is under way", async () => {
  const order = await placePaidOrder(shop, [1000, 600]);
  const [line] = await listOrderItems(db, order.id);
  shop.armFault("error_before", "payment_intents.capture", 2);
  expect((await act(order, { event: "accept", minutes: 20 })).kind).toBe("pending");
  const answer = await act(order, commandOf({ removeItemIds: [line!.id] }));
  expect(["conflict", "refused"]).toContain(answer.kind);
  const after = await readOrder(shop, order.id);
  expect(after.finalTotalCents).toBe(1808);
});

test("gives money back by hand for an order that was paid at the counter", async () => {
  const productId = await insertProduct(db);
  const order = await taken(takenOrderOf([item(productId, 2)], 2260, { paidBy: "cash", source: "counter" }));
  const [line] = await listOrderItems(db, order.id);
  const fewer = { units: [{ id: line!.id, quantity: 1 }] };
  expect(await preview(order, fewer)).toMatchObject({ after: 1130, money: "Give $11.30 back in cash." });
  expect((await preview(order, { units: [{ id: line!.id, quantity: 3 }] })).addOn).toMatchObject({ total: 1130 });
  expect((await change(order, fewer)).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ finalTotalCents: 1130, paidBy: "cash" });
});

test("moves an order to a free time, and frees the one it had", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values([
    { key: "SLOT_MAX_ORDERS", value: 1 },
    { key: "ALLOW_SCHEDULING", value: true },
  ]);
  try {
    const priced = await priceTakenOrder(services, { ...takenOrderOf([item(productId)], 0), postalCode: null });
    const slots = priced.ok ? priced.value.offeredSlots : null;
    const [, day = ""] = listSlotDates(slots!);
    const [at, other] = [listSlots(slots!, day)[3]!.startsAt, listSlots(slots!, day)[4]!.startsAt];
    const order = await taken(takenOrderOf([item(productId)], 1130, { requestedFor: at }));
    const rival = await taken(takenOrderOf([item(productId)], 1130, { requestedFor: other }));
    expect(await change(order, { requestedFor: other }), "it is full").toMatchObject({ kind: "refused" });
    const free = listSlots(slots!, day)[6]!.startsAt;
    const moved = await Promise.all([change(order, { requestedFor: free }), change(rival, { requestedFor: free })]);
    expect(moved.map(({ kind }) => kind).toSorted()).toEqual(["done", "refused"]);
    const [winner, loser] = moved[0].kind === "done" ? [order, rival] : [rival, order];
    expect(await readOrder(shop, winner.id)).toMatchObject({ requestedFor: free, promisedAt: free });
    const left = winner.id === order.id ? at : other;
    expect((await change(loser, { requestedFor: left })).kind, "the time it had is free").toBe("done");
    expect((await storyOf(winner.id, "edit"))[0]?.data).toMatchObject({ changes: [expect.stringMatching(/^time .* → /)] });
  } finally {
    await db.delete(settings);
  }
});

const ADDRESS = { street: "1 King St", unit: "", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const FAR = { street: "9 Far Rd", unit: "", city: "Toronto", province: "ON", postal_code: "M9W 1A1", country: "", keep_postal_code: false };

test("looks up area and fee of another address", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values([
    { key: "ENABLE_DELIVERY", value: true },
    { key: "DELIVERY_FEE", value: 300 },
    {
      key: "DELIVERY_AREAS",
      value: [
        { name: "Near", prefixes: "M5V", fee: "3.00", minOrder: "", freeAbove: "", minutes: "" },
        { name: "Far", prefixes: "M9W", fee: "5.00", minOrder: "", freeAbove: "", minutes: "" },
      ],
    },
  ]);
  try {
    const priced = await priceTakenOrder(services, {
      ...takenOrderOf([item(productId)], 0, { fulfillment: "delivery" }),
      postalCode: "M5V 1A1",
    });
    const total = priced.ok ? priced.value.priced.finalTotal : 0;
    const delivery = (changes: Partial<TakeOrder>) =>
      takenOrderOf([item(productId)], total, { fulfillment: "delivery", address: ADDRESS, ...changes });
    const later = await taken(delivery({}));
    const paid = await taken(delivery({ paidBy: "terminal" }));
    expect((await change(later, { address: FAR })).kind).toBe("done");
    expect(await readOrder(shop, later.id), "the kitchen reads no address").toMatchObject({
      address: { street: "9 Far Rd", postalCode: "M9W 1A1" },
      kitchenChanges: ["another address"],
    });
    expect((await findOrderStatus(services, later.publicToken))?.sentence, "links get forwarded").toContain("Changed: another address");
    const dearer = await preview(paid, { address: FAR });
    expect(dearer.after).toBe(dearer.before);
    expect((await change(paid, { address: FAR })).kind).toBe("done");
    expect((await readOrder(shop, paid.id)).deliveryFeeCents).toBe(paid.deliveryFeeCents);
    const pickup = await taken(takenOrderOf([item(productId)], 1130));
    expect(await change(pickup, { address: FAR })).toMatchObject({ kind: "refused" });
  } finally {
    await db.delete(settings);
  }
});

test("adds an order that goes with another one, without fee, minimum and slot", async () => {
  const productId = await insertProduct(db);
  const first = await accepted();
  const order = await taken(takenOrderOf([item(productId)], 1130, { goesWith: first.id, customer: { name: "x", email: "", phone: "" } }));
  expect(order).toMatchObject({
    goesWith: first.id,
    customerName: first.customerName,
    customerEmail: first.customerEmail,
    fulfillment: first.fulfillment,
    status: "accepted",
  });
  expect(Math.abs(order.promisedAt!.getTime() - first.promisedAt!.getTime())).toBeLessThan(120_000);
  const [mail] = await mailsOf(order.id, "order_accepted");
  expect(mail?.data).toMatchObject({ goesWith: [`It is made and handed over together with order ${first.number}`] });
  expect((await act(await readOrder(shop, first.id), { event: "cancel", reason: "customer_request", text: "", refund: "full" })).kind).toBe(
    "done",
  );
  expect(await storyOf(order.id, "first_ended")).toHaveLength(1);
  const late = await takeOrder(services, takenOrderOf([item(productId)], 1130, { goesWith: first.id }));
  expect(late).toMatchObject({ kind: "refused", field: "goes_with" });
});

test("a paid link of an add-on is accepted only while its order is made", async () => {
  const productId = await insertProduct(db);
  const linked = async () => {
    const first = await accepted();
    const order = await taken(takenOrderOf([item(productId)], 1130, { goesWith: first.id, isByLink: true }));
    return { first, order };
  };
  const pay = async ({ id, publicToken }: { readonly id: string; readonly publicToken: string }) => {
    const begun = await payByLink(services, publicToken);
    if (begun?.kind !== "ok") throw new Error("no payment");
    await shop.confirm(begun.placed.clientSecret);
    await settleOrder(services, id);
    return readOrder(shop, id);
  };
  const open = await linked();
  expect(await pay(open.order)).toMatchObject({ status: "accepted", capturedCents: 1130, goesWith: open.first.id });
  const over = await linked();
  for (const event of ["ready", "complete"] as const)
    expect((await act(await readOrder(shop, over.first.id), { event })).kind).toBe("done");
  expect(await pay(over.order)).toMatchObject({ status: "received", capturedCents: 0 });
});

test("the auditor finds nothing wrong with changed orders", async () => {
  const promoted = await insertProduct(db, { priceCents: 1000 });
  await insertCoupon(db, "CHANGE30", {});
  const order = await taken(takenOrderOf([item(promoted, 2)], 1921, { couponCodes: ["CHANGE30"] }));
  const [line] = await listOrderItems(db, order.id);
  expect((await change(order, { units: [{ id: line!.id, quantity: 3 }] })).kind).toBe("done");
  expect(await readOrder(shop, order.id)).toMatchObject({ finalTotalCents: 3051, promotionDiscountCents: 300 });
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0));
  expect(auditBooks(books, await simulatorLedger(shop.simulator)).findings).toEqual([]);
});

test("keeps the amounts of a closed day", async () => {
  const productId = await insertProduct(db);
  const closed = await taken(takenOrderOf([item(productId, 2)], 2260, { paidBy: "cash", source: "counter" }));
  const [other] = await listOrderItems(db, closed.id);
  const at = closed.acceptedAt!;
  await storeClosedDay(db, { startsAt: new Date(at.getTime() - 60_000), endsAt: new Date(at.getTime() + 60_000) });
  expect(await change(closed, { units: [{ id: other!.id, quantity: 1 }] })).toMatchObject({ kind: "refused", message: MIND_THE_BOOKS });
});

test("a refused refund changes nothing for the kitchen", async () => {
  const order = await accepted([1000, 600]);
  const [line] = await listOrderItems(db, order.id);
  const { gateway } = await services.payments.current();
  await gateway.refundIntent(order.paymentIntentId ?? "", { amount: 1808, currency: "usd" }, "elsewhere");
  expect((await change(order, { removeItemIds: [line!.id] })).kind).toBe("payment");
  const after = await readOrder(shop, order.id);
  expect(after).toMatchObject({ kitchenChanges: [], pendingAction: null, finalTotalCents: 1808 });
  expect(await storyOf(order.id, "edit")).toEqual([]);
  expect(await storyOf(order.id, "not_done")).toHaveLength(1);
});

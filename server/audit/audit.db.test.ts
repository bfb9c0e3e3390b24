import fs from "node:fs";
import { and, eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { FACTS_VERSION } from "#app/orders/data/figures/facts-query.server.ts";
import { keepOrderDays } from "#app/orders/workflows/figures/keep-order-days.server.ts";
import { orderDays, orderEvents, orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { stockMovements } from "#app/catalogue/data/movements/tables.ts";
import { couponCodes, couponSets, promotions, promotionUses } from "#app/promotions/data/tables.ts";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { payByLink } from "#app/checkout/workflows/payment-link.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { priceTakenOrder, takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { insertProduct, insertSizedProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { orderSalmon } from "#test/weighed-orders.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { simulatorLedger } from "#test/torture/after-storm.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { auditBooks } from "./audit.ts";
import { auditFiles } from "./audit-files.ts";
import { share, split } from "./arithmetic.ts";
import { readBooks } from "./books.ts";
import { parseCsv } from "./csv.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;

async function findings(mailsSince?: Date): Promise<readonly string[]> {
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0), mailsSince);
  return auditBooks(books, await simulatorLedger(shop.simulator)).findings;
}

async function accept(id: string): Promise<void> {
  const { version } = await readOrder(shop, id);
  expect((await applyOrderEvent(services, { orderId: id, version, actor: ANA, command: { event: "accept", minutes: 20 } })).kind).toBe(
    "done",
  );
}

test("reports a served order whose card was charged too little, or not at all", async () => {
  const order = await placePaidOrder(shop);
  const total = order.totalCents - order.promotionDiscountCents;
  await accept(order.id);
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0));
  const ledger = await simulatorLedger(shop.simulator);
  const withPayment = (change: Partial<(typeof ledger.payments)[number]>) => ({
    ...ledger,
    payments: ledger.payments.map((payment) => (payment.orderId === order.id ? { ...payment, ...change } : payment)),
  });
  const found = (change: Parameters<typeof withPayment>[0]) => auditBooks(books, withPayment(change)).findings.join("\n");
  expect(found({})).toBe("");
  expect(found({ received: total - 100 })).toContain("$1.00 less was charged than the order costs");
  expect(found({ status: "requires_capture", received: 0 })).toContain("the order is accepted, but its payment was never charged");
  expect(found({ status: "canceled", received: 0 })).toContain("the order is accepted, but its payment was released");
});

test("finds nothing in correct orders, and each manipulated number", async () => {
  const accepted = await placePaidOrder(shop, [1150, 475], 3);
  await accept(accepted.id);
  const refunded = await placePaidOrder(shop);
  await accept(refunded.id);
  const { version } = await readOrder(shop, refunded.id);
  const request = { kind: "amount", amount: 500 } as const;
  await applyOrderEvent(services, { orderId: refunded.id, version, actor: ANA, command: { event: "refund", request, reason: "sorry" } });
  const reject = async () => {
    const { id, version } = await placePaidOrder(shop);
    await applyOrderEvent(services, { orderId: id, version, actor: ANA, command: { event: "reject", reason: "too_busy", text: "" } });
    return readOrder(shop, id);
  };
  const [rejected, erased] = [await reject(), await reject()];
  const owner = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };
  expect(await eraseCustomer(services, owner, erased.customerId ?? 0)).toEqual({ kind: "erased", orders: 1 });
  const productId = await insertProduct(db, { priceCents: 1000 });
  const promotionId = await insertCoupon(db, "AUDIT", { totalUses: 5 });
  const cartId = await cartWith(shop, productId);
  await applyPromotions(services, cartId, ["AUDIT"], { take: async () => null, giveBack: async () => undefined });
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 791)));
  await shop.confirm(placed.clientSecret);
  const discounted = await orderOf(db, placed.orderToken);
  await settleOrder(services, discounted.id);
  const weighed = await orderSalmon(shop, true);
  expect((await weighed.weigh(460)).kind).toBe("done");
  expect(await findings()).toEqual([]);

  const nameOf = async (id: string) => `Order ${(await readOrder(shop, id)).number} of ${(await readOrder(shop, id)).businessDate}`;
  await db.update(orderItems).set({ lineTotalCents: 1 }).where(eq(orderItems.orderId, refunded.id));
  await db.update(orders).set({ capturedCents: 1 }).where(eq(orders.id, accepted.id));
  await db.delete(mailOutbox).where(eq(mailOutbox.orderId, rejected.id));
  await db.update(orders).set({ receiptNumber: 1042 }).where(eq(orders.id, refunded.id));
  await db.update(orders).set({ paidBy: "cash" }).where(eq(orders.id, discounted.id));
  await db.update(promotionUses).set({ state: "released" }).where(eq(promotionUses.promotionId, promotionId));
  await db.delete(mailOutbox).where(and(eq(mailOutbox.orderId, refunded.id), eq(mailOutbox.kind, "order_accepted")));
  await db.delete(mailOutbox).where(and(eq(mailOutbox.orderId, refunded.id), eq(mailOutbox.kind, "order_refunded")));
  await db
    .update(orderEvents)
    .set({ data: { amount: 600 } })
    .where(and(eq(orderEvents.orderId, refunded.id), eq(orderEvents.event, "refund")));
  const wrong = await findings();
  expect(wrong).toContain(`${await nameOf(refunded.id)}: 0 mails of the kind “order_accepted”, 1 by its history`);
  expect(wrong).toContain(`${await nameOf(refunded.id)}: 0 mails of the kind “order_refunded”, 1 by its history`);
  expect(wrong).toContain(`${await nameOf(refunded.id)}: its history says that $6.00 were refunded, and no refund has this amount`);
  expect(wrong).toContain(`${await nameOf(refunded.id)}: items: $0.01 by the lines, $10.00 stored`);
  expect(wrong.some((each) => /^receipts: (\d+) orders have \1 different numbers up to 1042, and the counter is at \1$/.test(each))).toBe(
    true,
  );
  expect(wrong).toContain(`${await nameOf(discounted.id)}: it was paid by “cash”, by its history by “”`);
  const taken = `${await nameOf(accepted.id)}: $0.01 taken by the order`;
  expect(wrong.some((each) => each.startsWith(taken))).toBe(true);
  const noMail = `${await nameOf(rejected.id)}: 0 mails say that it was received`;
  expect(wrong).toContain(noMail);
  expect(await findings(new Date(services.now().getTime() + 1)), "emails of that time are not kept").not.toContain(noMail);
  expect(wrong).toContain(`${await nameOf(discounted.id)}: its offer ${promotionId} is given and counts as released`);
  await db.update(orders).set({ paidBy: null }).where(eq(orders.id, discounted.id));
  await db.update(promotionUses).set({ emailKey: "other@example.com" }).where(eq(promotionUses.promotionId, promotionId));
  expect(await findings()).toContain(`${await nameOf(discounted.id)}: its offer ${promotionId} counts for another customer`);
});

test("expects no email about a change after a payment link expired", async () => {
  const items = [{ productId: await insertProduct(db, { priceCents: 1000 }), quantity: 1, choices: [], note: "" }];
  const customer = { name: "Bo Li", email: "bo@example.com", phone: "+1 416 555 1999" };
  const taken = await takeOrder(services, takenOrderOf(items, 1130, { isByLink: true, customer }));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id: orderId, status, publicToken } = taken.order;
  const opened = await payByLink(services, publicToken);
  await shop.confirm(opened?.kind === "ok" ? (opened.placed.clientSecret ?? "") : "");
  // An order that it goes with got another time.
  await insertOrderEvent(db, { orderId, actor: "staff", event: "edit", fromStatus: status, toStatus: status });
  await settleOrder(services, orderId);
  const paid = await readOrder(shop, orderId);
  expect(paid.status).toBe("accepted");
  expect((await findings()).filter((each) => each.startsWith(`Order ${paid.number}`))).toEqual([]);
});

test("compares stock taken by lines with product movements", async () => {
  const productId = await insertProduct(db, { priceCents: 1000, stock: 5 });
  const taken = await takeOrder(services, takenOrderOf([{ productId, quantity: 2, choices: [], note: "" }], 2260));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id, number } = taken.order;
  const ofOrder = async () => (await findings()).filter((each) => each.includes(number ?? "no number")).map((each) => each.split(": ")[1]);
  expect(await ofOrder()).toEqual([]);
  await db.update(orderItems).set({ stockTaken: 1 }).where(eq(orderItems.orderId, id));
  expect(await ofOrder()).toEqual([`its lines hold 1 of product ${productId}, by its stock 2`]);
  await db.update(orderItems).set({ stockTaken: 2 }).where(eq(orderItems.orderId, id));
  const ofStock = async () => (await findings()).filter((each) => each.startsWith(`stock of product ${productId}:`));
  expect(await ofStock()).toEqual([]);
  const moveTo = (after: number) => db.update(stockMovements).set({ after }).where(eq(stockMovements.orderId, id));
  await moveTo(2);
  expect(await ofStock()).toEqual([`stock of product ${productId}: 2 by its last movement, 3 stored`]);
  await moveTo(3);
  // A process of a release that names no orders took it, while the update ran.
  await db.update(stockMovements).set({ orderId: null, reason: "edit" }).where(eq(stockMovements.orderId, id));
  expect(await ofOrder()).toEqual([]);
  await db
    .update(stockMovements)
    .set({ at: new Date("2026-01-01T12:00:00Z") })
    .where(eq(stockMovements.productId, productId));
  expect(await ofOrder(), "long before the order").toEqual([`its lines hold 2 of product ${productId}, by its stock 0`]);
  await db.delete(stockMovements).where(eq(stockMovements.productId, productId));
  await db.delete(orders).where(eq(orders.id, id));
});

test("accepts that an erased customer's order was not restocked", async () => {
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 1000, stock: 5 }), 2);
  const { priced } = await getCart(services, cartId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, priced.finalTotal)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  await accept(id);
  const { version, customerId, number } = await readOrder(shop, id);
  const command = { event: "cancel", reason: "other", text: "It fell.", refund: "full", restock: false } as const;
  expect((await applyOrderEvent(services, { orderId: id, version, actor: ANA, command })).kind).toBe("done");
  const owner = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };
  expect(await eraseCustomer(services, owner, customerId ?? 0)).toEqual({ kind: "erased", orders: 1 });
  expect((await findings()).filter((each) => each.startsWith(`Order ${number} `))).toEqual([]);
});

test("reports a customer who used an offer or code more often than allowed", async () => {
  const promotionId = await insertCoupon(db, "THRICE");
  const [set] = await db.select().from(couponSets).where(eq(couponSets.promotionId, promotionId));
  const [code] = await db.select().from(couponCodes).where(eq(couponCodes.normalizedCode, "THRICE"));
  const uses = ["+14165550177", "+14165550177", ""].map(async (phoneKey) => {
    const { order } = await storeOrder(db);
    const emailKey = `${order.id}@example.com`;
    return { promotionId, couponCodeId: code?.id ?? 0, orderId: order.id, emailKey, phoneKey, amountCents: 0, state: "redeemed" } as const;
  });
  await db.insert(promotionUses).values(await Promise.all(uses));
  const tooMany = async () => (await findings()).filter((each) => each.includes("was used")).map((each) => each.split(";")[0]);
  expect(await tooMany()).toEqual([]);
  await db
    .update(couponCodes)
    .set({ maxUses: 2, perCustomerUses: 1 })
    .where(eq(couponCodes.couponSetId, set?.id ?? 0));
  await db.update(promotions).set({ perCustomerUses: 1 }).where(eq(promotions.id, promotionId));
  expect((await tooMany()).toSorted()).toEqual([
    "code THRICE was used 2 times by one customer, of 1 allowed",
    "code THRICE was used 3 times, of 2 allowed",
    "offer “THRICE” was used 2 times by one customer, of 1 allowed",
  ]);
  await db
    .update(promotions)
    .set({ totalUses: 2, updatedAt: sql`clock_timestamp()` })
    .where(eq(promotions.id, promotionId));
  expect(
    (await tooMany()).filter((each) => each?.startsWith("offer")),
    "the limits of the offer were lowered later",
  ).toEqual([]);
  await db.delete(orders).where(eq(orders.emailKey, "ana@example.com"));
});

test("compares stock taken by lines with variant movements", async () => {
  const shirt = await insertSizedProduct(db, { M: 5 }, { priceCents: 1000 });
  const items = [{ productId: shirt.productId, quantity: 2, choices: shirt.choose("M"), note: "" }];
  const taken = await takeOrder(services, takenOrderOf(items, 2260));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id, number } = taken.order;
  const ofOrder = async () => (await findings()).filter((each) => each.includes(number ?? "no number")).map((each) => each.split(": ")[1]);
  const [variantId] = shirt.variantIds;
  expect(await ofOrder()).toEqual([]);
  const hold = (units: number) =>
    db
      .update(orderItems)
      .set({ variantsTaken: [{ id: variantId ?? 0, units }] })
      .where(eq(orderItems.orderId, id));
  await hold(1);
  expect(await ofOrder()).toEqual([`its lines hold 1 of variant ${variantId}, by its stock 2`]);
  await hold(2);
  const { version } = await readOrder(shop, id);
  const cancel = { event: "cancel", reason: "other", text: "", refund: "none" } as const;
  expect((await applyOrderEvent(services, { orderId: id, version, actor: ANA, command: cancel })).kind).toBe("done");
  expect(await ofOrder()).toEqual([]);
  await hold(2);
  expect(await ofOrder()).toEqual(["its lines hold stock, and it holds none"]);
  await db.update(orderItems).set({ variantsTaken: [] }).where(eq(orderItems.orderId, id));
});

test.each([
  ["amount", { kind: "amount", amount: 333, reason: "Cold soup" }],
  ["percentage", { kind: "percent", rate: 333_333, reason: "Cold soup" }],
] as const)("recomputes a discount by staff: %s", async (_, discount) => {
  const items = [{ productId: await insertProduct(db, { priceCents: 1000 }), quantity: 1, choices: [], note: "" }];
  const draft = { items, couponCodes: [], fulfillment: "pickup", requestedFor: null } as const;
  const customer = { name: "Bo", email: "", phone: "416 555 0101" };
  const priced = await priceTakenOrder(services, { ...draft, discount, customer, postalCode: null });
  const expectedTotal = priced.ok ? priced.value.priced.finalTotal : 0;
  const input = { ...draft, discount, customer, expectedTotal, source: "telephone", paidBy: "cash", isByLink: false } as const;
  const rest = {
    actor: { ...ANA, mayDiscount: true },
    idempotencyKey: crypto.randomUUID(),
    requestHash: "",
    address: null,
    instructions: "",
    allergyNote: "",
    minutes: 20,
  };
  const taken = await takeOrder(services, { ...input, ...rest });
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const { id, number, appliedPromotions } = taken.order;
  const ofOrder = async () => (await findings()).filter((each) => each.includes(number ?? "no number"));
  expect(appliedPromotions.map(({ amount }) => amount)).toEqual([333]);
  expect(await ofOrder()).toEqual([]);
  const other = appliedPromotions.map((each) => ({
    ...each,
    byStaff: { ...discount, ...("rate" in discount ? { rate: 100_000 } : { amount: 50 }) },
  }));
  await db.update(orders).set({ appliedPromotions: other }).where(eq(orders.id, id));
  expect(await ofOrder()).toEqual([expect.stringContaining("staff gave $3.33 of $10.00")]);
  await db.update(orders).set({ appliedPromotions }).where(eq(orders.id, id));
});

test.each([false, true])("recomputes taxes that are shown apart, prices include them: %s", async (isIncluded) => {
  const taxes = { TAX_RATE: 12, TAX_COMPONENTS: "GST 5, PST 7", REDUCED_TAX_RATES: "Wine: GST 5 + PST 10, Books: VAT 2 + GST 5" };
  const settings = { ...taxes, PRICES_INCLUDE_TAX: isIncluded };
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, settings, { userId: null, userName: "Operator" }));
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 1003 }));
  for (const [priceCents, taxClass] of [
    [451, "wine"],
    [333, "books"],
  ] as const) {
    const productId = await insertProduct(db, { priceCents, taxClass });
    expect((await addCartItem(services, cartId, { productId, quantity: 1, choices: [], note: "" })).ok).toBe(true);
  }
  const { finalTotal } = (await getCart(services, cartId)).priced;
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, finalTotal)));
  await shop.confirm(placed.clientSecret);
  const { id, taxLines, taxTable } = await orderOf(db, placed.orderToken);
  await settleOrder(services, id);
  const { number } = await readOrder(shop, id);
  const ofOrder = async () => (await findings()).filter((each) => each.includes(number ?? "no number"));
  expect(taxLines.map(({ label }) => label).toSorted()).toEqual(["GST", "PST", "PST", "VAT"]);
  expect(taxTable?.rates).toHaveLength(3);
  expect(await ofOrder()).toEqual([]);
  await db
    .update(orders)
    .set({ taxLines: taxLines.map((line, index) => (index === 0 ? { ...line, base: line.base + 1 } : line)) })
    .where(eq(orders.id, id));
  expect(await ofOrder()).toEqual([expect.stringContaining(", base: ")]);
  await db.update(orders).set({ taxLines }).where(eq(orders.id, id));
});

test("finds a wrong cent in every file with amounts, and nothing in correct files", async () => {
  const home = { street: " 12 King St", unit: "", city: "Toronto", province: "", postalCode: "M5V 1A1", country: "" };
  const delivered = { fulfillment: "delivery", address: home } as const;
  const completed = { status: "completed", paymentState: "captured", capturedCents: 3938 } as const;
  const { order } = await storeOrder(db, { ...completed, ...delivered, placedAt: new Date() });
  // Its total was lowered after it had been paid.
  const lowered = { status: "completed", paymentState: "partially_refunded", capturedCents: 4500, refundedCents: 662 } as const;
  const { order: other } = await storeOrder(db, {
    ...lowered,
    ...delivered,
    address: { ...home, street: "12 KING ST" },
    placedAt: new Date(),
  });
  await db
    .insert(refunds)
    .values({ id: crypto.randomUUID(), orderId: other.id, amountCents: 662, status: "succeeded", settledAt: new Date() });
  await db
    .update(orders)
    .set({ acceptedAt: order.placedAt, completedAt: order.placedAt })
    .where(inArray(orders.id, [order.id, other.id]));
  // The fries are sold without tax.
  const isUntaxed = and(eq(orderItems.orderId, order.id), eq(orderItems.lineTotalCents, 475));
  await db.update(orderItems).set({ taxRatePpm: 0 }).where(isUntaxed);
  const owner = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };
  const { lastKey, next } = await previewClosing(db, "", services.now(), "America/Toronto");
  const cash = { float: 5000, terminal: 0, counted: 5100, note: "" };
  const closed = await closeDay(services, owner, { day: next?.span.day ?? "", ...cash, last: lastKey, seen: next?.seen ?? "" });
  expect(closed.ok, JSON.stringify(closed)).toBe(true);
  const query = (text: string, values: readonly unknown[]) => db.$client.query(text, [...values]);
  const auditWith = (spoil: (text: string, address: string) => string) =>
    auditFiles(
      query,
      async (address) => {
        const { status, text } = await fileOfShop(services, address);
        return { status, text: spoil(text, address) };
      },
      new Date(0),
      services.now,
    );
  const addresses: string[] = [];
  const withoutTax: string[] = [];
  const report = await auditWith((text, address) => {
    addresses.push(address);
    if (text.includes("No tax 0%")) withoutTax.push(address.replace(/(?<=\?table=\w+)&.*|\?(?!table).*/, ""));
    return text;
  });
  expect(report).toEqual({ files: addresses.length, findings: [] });
  expect([...new Set(withoutTax)]).toEqual([
    "/admin/orders/all.csv",
    "/admin/orders/accepted.csv",
    "/admin/figures.csv?table=taxes",
    "/admin/end-of-day/files/tax",
    "/admin/customers/customers.csv",
  ]);
  await db.update(orderItems).set({ taxRatePpm: 130_000 }).where(isUntaxed);
  expect((await auditWith((text) => text)).findings).toContainEqual(
    expect.stringMatching(/^order .*, counted by closed day 1: without tax: \$0\.00 by the order, \$4\.\d\d counted$/),
  );
  await db.update(orderItems).set({ taxRatePpm: 0 }).where(isUntaxed);

  // An order keeps its amounts from the day that counts it.
  const dearer = { tipCents: sql`${orders.tipCents} + 100`, totalCents: sql`${orders.totalCents} + 100` };
  await db.update(orders).set(dearer).where(eq(orders.id, order.id));
  expect((await auditFiles(query, (address) => fileOfShop(services, address), new Date(0), services.now)).findings).toContainEqual(
    expect.stringMatching(/^order .*, counted by closed day 1: tips: \$\d+\.\d\d by the order, \$\d+\.\d\d counted$/),
  );
  await db.update(orders).set({ tipCents: order.tipCents, totalCents: order.totalCents, isTest: true }).where(eq(orders.id, order.id));
  expect((await auditFiles(query, (address) => fileOfShop(services, address), new Date(0), services.now)).findings).toContainEqual(
    expect.stringMatching(/^order .*, counted by closed day 1: it is a test order, which no day counts$/),
  );
  await db.update(orders).set({ isTest: false }).where(eq(orders.id, order.id));

  // Closed days are numbered 1, 2, 3. Only an owner of the tables gets past their triggers.
  const renumber = async (number: number) => {
    await db.execute(sql`alter table day_closings disable trigger user`);
    await db.execute(sql`update day_closings set number = ${number}`);
    await db.execute(sql`alter table day_closings enable trigger user`);
  };
  await renumber(2);
  expect((await auditFiles(query, (address) => fileOfShop(services, address), new Date(0), services.now)).findings).toEqual([
    expect.stringMatching(/^closed day 2 of .*: its number would be 1$/),
  ]);
  await renumber(1);

  // Other accounts change no amount, and the auditor reads them by itself.
  const accounts = { JOURNAL_CARD: "1361 Geldtransit", JOURNAL_SALES: "8400 Erlöse", JOURNAL_DISCOUNTS: "8400 Erlöse" };
  const write = (values: typeof accounts | Record<keyof typeof accounts, null>) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, values, { userId: null, userName: "Operator" }));
  await write(accounts);
  const journals: string[] = [];
  expect((await auditWith((text, address) => (address.includes("/journal") && journals.push(text), text))).findings).toEqual([]);
  expect(journals[0]).toContain(",1361,Geldtransit,");
  const foreign = await auditWith((text, address) => (address.includes("/journal") ? text.replaceAll(",1361,", ",1210,") : text));
  expect(foreign.findings.length).toBeGreaterThan(0);
  await write({ JOURNAL_CARD: null, JOURNAL_SALES: null, JOURNAL_DISCOUNTS: null });

  // Nor do semicolons and decimal commas.
  const setFormat = (CSV_FORMAT: "semicolon" | null) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { CSV_FORMAT }, { userId: null, userName: "Operator" }));
  await setFormat("semicolon");
  const tables: string[] = [];
  expect((await auditWith((text, address) => (address.includes("table=money") && tables.push(text), text))).findings).toEqual([]);
  expect(tables[0]).toMatch(/^Part;Amount;.*\r\nItems at list price;\d+,\d\d;/);
  const cent = await auditWith((text, address) => (address.includes("/tax?") ? text.replace(/,(\d)\d;/, ",$199;") : text));
  expect(cent.findings.length).toBeGreaterThan(0);
  // But a file in another format than the shop's is wrong.
  const withPoints = await auditWith((text, address) =>
    address.includes("table=money") ? text.replaceAll(/(\d),(\d\d);/g, "$1.$2;") : text,
  );
  expect(withPoints.findings.length).toBeGreaterThan(0);
  await setFormat(null);
  const withSemicolons = await auditWith((text, address) => (address.includes("table=money") ? text.replaceAll(",", ";") : text));
  expect(withSemicolons.findings).toEqual([expect.stringMatching(/^file “dashboard, money”: there is no column Part, Amount/)]);

  const uses = await auditWith((text) => text.replace(/^AUDIT,active,\d+,/m, "AUDIT,active,77,"));
  expect(uses.findings).toEqual([expect.stringMatching(/^file “codes of AUDIT”.*: uses is 0 by the tables, 77 in the file/)]);

  const spoiled: string[] = [];
  const wrong = await auditWith((text, address) => {
    // The last cent of the last amount that is not zero.
    const other = text.replace(/^([^]*\d\.\d)(\d)(?=[,\r])/, (_, start: string, cent: string) => `${start}${cent === "9" ? "8" : "9"}`);
    if (other !== text) spoiled.push(address.replace(/(?<=\?table=\w+)&.*|\?(?!table).*/, ""));
    return other;
  });
  expect([...new Set(spoiled)].toSorted()).toEqual([
    "/admin/coupon-sets/sets.csv",
    "/admin/customers/customers.csv",
    ...["journal", "order-lines", "tax"].map((file) => `/admin/end-of-day/files/${file}`),
    ...["days", "hours", "items", "money", "options", "promotions", "reasons", "taxes", "weekdays"].map(
      (table) => `/admin/figures.csv?table=${table}`,
    ),
    ...["accepted", "all", "rejected"].map((list) => `/admin/orders/${list}.csv`),
    "/admin/promotions/report.csv",
  ]);
  expect(new Set(wrong.findings.map((finding) => /^file “[^”]+”/.exec(finding)?.[0])).size).toBe(new Set(spoiled).size);
  expect(wrong.findings).toContainEqual(
    expect.stringMatching(/^file “orders, all, .*”, .*: taxed_by_rate is .* by the tables, .* in the file$/),
  );
  const moved = await auditWith((text) => text.replace(/12 KING ST|12 King St/, "9 Queen St"));
  expect(moved.findings).toEqual([expect.stringMatching(/^file “customers”, .*: addresses is 12 KING ST, .* in the file$/)]);
  const counts = await auditWith((text, address) => (address.includes("table=answers") ? text.replace(/,\d+(?=\r)/, ",77") : text));
  expect(counts.findings).toEqual([
    expect.stringMatching(/^file “dashboard, answers”, Within a minute: Orders is \d+ by the tables, 77 in the file$/),
  ]);
  const short = await auditWith((text, address) => (address.includes("all.csv") ? text.replace(/\r\n[^\r]+\r\n$/, "\r\n") : text));
  expect(short.findings).toEqual([expect.stringMatching(/^file “orders, all, .*: 1 lines by the tables, 0 in the file$/)]);
});

test("compares only the days that this release aggregated", async () => {
  // The day of the first order may have others before it, and is not compared.
  for (const _ of ["first", "second"]) {
    await accept((await placePaidOrder(shop)).id);
    shop.passMinutes(24 * 60);
  }
  expect(await keepOrderDays(db, services.now())).toBeGreaterThan(0);
  const ofDashboard = async () => (await findings()).filter((each) => each.startsWith("dashboard"));
  expect(await ofDashboard()).toEqual([]);
  await db.execute("update order_facts set amount = amount + 1 where kind = 'sum' and key = 'sold'");
  expect((await ofDashboard()).length).toBeGreaterThan(0);
  await db.update(orderDays).set({ queryVersion: FACTS_VERSION - 1 });
  expect(await ofDashboard()).toEqual([]);
});

test("parses quoted cells and escaped formulas", () => {
  expect(parseCsv('a,b\r\n"x ""1"", y",\'=2\r\n,-3.00\r\n', ",")).toEqual([
    ["a", "b"],
    ['x "1", y', "=2"],
    ["", "-3.00"],
  ]);
});

test("the auditor imports no shop code", () => {
  const files = fs.globSync("server/audit/*.ts").filter((file) => !file.endsWith(".test.ts"));
  expect(files.length).toBeGreaterThan(5);
  const imports = files.flatMap((file) => [...fs.readFileSync(file, "utf8").matchAll(/from "([^"]+)"/g)].map(([, from = ""]) => from));
  expect(imports.filter((from) => !from.startsWith("./"))).toEqual([]);
});

test("rounds half away from zero and gives remaining cents to the largest remainders", () => {
  expect([share(1, 500_000, 1_000_000), share(-1, 500_000, 1_000_000), share(3037, 130_000, 1_000_000)]).toEqual([1, -1, 395]);
  expect(split(338, [2900, 475])).toEqual([290, 48]);
  expect(split(1, [1, 1])).toEqual([1, 0]);
  expect(split(5, [0, 0])).toEqual([0, 0]);
});

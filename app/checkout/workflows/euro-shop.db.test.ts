import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { factsQuery } from "#app/orders/data/figures/facts-query.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { changeSettings } from "#app/store/workflows/save-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { auditWhole, readLedger } from "#test/torture/after-storm.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const OPERATOR = { userId: null, userName: "Operator", isConfirmed: true };

/** As the form and the command line change it. */
const setCurrency = (CURRENCY: string) =>
  changeSettings(
    {
      ...services,
      checkStripeKey: async () => ({ kind: "taken" }),
      countStrandedPayments: async () => 0,
      checkSendGridKey: async () => ({ kind: "taken" }),
      rateUses: { count: async () => new Map(), move: async () => undefined },
    },
    { values: { CURRENCY, LOCALE: CURRENCY === "EUR" ? "de-DE" : "en-US" }, seen: null, confirmed: new Set() },
    OPERATOR,
  );

async function sold(): Promise<number> {
  const day = { day: "2026-01-01", startsAt: new Date(0), endsAt: new Date("2100-01-01T00:00:00Z") };
  const facts = await db.execute<{ key: string; count: string }>(factsQuery([day], "UTC", ["sum"]), "objects");
  return Number(facts.find(({ key }) => key === "sold")?.count ?? 0);
}

test("a shop in euros charges, refunds, writes and reports euros", async () => {
  expect((await setCurrency("EUR")).kind).toBe("saved");
  const productId = await insertProduct(db);
  const cartId = await cartWith(shop, productId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 1130)));
  expect((await readLedger(shop.simulator)).intents).toMatchObject([{ currency: "eur", amount: 1130 }]);
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(db, placed.orderToken);
  expect((await settleOrder(services, id)).kind).toBe("placed");
  const act = async (command: Parameters<typeof applyOrderEvent>[1]["command"]) => {
    const { version } = await orderOf(db, placed.orderToken);
    expect((await applyOrderEvent(services, { orderId: id, version, actor: ANA, command })).kind).toBe("done");
  };
  await act({ event: "accept", minutes: 20 });
  await act({ event: "refund", request: { kind: "amount", amount: 130 }, reason: "sorry" });
  expect(await orderOf(db, placed.orderToken)).toMatchObject({ currency: "eur", capturedCents: 1130, refundedCents: 130 });
  expect((await findOrderStatus(services, placed.orderToken))?.sentence).toContain("Refunded 1,30\u00a0€.");
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, id));
  const received = mails.find((mail) => mail.kind === "order_received");
  expect((await writeOrderMail("order_received", received?.data ?? {}))?.text).toContain("11,30\u00a0€");
  expect(await sold()).toBe(1);
  await act({ event: "ready" });
  await act({ event: "complete" });
});

test("past orders keep their currency and leave reports after a currency change", async () => {
  expect((await setCurrency("USD")).kind).toBe("saved");
  expect(await sold()).toBe(0);
  const [old] = await db.select().from(orders).where(eq(orders.currency, "eur"));
  expect((await findOrderStatus(services, old?.publicToken ?? ""))?.sentence).toContain("€1.30");
  const { clientSecret, order } = await beginCheckout(shop, await insertProduct(db), 1130);
  expect(await setCurrency("EUR")).toMatchObject({
    kind: "invalid",
    problems: [{ key: "CURRENCY", message: expect.stringContaining("1 order is still open: complete or reject it.") as string }],
  });
  expect((await readSettings(db)).CURRENCY).toBe("USD");
  await shop.confirm(clientSecret);
  await settleOrder(services, order.id);
  const { version } = await orderOf(db, order.publicToken);
  await applyOrderEvent(services, { orderId: order.id, version, actor: ANA, command: { event: "reject", reason: "too_busy", text: "" } });
  expect(await auditWhole(db, shop.simulator, (address) => fileOfShop(shop.services, address))).toEqual([]);
});

test("promotions with amounts block a currency change until they are archived", async () => {
  const promotionId = await insertCoupon(db, "FIVE");
  const refused = await setCurrency("EUR");
  expect(refused).toMatchObject({
    kind: "invalid",
    problems: [{ message: expect.stringContaining("1 promotion has fixed amounts: end it") as string }],
  });
  await db.update(promotions).set({ status: "archived" }).where(eq(promotions.id, promotionId));
  expect((await setCurrency("EUR")).kind).toBe("saved");
});

test.each([
  { condition: { type: "subtotal", target: { everything: true }, min: 2500, max: null }, currency: "USD" },
  { condition: { type: "customer-spent", amount: 5000, days: 30 }, currency: "EUR" },
])("a promotion with an amount in its condition $condition.type holds the currency", async ({ condition, currency }) => {
  await db.insert(promotions).values({
    name: "Half",
    title: "Half",
    trigger: "automatic",
    condition: { type: "all", of: [condition] },
    actionKind: "order-percent",
    actionParams: { rate: 500_000, target: { everything: true } },
  });
  expect((await setCurrency(currency)).kind).toBe("invalid");
  await db.update(promotions).set({ status: "archived" });
  expect((await setCurrency(currency)).kind).toBe("saved");
});

test("a total below the card minimum of the currency cannot be paid by card", async () => {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { CURRENCY: "CZK", LOCALE: "cs-CZ" }, OPERATOR));
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 1000 }));
  const { problems } = (await getCart(services, cartId)).priced;
  expect(problems).toMatchObject([
    { code: "too_small", message: expect.stringMatching(/^Cards can be charged from 15,00\u00a0Kč; /) as string },
  ]);
});

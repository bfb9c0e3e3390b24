import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { customers } from "#app/orders/data/customers/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const productId = await insertProduct(db);
const EARLIER = new Date("2026-03-08T18:30:00Z");

async function set(isAsked: boolean): Promise<void> {
  const values = { ASK_MARKETING_CONSENT: isAsked, ALLOW_PAY_AT_PICKUP: true };
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, values, { userId: null, userName: "Ana" }));
}

/** A received order; answers what the customer's record says. */
async function order(email: string, wantsNews?: true) {
  const customer = { name: "Ana", email, phone: "+1 416 555 0134" };
  const more = { customer, isPaidAtPickup: true, ...(wantsNews === undefined ? {} : { wantsNews }) };
  const placed = placedOf(await placeOrder(services, checkoutOf(await cartWith(shop, productId), 1130, more)));
  const { customerId, placedAt } = await orderOf(db, placed.orderToken);
  const [row] = await db
    .select({ consent: customers.marketingConsent, source: customers.consentSource, at: customers.consentAt, version: customers.version })
    .from(customers)
    .where(eq(customers.id, customerId ?? 0));
  return { ...row, id: customerId ?? 0, placedAt };
}

test("records a ticked box as consent and never assumes or withdraws one", async () => {
  await set(true);
  expect(await order("one@example.com")).toMatchObject({ consent: null, source: "" });
  const given = await order("one@example.com", true);
  expect(given).toMatchObject({ consent: "given", source: "checkout", at: given.placedAt });
  expect(await order("one@example.com")).toMatchObject({ consent: "given", at: given.at });
});

test("keeps the date of an earlier consent and renews a withdrawn one", async () => {
  await set(true);
  const { id } = await order("twofold@example.com");
  await db.update(customers).set({ marketingConsent: "given", consentSource: "counter", consentAt: EARLIER }).where(eq(customers.id, id));
  expect(await order("twofold@example.com", true)).toMatchObject({ consent: "given", source: "counter", at: EARLIER });
  await db.update(customers).set({ marketingConsent: "withdrawn", consentSource: "email" }).where(eq(customers.id, id));
  const again = await order("twofold@example.com", true);
  expect(again).toMatchObject({ consent: "given", source: "checkout", at: again.placedAt });
});

test("ignores a sent box where the shop does not ask for consent", async () => {
  await set(false);
  const before = await order("three@example.com", true);
  expect(before).toMatchObject({ consent: null });
  await set(true);
  expect((await order("three@example.com", true)).version).toBe((before.version ?? 0) + 1);
});

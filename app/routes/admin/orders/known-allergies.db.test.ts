import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import * as orderCall from "#app/routes/admin/api/order.ts";
import * as actionCall from "#app/routes/admin/api/order-action.ts";
import * as ordersCall from "#app/routes/admin/api/orders.ts";
import * as pollCall from "#app/routes/admin/api/poll-orders.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "#test/checkouts.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services, "Ana");
const productId = await insertProduct(db);
await inTransaction(db, (tx) =>
  writeSettings(
    tx,
    services.secrets,
    { ALLOW_PAY_AT_PICKUP: true, ORDER_EMAIL_RECIPIENT: "kitchen@example.com" },
    { userId: null, userName: "Ana" },
  ),
);

async function order(allergyNote: string) {
  const customer = { name: "Nora", email: "nora@example.com", phone: "+1 416 555 0134" };
  const cartId = await cartWith(shop, productId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 1130, { customer, allergyNote, isPaidAtPickup: true })));
  return orderOf(db, placed.orderToken);
}

async function mailsOf(orderId: string): Promise<Record<string, string>> {
  const rows = await db.select().from(mailOutbox).where(eq(mailOutbox.orderId, orderId));
  const mails = await Promise.all(rows.map(async ({ kind, data }) => [kind, (await writeOrderMail(kind, data))?.text ?? ""] as const));
  return Object.fromEntries(mails);
}

test("shows known allergies to staff and programs, not to customers", async () => {
  const { customerId } = await order("");
  await db
    .update(customers)
    .set({ allergies: "Peanuts" })
    .where(eq(customers.id, customerId ?? 0));
  const { id, version } = await order("Shellfish");

  const mails = await mailsOf(id);
  expect(mails["order_received_staff"]).toContain("ALLERGY: Shellfish · Peanuts");
  expect(mails["order_received"]).toContain("ALLERGY: Shellfish");
  expect(mails["order_received"]).not.toContain("Peanuts");

  const known = { allergy_note: "Shellfish · Peanuts" };
  expect((await ana.get(ordersCall, "/admin/api/orders?list=all")).data).toMatchObject({
    orders: [{ id, ...known }, { allergy_note: "Peanuts" }],
  });
  expect((await ana.get(pollCall, "/admin/api/poll-orders")).data, "what the board announces").toMatchObject([
    { id, ...known },
    { allergy_note: "Peanuts" },
  ]);
  expect((await ana.get(orderCall, `/admin/api/orders/${id}`, { id })).data).toMatchObject(known);
  const accept = new Request(new URL(`/admin/api/orders/${id}/accept`, services.env.publicUrl), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ version, minutes: 20 }),
  });
  const accepted = await ana.send(actionCall, accept, { id, action: "accept" });
  expect(accepted).toMatchObject({ status: 200, data: { order: known } });
  // The order itself keeps what its customer wrote.
  expect((await db.select().from(orders).where(eq(orders.id, id)))[0]?.allergyNote).toBe("Shellfish");
});

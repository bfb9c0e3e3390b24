import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { carts } from "#app/cart/data/tables.ts";
import { reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { refunds } from "#app/orders/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as detail from "./detail.tsx";
import * as exported from "./export.ts";

const { services } = await openTestShop();
const { db } = services;
const orderStaff = openStaffPages(services, "Olly", null, ["order-admin"]);

const ADDRESS = { street: "12 Mill Street", unit: "", city: "Toronto", province: "Ontario", postalCode: "M5A 1A1", country: "Canada" };

async function storedCustomer() {
  const { order, items } = await storeOrder(db, {
    customerName: "Ana <b>Pérez</b>",
    fulfillment: "delivery",
    address: ADDRESS,
    instructions: "Ring twice",
    status: "completed",
    paymentState: "partially_refunded",
    capturedCents: 3938,
    refundedCents: 500,
  });
  await storeOrder(db, {
    customerEmail: "Ana+x@Example.com",
    status: "abandoned",
    placedAt: null,
    number: null,
    instructions: "Never paid",
  });
  const id = order.customerId ?? 0;
  const productId = await insertProduct(db);
  await db
    .insert(refunds)
    .values({ id: crypto.randomUUID(), orderId: order.id, amountCents: 500, status: "succeeded", reason: "Cold soup" });
  await db.insert(reviews).values({
    productId,
    orderId: order.id,
    orderItemId: items[0]?.id ?? null,
    authorName: "Ana P.",
    rating: 4,
    body: "Good burger",
  });
  const others = (await storeOrder(db, { customerEmail: "cy@example.com", emailKey: "cy@example.com", phoneKey: "" })).order.id;
  for (const [kind, orderId, recipient, subject] of [
    ["order_received", order.id, "ana@example.com", "Your order"],
    ["order_received_staff", order.id, "owner@example.com", "New order"],
    // The customer ordered with the address that the shop's own emails go to.
    ["order_received_staff", others, "ana@example.com", "New order of cy@example.com"],
    ["day_closed", null, "ana@example.com", "Day closed"],
  ] as const)
    await db.insert(mailOutbox).values({
      id: crypto.randomUUID(),
      kind,
      orderId,
      recipient,
      dedupeKey: crypto.randomUUID(),
      subject,
      plainText: "Thank you",
      status: "sent",
    });
  await db.insert(carts).values({ id: crypto.randomUUID(), draft: { email: "ANA@example.com", instructions: "Back door" } });
  await db.insert(carts).values({ id: crypto.randomUUID(), draft: { email: "bo@example.com", instructions: "Front door" } });
  await orderStaff.edit(
    detail,
    `/admin/customers/${id}`,
    { notes: "Likes window seats", allergies: "Nuts", tags: "regular", marketingConsent: "given", consentSource: "Asked by phone" },
    { id: String(id) },
  );
  return { id, order };
}

const download = async (id: number | string, file: string) =>
  orderStaff.get(exported, `/admin/customers/${id}/export/${file}`, { id: String(id), file });

test("exports everything about a customer, and nothing about others", async () => {
  const { id, order } = await storedCustomer();
  await storeOrder(db, {
    customerName: "Bo",
    customerEmail: "bo@example.com",
    emailKey: "bo@example.com",
    phoneKey: "",
    customerPhone: "",
  });
  const { data, status } = await download(id, "customer.json");
  expect(status).toBe(200);
  expect(data).toMatchObject({
    currency: "USD",
    customer: {
      email: "ana@example.com",
      notes: "Likes window seats",
      allergies: "Nuts",
      tags: ["regular"],
      marketingConsent: "given",
      consentSource: "Asked by phone",
    },
    orders: [
      {
        status: "completed",
        address: ADDRESS,
        instructions: "Ring twice",
        finalTotalCents: 3938,
        refunds: [{ amountCents: 500, reason: "Cold soup" }],
      },
      { status: "abandoned", instructions: "Never paid" },
    ],
    reviews: [{ authorName: "Ana P.", rating: 4, body: "Good burger" }],
    emails: [{ recipient: "ana@example.com", subject: "Your order", text: "Thank you" }],
    carts: [{ draft: { instructions: "Back door" } }],
    history: [{ by: "Olly", action: "edit" }],
  });
  const text = JSON.stringify(data);
  expect(text).toContain("Double smash burger");
  expect(text).toContain("Extras: Extra cheese");
  for (const other of ["bo@example.com", "cy@example.com", "Day closed", "owner@example.com", order.publicToken, order.checkoutKey])
    expect(text).not.toContain(other);
});

test("the readable download shows the same and escapes what customers wrote", async () => {
  const [customer] = await db.select({ id: customers.id }).from(customers).where(eq(customers.email, "ana@example.com"));
  const { data } = await download(customer?.id ?? 0, "customer.html");
  const page = String(data);
  expect(page).toContain("Ana &lt;b&gt;Pérez&lt;/b&gt;");
  expect(page).not.toContain("<b>");
  for (const words of [
    "Likes window seats",
    "Ring twice",
    "12 Mill Street",
    "$39.38",
    "Cold soup",
    "(paid back)",
    "Not decided yet",
    "Good burger",
    "Thank you",
    "Back door",
  ])
    expect(page, words).toContain(words);
});

test("returns 404 for the export of a customer who does not exist", async () => {
  for (const [id, file] of [
    ["999999", "customer.json"],
    ["x", "customer.json"],
    ["1", "customer.pdf"],
  ] as const)
    expect((await download(id, file)).status, `${id} ${file}`).toBe(404);
});

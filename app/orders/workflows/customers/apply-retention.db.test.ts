import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { applyRetention } from "./apply-retention.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await db.delete(mailOutbox);
  await db.delete(auditLog);
  await db.delete(orders);
  await db.delete(customers);
});

const daysAgo = (days: number) => new Date(services.now().getTime() - days * DAY_MS);

async function set(values: { readonly KEEP_EMAILS_DAYS?: number; readonly ERASE_CUSTOMERS_MONTHS?: number }): Promise<void> {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, values, { userId: null, userName: "Ana" }));
}

async function storeMail(status: "queued" | "sent" | "failed", createdAt: Date): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(mailOutbox).values({ id, kind: "order_received", recipient: "ana@example.com", dedupeKey: id, status, createdAt });
  return id;
}

/** A customer whose only order was completed so many days ago. */
async function storeCustomer(name: string, days: number, more: Partial<typeof customers.$inferInsert> = {}): Promise<number> {
  const at = daysAgo(days);
  const email = `${name.toLowerCase()}@example.com`;
  const [customer] = await db
    .insert(customers)
    .values({ name, email, phone: "", createdAt: at, ...more })
    .returning({ id: customers.id });
  const id = customer!.id;
  const contacts = { customerId: id, customerName: name, customerEmail: email, customerPhone: "", emailKey: email, phoneKey: "" };
  await storeOrder(db, { status: "completed", paymentState: "captured", createdAt: at, placedAt: at, ...contacts });
  return id;
}

const names = async () => (await db.select({ name: customers.name }).from(customers)).map(({ name }) => name).toSorted();

test("erases unpaid people after 45 days, unless a payment problem is open", async () => {
  const person = { customerName: "Noor", customerEmail: "noor@example.com", emailKey: "noor@example.com", phoneKey: "", customerId: null };
  const unpaid = async (days: number, more = {}) =>
    (await storeOrder(db, { status: "abandoned", number: null, placedAt: null, createdAt: daysAgo(days), ...person, ...more })).order.id;
  const old = await unpaid(46);
  await db
    .insert(customerContacts)
    .values({ key: "kim@example.com", customerId: await storeCustomer("Kim", 400) })
    .onConflictDoNothing();
  const kept = [
    await unpaid(44),
    await unpaid(60, { paymentProblem: "Its amount differs." }),
    await unpaid(60, { capturedCents: 500, refundedCents: 500, paymentState: "refunded" }),
    await unpaid(60, { isDisputed: true }),
    await unpaid(60, { emailKey: "kim@example.com" }),
  ];
  await applyRetention(services);
  await applyRetention(services);
  const named = await db.select({ id: orders.id }).from(orders).where(eq(orders.customerEmail, "noor@example.com"));
  expect(new Set(named.map(({ id }) => id))).toEqual(new Set(kept));
  const [erased] = await db.select().from(orders).where(eq(orders.id, old));
  expect(erased).toMatchObject({ customerName: "Erased customer", customerPhone: "", address: null, status: "abandoned" });
});

test("removes emails older than the setting, except unsent ones", async () => {
  await set({ KEEP_EMAILS_DAYS: 30 });
  const kept = [await storeMail("sent", daysAgo(29.9)), await storeMail("queued", daysAgo(400))];
  await storeMail("sent", daysAgo(30.1));
  await storeMail("failed", daysAgo(31));
  await applyRetention(services);
  await applyRetention(services);
  const left = await db.select({ id: mailOutbox.id }).from(mailOutbox);
  expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

test("erases inactive customers and keeps their orders", async () => {
  await storeCustomer("Old", 400);
  await storeCustomer("Recent", 360);
  await storeCustomer("Subscriber", 400, { marketingConsent: "given", consentSource: "phone", consentAt: daysAgo(400) });
  await storeCustomer("Blocked", 400, { isBlocked: true });
  await set({ ERASE_CUSTOMERS_MONTHS: 0 });
  await applyRetention(services);
  expect(await names()).toEqual(["Blocked", "Old", "Recent", "Subscriber"]);
  await set({ ERASE_CUSTOMERS_MONTHS: 12 });
  await applyRetention(services);
  expect(await names()).toEqual(["Blocked", "Recent", "Subscriber"]);
  expect((await db.select().from(orders).where(eq(orders.customerName, "Erased customer"))).length).toBe(1);
  expect(
    await db.select({ userId: auditLog.userId, userName: auditLog.userName }).from(auditLog).where(eq(auditLog.action, "erase")),
  ).toEqual([{ userId: null, userName: "Shop" }]);
});

test("continues after customers who cannot be erased", async () => {
  for (let count = 0; count < 51; count += 1) await storeCustomer(`Waiting${count}`, 400);
  await db.update(orders).set({ status: "accepted" });
  await storeCustomer("Behind", 400);
  await set({ ERASE_CUSTOMERS_MONTHS: 12 });
  await applyRetention(services);
  expect(await names()).toHaveLength(51);
  expect(await names()).not.toContain("Behind");
});

test("continues after a customer whose erasure fails, and logs it", async () => {
  await storeCustomer("Failing", 400);
  await storeCustomer("Behind", 400);
  const logged: unknown[] = [];
  const log = { ...services.log, error: (...entry: readonly unknown[]) => void logged.push(entry) };
  let calls = 0;
  const erasePayer = () => ((calls += 1) === 1 ? Promise.reject(new Error("the simulator is away")) : Promise.resolve());
  await set({ ERASE_CUSTOMERS_MONTHS: 12 });
  await applyRetention({ ...services, log: log as typeof services.log, erasure: { erasePayer } });
  expect(await names()).toEqual(["Failing"]);
  expect(logged).toHaveLength(1);
});

test("leaves a customer with an open order for a later night", async () => {
  const id = await storeCustomer("Waiting", 400);
  await db.update(orders).set({ status: "accepted" }).where(eq(orders.customerId, id));
  await set({ ERASE_CUSTOMERS_MONTHS: 12 });
  await applyRetention(services);
  expect(await names()).toEqual(["Waiting"]);
  await db.update(orders).set({ status: "completed" }).where(eq(orders.customerId, id));
  await applyRetention(services);
  expect(await names()).toEqual([]);
});

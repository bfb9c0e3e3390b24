import { desc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { comparePayment } from "#app/checkout/workflows/settle/compare-payment.server.ts";
import { reviews } from "#app/content/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { eraseCustomer } from "#app/orders/workflows/customers/erase-customer.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import * as reviewList from "#app/routes/admin/reviews/index.tsx";
import * as undo from "#app/routes/admin/undo.ts";
import { ANA, openErasureShop } from "#test/erasures.ts";
import { openDispute } from "#test/paid-orders.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { untilOneWaits } from "#test/test-db.ts";
import * as erase from "./erase.tsx";

const { shop, ana, productId, findWords, act, place, customerOf } = await openErasureShop();
const { services } = shop;
const { db } = services;

test("an order during the erasure creates a new customer", async () => {
  const own = {
    customerEmail: "cy@example.com",
    emailKey: "cy@example.com",
    phoneKey: "",
    customerPhone: "",
    status: "completed",
  } as const;
  const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
  let erasing: ReturnType<typeof eraseCustomer> | undefined;
  const later = await inTransaction(db, async (tx) => {
    const placed = await storeOrder(tx, { ...own, status: "received" });
    erasing = eraseCustomer(services, ANA, order.customerId ?? 0);
    await untilOneWaits(db);
    return placed.order;
  });
  expect(await erasing).toMatchObject({ kind: "refused", problem: expect.stringContaining("just arrived") as string });
  await db.update(orders).set({ status: "completed", paymentState: "captured" }).where(eq(orders.id, later.id));
  expect(await eraseCustomer(services, ANA, order.customerId ?? 0)).toEqual({ kind: "erased", orders: 2 });
  const again = await storeOrder(db, own);
  expect(again.order.customerId).not.toBe(order.customerId);
});

test("an open dispute prevents the erasure, a lost one without an event does not", async () => {
  const orderId = await place("dora@example.com", "+1 416 555 8181");
  for (const event of ["accept", "preparing", "ready", "out", "complete"] as const)
    await act(orderId, event === "accept" ? { event, minutes: 20 } : { event });
  const id = await customerOf(orderId);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const end = await openDispute(shop, order?.paymentIntentId ?? null);
  const askedAt = services.now();
  const seen = await (await services.payments.current()).gateway.retrieveIntent(order?.paymentIntentId ?? "");
  if (!seen.ok) throw new Error(seen.message);
  await comparePayment(services, seen.intent, askedAt);
  const [page, params] = [`/admin/customers/${id}/erase`, { id: String(id) }] as const;
  const problem = expect.stringContaining("1 payment of this customer is disputed at the bank") as string;
  expect((await ana.get(erase, page, params)).data).toMatchObject({ problem });
  expect(await ana.post(erase, page, { confirm: "yes" }, params)).toMatchObject({ status: 409, data: { message: problem } });
  await end("lost");
  expect((await ana.get(erase, page, params)).data).toMatchObject({ problem: null });
  expect(await eraseCustomer(services, ANA, id)).toEqual({ kind: "erased", orders: 1 });
});

test("other customers' reviews keep their undo in a shared entry", async () => {
  const reviewBy = async (email: string) => {
    const own = { customerEmail: email, emailKey: email, phoneKey: "", customerPhone: "", status: "completed" } as const;
    const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
    const row = { productId, authorName: email, rating: 4, body: email, status: "pending", orderId: order.id } as const;
    const [review] = await db.insert(reviews).values(row).returning();
    return { id: review?.id ?? 0, customer: order.customerId ?? 0 };
  };
  const [erased, other] = [await reviewBy("ed@example.com"), await reviewBy("flo@example.com")];
  const both = [erased, other].map(({ id }) => String(id));
  expect((await ana.post(reviewList, "/admin/reviews", { intent: "approve", selected: both })).status).toBe(302);
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(await eraseCustomer(services, ANA, erased.customer)).toEqual({ kind: "erased", orders: 1 });
  await ana.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/reviews" });
  const states = await db
    .select({ id: reviews.id, status: reviews.status })
    .from(reviews)
    .where(inArray(reviews.id, both.map(Number)));
  expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [erased.id, "approved"],
      [other.id, "pending"],
    ]),
  );
});

test("erases undo data, but keeps the shop's own emails", async () => {
  const word = "quillowmere";
  const email = `${word}@example.com`;
  const own = { customerEmail: email, emailKey: email, customerName: word, phoneKey: "", customerPhone: "", status: "completed" } as const;
  const { order } = await storeOrder(db, { ...own, paymentState: "captured" });
  const { order: others } = await storeOrder(db, { customerEmail: "dee@example.com", emailKey: "dee@example.com", phoneKey: "" });
  const condition = { type: "customer-email", emails: [email], domains: [] };
  await db.insert(auditLog).values([
    {
      userName: "Ana",
      action: "delete",
      subject: `${word}’s review`,
      subjectKind: "review",
      subjectIds: ["4711"],
      before: { 4711: { authorName: word, body: word, reply: "", rating: 4, orderId: order.id } },
      after: { 4711: null },
    },
    {
      userName: "Ana",
      action: "import",
      subject: "1 record",
      subjectKind: "configuration",
      subjectIds: ["50000000001"],
      before: { 50000000001: { condition } },
      after: { 50000000001: { condition: { ...condition, emails: ["bo@example.com"] } } },
    },
  ]);
  const mail = { id: crypto.randomUUID(), recipient: "", subject: "Kept", status: "sent" } as const;
  for (const [kind, orderId] of [
    ["order_received_staff", others.id],
    ["day_closed", null],
  ] as const)
    await db
      .insert(mailOutbox)
      .values({ ...mail, id: crypto.randomUUID(), kind, orderId, recipient: email, dedupeKey: crypto.randomUUID() });
  expect(await eraseCustomer(services, ANA, order.customerId ?? 0)).toEqual({ kind: "erased", orders: 1 });
  expect([...(await findWords([word])).values()].flat()).toEqual(["public.mail_outbox.recipient"]);
  expect((await db.select().from(mailOutbox).where(eq(mailOutbox.subject, "Kept"))).map(({ kind }) => kind).sort()).toEqual([
    "day_closed",
    "order_received_staff",
  ]);
});

import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { requestContext, servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { createJobs, type Jobs } from "#app/platform/jobs/jobs.server.ts";
import { createEmailSource } from "#app/mail/workflows/email-source.server.ts";
import { enqueueMail, MAIL_QUEUE } from "#app/mail/workflows/enqueue-mail.server.ts";
import { orderMailData } from "#app/orders/workflows/mail/order-mail.server.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import * as message from "./detail.tsx";
import * as outbox from "./index.tsx";
import type { MailKind } from "#app/orders/domain/mail/order-mail.ts";

const { url, db } = await createTestDatabase();
const log = { warn: () => undefined, error: () => undefined };
let jobs: Jobs;

beforeAll(async () => {
  jobs = createJobs({ databaseUrl: url, log, queues: [MAIL_QUEUE], runsWork: false });
  await jobs.start();
});
afterAll(() => jobs.stop());
afterEach(async () => {
  await db.delete(mailOutbox);
  await db.$client.query("delete from pgboss.job");
});

/** What a route gets; only the services these pages use. */
function argsFor(path: string, params: Record<string, string> = {}, form?: Record<string, string>): unknown {
  const context = new RouterContextProvider();
  const email = createEmailSource({ settings: async () => ({ settings: DEFAULT_SETTINGS, unreadable: new Set() }), apiUrl: null });
  context.set(servicesContext, { db, jobs, log, email, env: { isSecure: false }, cookieSecret: "a secret" } as unknown as Services);
  context.set(staffContext, { id: 1, email: "ana@example.com", name: "Ana", roles: ["order-admin"] });
  const url = new URL(path, "http://shop.example");
  const request = new Request(url, form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) });
  context.set(requestContext, { id: "test", method: request.method, clientAddress: "127.0.0.1", nonce: "test" });
  return { request, url, params, context };
}
const list = (query = "") => outbox.loader(argsFor(`/admin/orders/outbox${query}`) as Parameters<typeof outbox.loader>[0]);
const post = (query: string, form: Record<string, string>) =>
  outbox.action(argsFor(`/admin/orders/outbox${query}`, {}, form) as Parameters<typeof outbox.action>[0]);
const show = (id: string) => message.loader(argsFor(`/admin/orders/outbox/${id}`, { id }) as Parameters<typeof message.loader>[0]);

async function newMail(changes: Partial<typeof mailOutbox.$inferInsert> & { number?: string; kind?: MailKind } = {}): Promise<string> {
  const { number, kind = "order_received", ...columns } = changes;
  const { order, items } = await storeOrder(db, number === undefined ? {} : { number });
  const data = orderMailData({ order, items, settings: DEFAULT_SETTINGS, publicUrl: "http://shop.example", now: new Date() });
  await inTransaction(db, (tx) =>
    enqueueMail(tx, jobs, { kind, orderId: order.id, recipient: "ana@example.com", dedupeKey: order.id, data }),
  );
  const [row] = await db
    .update(mailOutbox)
    .set({ ...columns, kind })
    .where(eq(mailOutbox.orderId, order.id))
    .returning({ id: mailOutbox.id });
  await db.$client.query("update pgboss.job set state = 'completed'");
  return row?.id ?? "";
}

const countWaitingJobs = async () =>
  (await db.$client.query("select count(*)::int as n from pgboss.job where state = 'created'")).rows[0].n;

test("search matches parts of address, subject or order number, literally", async () => {
  const a = await newMail({ number: "A-101", recipient: "ana@example.com" });
  const b = await newMail({ number: "A-102", recipient: "b_b@example.com", subject: "100% fresh" });
  const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).mails.map(({ id }) => id);
  expect(await found("a-101")).toEqual([a]);
  expect(await found("ANA@")).toEqual([a]);
  expect(await found("100%")).toEqual([b]);
  expect(await found("b_b")).toEqual([b]);
  expect(await found("_")).toEqual([b]);
  expect(await found("%")).toEqual([b]);
  expect(await found("\\")).toEqual([]);
  expect(await found("\u0000")).toHaveLength(2);
});

test("kind and status filter the list; unknown values are ignored", async () => {
  await newMail({ kind: "order_ready", status: "sent" });
  await newMail({ kind: "order_refunded", status: "failed" });
  expect((await list("?kind=order_ready")).mails).toHaveLength(1);
  expect((await list("?status=failed")).mails.map(({ kindLabel }) => kindLabel)).toEqual(["Refund"]);
  expect((await list("?kind=nonsense&status=nonsense&page=-1")).mails).toHaveLength(2);
});

test("a page has fifty emails, newest first, without gaps or repeats", async () => {
  const { order, items } = await storeOrder(db);
  const data = { ...orderMailData({ order, items, settings: DEFAULT_SETTINGS, publicUrl: "http://shop.example", now: new Date() }) };
  await db.insert(mailOutbox).values(
    Array.from({ length: 101 }, (_, n) => ({
      id: crypto.randomUUID(),
      kind: "order_received",
      orderId: order.id,
      recipient: `r${n}@example.com`,
      dedupeKey: String(n),
      data,
      createdAt: new Date(2026, 0, 1, 0, n),
    })),
  );
  const pages = [await list(), await list("?page=2"), await list("?page=3")];
  expect(pages.map((page) => [page.mails.length, page.total])).toEqual([
    [50, 101],
    [50, 101],
    [1, 101],
  ]);
  expect(pages[0]?.mails[0]?.recipient).toBe("r100@example.com");
  expect(new Set(pages.flatMap((page) => page.mails.map(({ id }) => id))).size).toBe(101);
});

test("resends one failed email with a job, and rejects one that has not failed", async () => {
  const failed = await newMail({ status: "failed", attempts: 15 });
  const sent = await newMail({ status: "sent" });
  expect(await post("", { selected: failed })).toMatchObject({ status: 302 });
  expect((await list("?status=queued")).mails.map(({ id }) => id)).toEqual([failed]);
  expect(await countWaitingJobs()).toBe(1);
  expect((await db.$client.query("select user_name, action, subject from audit_log")).rows).toEqual([
    { user_name: "Ana", action: "resend-mail", subject: `email ${failed}` },
  ]);
  for (const id of [sent, failed]) expect(await post("", { selected: id })).toMatchObject({ init: { status: 409 } });
  expect(await post("", { selected: "not-an-id" })).toMatchObject({ init: { status: 409 } });
  expect(await countWaitingJobs()).toBe(1);
});

test("resending all includes only failed emails of the filter", async () => {
  await newMail({ status: "failed", kind: "order_ready" });
  await newMail({ status: "failed", kind: "order_refunded" });
  const sent = await post("?kind=order_ready&selected=all", { selected: "all" });
  expect((sent as Response).headers.get("Location")).toBe("/admin/orders/outbox?kind=order_ready");
  expect((await list("?status=failed")).mails.map(({ kindLabel }) => kindLabel)).toEqual(["Refund"]);
});

test("an email's page shows the sent or the current content", async () => {
  const waiting = await show(await newMail({ number: "A-777" }));
  expect(waiting.isAsSent).toBe(false);
  expect(waiting.content?.subject).toBe("Order A-777 received");
  const sent = await show(await newMail({ status: "sent", subject: "As it was", html: "<p>old</p>", plainText: "old" }));
  expect(sent.content).toEqual({ subject: "As it was", html: "<p>old</p>", text: "old" });
});

test("shows a message for an email of an unknown kind, and 404 for an unknown id", async () => {
  const id = await newMail();
  await db
    .update(mailOutbox)
    .set({ data: { shopName: "half" } })
    .where(eq(mailOutbox.id, id));
  expect((await show(id)).content).toBeNull();
  for (const unknown of [crypto.randomUUID(), "1", "'; drop table orders"])
    await expect(show(unknown)).rejects.toMatchObject({ status: 404 });
});

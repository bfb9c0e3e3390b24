import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { DEFAULT_SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { createJobs, type Jobs } from "#app/platform/jobs/jobs.server.ts";
import { startSendGridEmulator, type SendGridEmulator } from "#test/sendgrid-emulator.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createEmailSource } from "./email-source.server.ts";
import { enqueueMail, MAIL_QUEUE, type MailRequest } from "./enqueue-mail.server.ts";
import { orderMailData, writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import {
  registerMailWorker,
  resendFailedMail,
  RETRY_DELAYS_SECONDS,
  sendMail,
  sweepQueuedMail,
  type MailDeps,
} from "./send-mail.server.ts";

const { url, db } = await createTestDatabase();
const log = { warn: () => undefined, error: () => undefined };
const ANA = { id: 1, name: "Ana" };
const WITH_KEY: Settings = {
  ...DEFAULT_SETTINGS,
  APP_NAME: "Shopbell Kitchen",
  SENDGRID_API_KEY: "SG.test",
  ORDER_EMAIL_SENDER: "orders@shop.example",
};

let settings: Settings;
let sendgrid: SendGridEmulator;
let jobs: Jobs;
let deps: MailDeps;

beforeAll(async () => {
  jobs = createJobs({ databaseUrl: url, log, queues: [MAIL_QUEUE], runsWork: false });
  await jobs.start();
});
afterAll(() => jobs.stop());

beforeEach(async () => {
  settings = WITH_KEY;
  sendgrid = await startSendGridEmulator();
  deps = {
    db,
    jobs,
    log,
    now: () => new Date(),
    write: writeOrderMail,
    email: createEmailSource({ settings: async () => ({ settings, unreadable: new Set() }), apiUrl: sendgrid.url }),
  };
});
afterEach(async () => {
  await sendgrid.close();
  await db.delete(mailOutbox);
  await db.$client.query("delete from pgboss.job");
});

async function newRequest(changes: Partial<MailRequest> = {}): Promise<MailRequest> {
  const { order, items } = await storeOrder(db);
  const data = orderMailData({ order, items, settings: DEFAULT_SETTINGS, publicUrl: "https://shop.example", now: new Date() });
  return { kind: "order_received", orderId: order.id, recipient: "ana@example.com", dedupeKey: `${order.id}:received`, data, ...changes };
}

/** A mail in the outbox with its job; answers its id. */
async function newMail(): Promise<string> {
  const request = await newRequest();
  await inTransaction(db, (tx) => enqueueMail(tx, jobs, request));
  const [row] = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.orderId, request.orderId ?? ""));
  return row!.id;
}

async function getMail(id: string) {
  const [row] = await db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  return row!;
}

/** Waiting jobs of a mail: which try, and in how many seconds. */
async function listJobs(mailId: string): Promise<{ attempts: number; seconds: number }[]> {
  const { rows } = await db.$client.query(
    "select (data ->> 'attempts')::int as attempts, round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where data ->> 'mailId' = $1 and state = 'created' order by 1",
    [mailId],
  );
  return rows;
}

async function countAll(): Promise<{ mails: number; jobs: number }> {
  const { rows } = await db.$client.query(
    "select (select count(*)::int from mail_outbox) as mails, (select count(*)::int from pgboss.job) as jobs",
  );
  return rows[0];
}

test("row and job commit and roll back together", async () => {
  const request = await newRequest();
  const failing = inTransaction(db, async (tx) => {
    expect(await enqueueMail(tx, jobs, request)).toBe(1);
    throw new Error("the order was refused");
  });
  await expect(failing).rejects.toThrow("the order was refused");
  expect(await countAll()).toEqual({ mails: 0, jobs: 0 });

  await inTransaction(db, (tx) => enqueueMail(tx, jobs, request));
  expect(await countAll()).toEqual({ mails: 1, jobs: 1 });
});

test("the same event sends one email, also concurrently", async () => {
  const request = await newRequest();
  const added = await Promise.all(Array.from({ length: 8 }, () => inTransaction(db, (tx) => enqueueMail(tx, jobs, request))));
  expect(added.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await countAll()).toEqual({ mails: 1, jobs: 1 });
});

test("sends one email per staff address", async () => {
  const request = await newRequest({
    kind: "order_received_staff",
    recipient: "chef@shop.example, owner@shop.example;CHEF@shop.example, not an address",
  });
  expect(await inTransaction(db, (tx) => enqueueMail(tx, jobs, request))).toBe(2);
  const nobody = await newRequest({ kind: "order_received_staff", recipient: "" });
  expect(await inTransaction(db, (tx) => enqueueMail(tx, jobs, nobody))).toBe(0);
  const rows = await db.select({ recipient: mailOutbox.recipient }).from(mailOutbox);
  expect(rows.map((row) => row.recipient).toSorted()).toEqual(["chef@shop.example", "owner@shop.example"]);
});

test("stores what was sent and never sends again", async () => {
  const id = await newMail();
  expect(await sendMail(deps, id, 0)).toBe("sent");
  expect(await sendMail(deps, id, 0)).toBe("nothing-to-do");
  expect(await sendMail(deps, id, 1)).toBe("nothing-to-do");
  expect(sendgrid.received).toMatchObject([
    { messageId: id, to: "ana@example.com", from: "orders@shop.example", fromName: "Shopbell Kitchen", apiKey: "SG.test" },
  ]);
  const mail = await getMail(id);
  expect(mail).toMatchObject({ status: "sent", attempts: 1, transport: "sendgrid", lastError: null, html: sendgrid.received[0]?.html });
  expect(mail.sentAt).toBeInstanceOf(Date);
});

test("retries a 500 and delivers once", async () => {
  const id = await newMail();
  sendgrid.next({ status: 500, message: "try again" });
  expect(await sendMail(deps, id, 0)).toBe("later");
  expect(await getMail(id)).toMatchObject({ status: "queued", attempts: 1, lastError: "SendGrid answered 500: try again" });
  expect(await listJobs(id)).toEqual([
    { attempts: 0, seconds: 0 },
    { attempts: 1, seconds: 30 },
  ]);
  // The first job handed out again, as after a crash between recording and finishing it, finds nothing to do.
  expect(await sendMail(deps, id, 0)).toBe("nothing-to-do");
  expect(await sendMail(deps, id, 1)).toBe("sent");
  expect(sendgrid.received).toHaveLength(1);
  expect(await getMail(id)).toMatchObject({ status: "sent", attempts: 2, lastError: null });
});

test("resends with the same message id after a lost response", async () => {
  const id = await newMail();
  sendgrid.next("accept-then-reset");
  expect(await sendMail(deps, id, 0)).toBe("later");
  expect(await sendMail(deps, id, 1)).toBe("sent");
  expect(sendgrid.received.map((mail) => mail.messageId)).toEqual([id, id]);
});

test("a permanent refusal stops with the reason", async () => {
  const id = await newMail();
  sendgrid.next({ status: 401, message: "The provided authorization grant is invalid" });
  expect(await sendMail(deps, id, 0)).toBe("failed");
  expect(await getMail(id)).toMatchObject({
    status: "failed",
    attempts: 1,
    lastError: "SendGrid answered 401: The provided authorization grant is invalid",
  });
  expect(await listJobs(id)).toEqual([{ attempts: 0, seconds: 0 }]);
});

test("retries with growing pauses for about a day, then fails", async () => {
  const id = await newMail();
  sendgrid.always({ status: 503 });
  for (const attempts of RETRY_DELAYS_SECONDS.keys()) expect(await sendMail(deps, id, attempts)).toBe("later");
  expect(await sendMail(deps, id, RETRY_DELAYS_SECONDS.length)).toBe("failed");
  expect((await listJobs(id)).map(({ seconds }) => seconds)).toEqual([0, ...RETRY_DELAYS_SECONDS]);
  expect(await getMail(id)).toMatchObject({ status: "failed", attempts: RETRY_DELAYS_SECONDS.length + 1 });
  const hours = RETRY_DELAYS_SECONDS.reduce((sum, seconds) => sum + seconds, 0) / 3600;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThanOrEqual(24);
});

test("staff can resend a failed email only", async () => {
  const [failed, sent] = [await newMail(), await newMail()];
  await sendMail(deps, sent, 0);
  sendgrid.next({ status: 400 });
  await sendMail(deps, failed, 0);
  await db.$client.query("update pgboss.job set state = 'completed'");
  expect(await resendFailedMail(deps, [failed, sent], ANA)).toBe(1);
  expect(await resendFailedMail(deps, [failed], ANA)).toBe(0);
  expect(await listJobs(failed)).toEqual([{ attempts: 0, seconds: 0 }]);
  expect(await sendMail(deps, failed, 0)).toBe("sent");
});

test("without a key an email stays in the outbox", async () => {
  settings = DEFAULT_SETTINGS;
  const id = await newMail();
  expect(await sendMail(deps, id, 0)).toBe("sent");
  const mail = await getMail(id);
  expect(mail).toMatchObject({ status: "sent", transport: "outbox" });
  expect(mail.subject).toContain("received");
  expect(mail.plainText).toContain("Double smash burger");
  expect(sendgrid.requestCount).toBe(0);
});

test("a new key applies immediately; a missing sender blocks", async () => {
  settings = { ...WITH_KEY, ORDER_EMAIL_SENDER: "" };
  const id = await newMail();
  expect(await sendMail(deps, id, 0)).toBe("later");
  expect((await getMail(id)).lastError).toContain("ORDER_EMAIL_SENDER");
  settings = { ...WITH_KEY, SENDGRID_API_KEY: "SG.new", ORDER_EMAIL_SENDER: "The Kitchen <kitchen@shop.example>" };
  expect(await sendMail(deps, id, 1)).toBe("sent");
  expect(sendgrid.received).toMatchObject([{ apiKey: "SG.new", from: "kitchen@shop.example", fromName: "The Kitchen" }]);
});

test("an undecryptable key blocks emails", async () => {
  const email = createEmailSource({
    settings: async () => ({ settings: { ...WITH_KEY, SENDGRID_API_KEY: "" }, unreadable: new Set(["SENDGRID_API_KEY"]) }),
    apiUrl: sendgrid.url,
  });
  const id = await newMail();
  expect(await sendMail({ ...deps, email }, id, 0)).toBe("later");
  expect((await getMail(id)).lastError).toContain("APP_SECRET");
});

test("an unrenderable email fails visibly", async () => {
  const id = await newMail();
  await db.update(mailOutbox).set({ data: {} }).where(eq(mailOutbox.id, id));
  expect(await sendMail(deps, id, 0)).toBe("failed");
  expect((await getMail(id)).lastError).toContain("could not be written");
});

test("leaves an email of an unknown kind to a process of a newer version", async () => {
  const id = await newMail();
  await db.update(mailOutbox).set({ kind: "order_teleported" }).where(eq(mailOutbox.id, id));
  expect(await sendMail(deps, id, 0)).toBe("later");
  expect(await getMail(id)).toMatchObject({ status: "queued", attempts: 1 });
  expect(await listJobs(id)).toContainEqual({ attempts: 1, seconds: RETRY_DELAYS_SECONDS[0] });
  const newer: MailDeps = { ...deps, write: (_, data) => writeOrderMail("order_received", data) };
  expect(await sendMail(newer, id, 1)).toBe("sent");
});

test("a hanging provider holds no transaction", async () => {
  const id = await newMail();
  sendgrid.next("hang");
  const sending = sendMail(deps, id, 0);
  await sendgrid.arrived(1);
  const { rows } = await db.$client.query(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(rows).toEqual([{ open: 0 }]);
  await db.update(mailOutbox).set({ recipient: "ana@example.com" }).where(eq(mailOutbox.id, id));
  await newMail();
  await sendgrid.close();
  expect(await sending).toBe("later");
});

test("the sweep enqueues emails without a job only", async () => {
  const [lost, held, fresh, old] = [await newMail(), await newMail(), await newMail(), await newMail()];
  await db.$client.query("delete from pgboss.job where data ->> 'mailId' in ($1, $2, $3)", [lost, fresh, old]);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [id, minutes] of [
    [lost, 20],
    [held, 20],
    [old, 5000],
  ] as const) {
    await db
      .update(mailOutbox)
      .set({ createdAt: minutesAgo(minutes) })
      .where(eq(mailOutbox.id, id));
  }
  await sweepQueuedMail(deps);
  await sweepQueuedMail(deps);
  expect(await Promise.all([lost, held, fresh, old].map(async (id) => (await listJobs(id)).length))).toEqual([1, 1, 0, 0]);
});

test("delivers each email once while some attempts fail", async () => {
  const worker = createJobs({ databaseUrl: url, log, queues: [MAIL_QUEUE] });
  await registerMailWorker({ ...deps, jobs: worker });
  await worker.start();
  try {
    sendgrid.next({ status: 500 }, "accept", { status: 429 });
    const ids = await Promise.all(Array.from({ length: 20 }, newMail));
    await vi.waitFor(() => expect(sendgrid.requestCount).toBe(20), { timeout: 120_000 });
    // The two refused ones are planned for half a minute later; the test brings that time forward.
    await vi.waitFor(
      async () => {
        const { rows } = await db.$client.query(
          "select count(*)::int as waiting from pgboss.job where state = 'created' and start_after > now() and data ? 'mailId'",
        );
        expect(rows).toEqual([{ waiting: 2 }]);
      },
      { timeout: 120_000 },
    );
    await db.$client.query("update pgboss.job set start_after = now() where state = 'created'");
    await vi.waitFor(() => expect(sendgrid.received).toHaveLength(20), { timeout: 120_000 });
    expect(new Set(sendgrid.received.map((mail) => mail.messageId))).toEqual(new Set(ids));
  } finally {
    await worker.stop();
  }
});

test("sends an email with an unpaired surrogate once", async () => {
  const id = await newMail();
  const write = async () => ({ subject: "Order \ud83c", html: "<p>\ud83c</p>", text: "\ud83c" });
  expect(await sendMail({ ...deps, write }, id, 0)).toBe("sent");
  expect(await getMail(id)).toMatchObject({ status: "sent", attempts: 1, subject: "Order \ufffd" });
  expect(sendgrid.requestCount).toBe(1);
});

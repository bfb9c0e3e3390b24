import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { insertMails } from "#app/mail/data/mail-outbox.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { orderMailData, writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { createStatementCounter } from "#test/count-statements.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createEmailSource } from "./email-source.server.ts";
import { MAIL_QUEUE } from "./enqueue-mail.server.ts";
import { sendMail, type MailDeps } from "./send-mail.server.ts";

const counter = createStatementCounter();
const { url, db } = await createTestDatabase();
const log = { warn: () => undefined, error: () => undefined };
const deps: MailDeps = {
  db,
  jobs: createJobs({ databaseUrl: url, log, queues: [MAIL_QUEUE], runsWork: false }),
  log,
  now: () => new Date(),
  write: writeOrderMail,
  email: createEmailSource({ settings: async () => ({ settings: DEFAULT_SETTINGS, unreadable: new Set() }), apiUrl: "http://127.0.0.1:9" }),
};
afterAll(() => counter.stop());

async function newMail(): Promise<string> {
  const { order, items } = await storeOrder(db);
  const data = orderMailData({ order, items, settings: DEFAULT_SETTINGS, publicUrl: "https://shop.example", now: new Date() });
  const mail = {
    id: randomUUID(),
    kind: "order_received",
    orderId: order.id,
    recipient: "ana@example.com",
    dedupeKey: `${order.id}:received`,
    data,
  };
  const [id = ""] = await insertMails(db, [mail]);
  return id;
}

test("reads and marks a batch of emails together", async () => {
  const ids = [await newMail(), await newMail(), await newMail()];
  expect(await sendMail(deps, ids[2]!, 0)).toBe("sent");
  const outcomes: string[] = [];
  const { statements } = await counter.during(async () => {
    outcomes.push(...(await Promise.all(ids.map((id) => sendMail(deps, id, 0)))));
  });
  expect(outcomes).toEqual(["sent", "sent", "nothing-to-do"]);
  expect(statements, statements.join("\n")).toHaveLength(2);
  const mails = await db.select().from(mailOutbox);
  for (const mail of mails) expect(mail).toMatchObject({ status: "sent", attempts: 1, transport: "outbox" });
  expect(mails.every((mail) => mail.html?.includes("<html") === true && mail.sentAt instanceof Date)).toBe(true);
});

import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, desc, eq, gt, ilike, inArray, lt, ne, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertSet } from "#app/platform/db/insert-set.server.ts";
import { countUpTo } from "#app/platform/db/count-up-to.server.ts";
import { mailOutbox } from "./tables.ts";
import { ADMINISTRATORS_MAIL, STAFF_ACCESS_MAIL, type RenderedEmail } from "#app/mail/domain/email.ts";

export const MAIL_STATUSES = ["queued", "sent", "failed"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

export interface NewMail {
  readonly id: string;
  readonly kind: string;
  /** null = not about an order. */
  readonly orderId: string | null;
  readonly recipient: string;
  readonly dedupeKey: string;
  readonly data: object;
}

/** The input for a worker to render and send one email. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Tries so far. */
  readonly attempts: number;
}

/** Whether an email with this key was written, to any address. */
export async function hasMail(db: Db, dedupeKey: string): Promise<boolean> {
  return (await db.$count(mailOutbox, sql`${mailOutbox.dedupeKey} like ${`${escapeLike(dedupeKey)}:%`}`)) > 0;
}

/** Inserts emails in one statement; returns the ids of inserted ones. An existing dedupe key inserts nothing. */
export async function insertMails(tx: Db, mails: readonly NewMail[]): Promise<readonly string[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({ ...mail, data: { ...mail.data } }));
  const added = await tx.execute<{ id: string }>(
    sql`${insertSet(mailOutbox, rows)} on conflict (dedupe_key) do nothing returning id`,
    "objects",
  );
  return added.map(({ id }) => id);
}

/** One attempt of an email, identified by the number of earlier attempts. */
export interface MailTry {
  readonly id: string;
  readonly attempts: number;
}

/** The emails in the order of `tries`, in one statement; undefined if that attempt was made, or the email is sent, failed or deleted. */
export async function findQueuedMails(db: Db, tries: readonly MailTry[]): Promise<readonly (QueuedMail | undefined)[]> {
  const rows = await db.execute<{ [Key in keyof QueuedMail]: QueuedMail[Key] }>(
    sql`select id, kind, recipient, data, attempts from mail_outbox
        where (id, attempts) in (select * from unnest(${sql.param(tries.map(({ id }) => id))}::uuid[], ${sql.param(tries.map(({ attempts }) => attempts))}::int[]))
          and status = 'queued'`,
    "objects",
  );
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return tries.map((each) => found.get(nameOf(each)));
}

export interface SentMail extends MailTry {
  readonly rendered: RenderedEmail;
  readonly transport: string;
  readonly at: Date;
}

/**
 * Marks emails as sent, with content and transport, in one statement. False if that attempt is already recorded. For staff access emails
 * only the subject is stored: a backup must not contain a link that sets a password.
 */
export async function markMailsSent(db: Db, sent: readonly SentMail[]): Promise<readonly boolean[]> {
  const rows = sent.map(({ id, attempts, rendered: { subject, html, text }, transport, at }) => ({
    id,
    attempts,
    subject,
    html,
    text,
    transport,
    at,
  }));
  const marked = await db.execute<{ id: string; attempts: number }>(
    sql`update mail_outbox set status = 'sent', attempts = sent.attempts + 1, last_error = null,
          subject = sent.subject, transport = sent.transport, sent_at = sent.at,
          html = case when kind = ${STAFF_ACCESS_MAIL} then null else sent.html end,
          plain_text = case when kind = ${STAFF_ACCESS_MAIL} then null else sent.text end,
          data = case when kind = ${STAFF_ACCESS_MAIL} then '{}'::jsonb else data end
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as sent (id uuid, attempts int, subject text, html text, text text, transport text, at timestamptz)
        where mail_outbox.id = sent.id and mail_outbox.status = 'queued' and mail_outbox.attempts = sent.attempts
        returning mail_outbox.id, sent.attempts`,
    "objects",
  );
  const names = new Set(marked.map(nameOf));
  return sent.map((each) => names.has(nameOf(each)));
}

function nameOf({ id, attempts }: MailTry): string {
  return `${id}:${attempts}`;
}

/** Records a failed attempt; `isLast` sets the status "failed" that staff see. False if that attempt is already recorded. */
export async function recordMailFailure(
  tx: Db,
  id: string,
  attempts: number,
  failure: { readonly message: string; readonly isLast: boolean },
): Promise<boolean> {
  const rows = await tx
    .update(mailOutbox)
    .set({ status: failure.isLast ? "failed" : "queued", attempts: attempts + 1, lastError: failure.message })
    .where(awaitsTry(id, attempts))
    .returning({ id: mailOutbox.id });
  return rows.length === 1;
}

/** Resets failed emails to their first attempt; returns the ids that had failed. */
export async function requeueFailedMail(tx: Db, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(mailOutbox)
    .set({ status: "queued", attempts: 0 })
    .where(and(inArray(mailOutbox.id, [...ids]), eq(mailOutbox.status, "failed")))
    .returning({ id: mailOutbox.id });
  return rows.map((row) => row.id);
}

/** Waiting emails created between the two instants, oldest first. */
export async function listQueuedMail(
  db: Db,
  after: Date,
  before: Date,
  limit: number,
): Promise<readonly { readonly id: string; readonly attempts: number }[]> {
  return db
    .select({ id: mailOutbox.id, attempts: mailOutbox.attempts })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.status, "queued"), gt(mailOutbox.createdAt, after), lt(mailOutbox.createdAt, before)))
    .orderBy(mailOutbox.createdAt)
    .limit(limit);
}

export interface MailFilter {
  /** A part of a recipient, a subject or an order number; "" = any. */
  readonly q: string;
  /** "" = any. */
  readonly kind: string;
  readonly status: MailStatus | "";
}

export interface MailRow {
  readonly id: string;
  readonly kind: string;
  readonly orderId: string | null;
  /** The number in the snapshot; null for an email that is not about an order. */
  readonly orderNumber: string | null;
  readonly recipient: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly subject: string | null;
  readonly transport: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
}

const ROW = {
  id: mailOutbox.id,
  kind: mailOutbox.kind,
  orderId: mailOutbox.orderId,
  orderNumber: sql<string | null>`${mailOutbox.data} ->> 'orderNumber'`,
  recipient: mailOutbox.recipient,
  status: mailOutbox.status,
  attempts: mailOutbox.attempts,
  lastError: mailOutbox.lastError,
  subject: mailOutbox.subject,
  transport: mailOutbox.transport,
  createdAt: mailOutbox.createdAt,
  sentAt: mailOutbox.sentAt,
};

/** One page, newest first by default. */
export async function listMail(
  db: Db,
  query: MailFilter & { readonly sort: string; readonly page: number; readonly per_page: number },
  reader: OutboxReader = "order-staff",
): Promise<{ readonly rows: readonly MailRow[]; readonly total: number; readonly isTotalCapped: boolean }> {
  const where = matches(query, reader);
  const order = query.sort === "written" ? asc : desc;
  const [rows, counted] = await Promise.all([
    db
      .select(ROW)
      .from(mailOutbox)
      .where(where)
      .orderBy(order(mailOutbox.createdAt), order(mailOutbox.id))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page),
    countUpTo(db, mailOutbox, where),
  ]);
  return { rows, ...counted };
}

/** Ids of matching failed emails, newest first, at most `limit`. */
export async function listFailedMailIds(db: Db, filter: MailFilter, limit: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(matches({ ...filter, status: "failed" }, "order-staff"))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

export interface MailDetail extends MailRow {
  readonly data: Readonly<Record<string, unknown>>;
  /** null until it was sent. */
  readonly html: string | null;
  readonly plainText: string | null;
}

export async function findMail(db: Db, id: string, reader: OutboxReader = "order-staff"): Promise<MailDetail | undefined> {
  const rows = await db
    .select({ ...ROW, data: mailOutbox.data, html: mailOutbox.html, plainText: mailOutbox.plainText })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.id, id), isFor(reader)));
  return rows[0];
}

/** Only administrators see that password links were sent. The link itself is never shown. */
export type OutboxReader = "administrator" | "order-staff";

function isFor(reader: OutboxReader): SQL | undefined {
  return reader === "administrator" ? undefined : notInArray(mailOutbox.kind, ADMINISTRATORS_MAIL);
}

/** State of the last password link to this address; undefined = none was sent. */
export async function findLastStaffLetter(
  db: Db,
  recipient: string,
): Promise<Pick<MailRow, "status" | "lastError" | "transport"> | undefined> {
  const rows = await db
    .select({ status: mailOutbox.status, lastError: mailOutbox.lastError, transport: mailOutbox.transport })
    .from(mailOutbox)
    .where(and(eq(mailOutbox.kind, STAFF_ACCESS_MAIL), eq(mailOutbox.recipient, recipient)))
    .orderBy(desc(mailOutbox.createdAt))
    .limit(1);
  return rows[0];
}

/** The number of attempts is a fencing token: two workers with the same attempt cannot both record it. */
function awaitsTry(id: string, attempts: number): SQL | undefined {
  return and(eq(mailOutbox.id, id), eq(mailOutbox.status, "queued"), eq(mailOutbox.attempts, attempts));
}

function matches(filter: MailFilter, reader: OutboxReader): SQL | undefined {
  const pattern = `%${escapeLike(filter.q)}%`;
  return and(
    isFor(reader),
    filter.kind === "" ? undefined : eq(mailOutbox.kind, filter.kind),
    filter.status === "" ? undefined : eq(mailOutbox.status, filter.status),
    filter.q === ""
      ? undefined
      : or(ilike(mailOutbox.recipient, pattern), ilike(mailOutbox.subject, pattern), ilike(ROW.orderNumber, pattern)),
  );
}

const REMOVED_AT_ONCE = 5_000;
const MOST_BATCHES = 20;

/** Deletes emails from before this instant, sent or failed; waiting ones stay. At most 100,000 per call. */
export async function removeOldMails(db: Db, before: Date): Promise<void> {
  const isOld = and(lt(mailOutbox.createdAt, before), ne(mailOutbox.status, "queued"));
  const some = db.select({ id: mailOutbox.id }).from(mailOutbox).where(isOld).orderBy(asc(mailOutbox.createdAt)).limit(REMOVED_AT_ONCE);
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const rows = await db
      .delete(mailOutbox)
      .where(and(inArray(mailOutbox.id, some), isOld))
      .returning({ id: mailOutbox.id });
    if (rows.length < REMOVED_AT_ONCE) return;
  }
}

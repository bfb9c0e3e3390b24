import { recordAudit } from "#app/staff/data/history.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { batch } from "#app/platform/db/batch.server.ts";
import {
  findQueuedMails,
  listQueuedMail,
  markMailsSent,
  recordMailFailure,
  requeueFailedMail,
  type MailTry,
  type QueuedMail,
  type SentMail,
} from "#app/mail/data/mail-outbox.server.ts";
import type { EmailTransportSource, SendResult } from "#app/mail/gateway/transport.server.ts";
import type { Jobs, JobsLog } from "#app/platform/jobs/jobs.server.ts";
import { enqueueSending, MAIL_QUEUE } from "./enqueue-mail.server.ts";
import type { RenderedEmail, EmailRenderer } from "#app/mail/domain/email.ts";
import { counted } from "#texts/plural.ts";

export interface MailDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly email: EmailTransportSource;
  /** Renders every kind of email. */
  readonly write: EmailRenderer;
  readonly log: JobsLog;
  readonly now: () => Date;
}

/** The pause before each retry, in seconds: about a day in total. After the last one the email has failed. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [30, 60, 120, 300, 600, 1200, 1800, 3600, 3600, 7200, 7200, 14_400, 14_400, 28_800];
const SWEEP_EVERY_MINUTES = 10;
/** An email still waiting after this time may have lost its job (a database restored without the queue's tables). */
const SWEEP_AFTER_MS = 10 * 60_000;
/** Older emails are no longer sent automatically; staff can still send them. */
const SWEEP_UNTIL_MS = 3 * 86_400_000;
const SWEEP_LIMIT = 500;

export type SendOutcome = "sent" | "later" | "failed" | "nothing-to-do";

/** Jobs of one batch read their emails in one query, and mark sent ones in one statement. */
const batchedWritesOf = new WeakMap<Db, ReturnType<typeof batchedWritesFor>>();

function batchedWritesFor(db: Db) {
  return {
    find: batch((tries: readonly MailTry[]) => findQueuedMails(db, tries)),
    markSent: batch((sent: readonly SentMail[]) => markMailsSent(db, sent)),
  };
}

function batchedWrites(db: Db): ReturnType<typeof batchedWritesFor> {
  let known = batchedWritesOf.get(db);
  if (known === undefined) batchedWritesOf.set(db, (known = batchedWritesFor(db)));
  return known;
}

/**
 * Sends an email once: read (the job is the lease, the number of attempts the fencing token), render, send, record. No transaction is open
 * during the provider call. Delivery is at least once: a crash between sending and recording sends twice, with the same message id. A
 * temporary failure schedules the next attempt in the transaction that records it. A permanent failure, or the last attempt, ends in
 * "failed".
 */
export async function sendMail(deps: MailDeps, mailId: string, attempts: number): Promise<SendOutcome> {
  const { db, email, now } = deps;
  const mail = await batchedWrites(db).find({ id: mailId, attempts });
  if (mail === undefined) return "nothing-to-do";
  const content = await renderQueuedMail(deps, mail);
  if ("message" in content) return recordFailure(deps, mail, content);

  const { transport, sender } = await email.current();
  if (transport.name !== "outbox" && sender === null) {
    return recordFailure(deps, mail, { retry: true, message: "Enter the sender email (ORDER_EMAIL_SENDER) in the site settings." });
  }
  const result = await transport.send({ id: mail.id, from: sender ?? { name: "", email: "" }, to: mail.recipient, ...content });
  if (!result.ok) return recordFailure(deps, mail, result);
  await batchedWrites(db).markSent({ id: mail.id, attempts: mail.attempts, rendered: content, transport: transport.name, at: now() });
  return "sent";
}

/** Requeues failed emails ("Send again") with one history entry. Returns how many had failed. */
export async function resendFailedMail(
  deps: Pick<MailDeps, "db" | "jobs">,
  ids: readonly string[],
  by: { readonly id: number; readonly name: string },
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const requeued = await requeueFailedMail(tx, ids);
    for (const id of requeued) await enqueueSending(tx, deps.jobs, id, 0);
    if (requeued.length > 0) {
      const subject = requeued.length === 1 ? `email ${requeued[0]}` : counted(requeued.length, "email", "emails");
      await recordAudit(tx, {
        userId: by.id,
        userName: by.name,
        action: "resend-mail",
        subject,
        subjectKind: "mail",
        subjectIds: requeued,
      });
    }
    return requeued.length;
  });
}

/** Enqueues a job for every waiting email that has none. */
export async function sweepQueuedMail({ db, jobs, now }: Pick<MailDeps, "db" | "jobs" | "now">): Promise<void> {
  const time = now().getTime();
  const waiting = await listQueuedMail(db, new Date(time - SWEEP_UNTIL_MS), new Date(time - SWEEP_AFTER_MS), SWEEP_LIMIT);
  for (const mail of waiting) await enqueueSending(db, jobs, mail.id, mail.attempts);
}

/** Registers the worker of the "mail" queue and its sweep; both start with the jobs. */
export async function registerMailWorker(deps: Omit<MailDeps, "jobs"> & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.work(MAIL_QUEUE, async ({ payload: { mailId, attempts } }) => {
    if (typeof mailId === "string" && typeof attempts === "number") await sendMail(deps, mailId, attempts);
    else await sweepQueuedMail(deps);
  });
  await deps.jobs.schedule(MAIL_QUEUE, SWEEP_EVERY_MINUTES);
}

type Refusal = Pick<Extract<SendResult, { ok: false }>, "retry" | "message">;

/**
 * Renders a row. Unpaired surrogates are replaced: PostgreSQL refuses them, so a sent email could not be recorded and would be sent again. Invalid data
 * is not retried. An unknown kind is retried: during an update a process of a newer version sends it.
 */
async function renderQueuedMail({ log, write }: MailDeps, mail: QueuedMail): Promise<RenderedEmail | Refusal> {
  try {
    const rendered = await write(mail.kind, mail.data);
    if (rendered === null) return { retry: true, message: "This version of the shop does not know this kind of email." };
    return { subject: rendered.subject.toWellFormed(), html: rendered.html.toWellFormed(), text: rendered.text.toWellFormed() };
  } catch (error) {
    log.error({ err: error, mailId: mail.id, kind: mail.kind }, "a mail could not be written");
    return { retry: false, message: "The email could not be written. The log says why." };
  }
}

async function recordFailure({ db, jobs, log }: MailDeps, mail: QueuedMail, refused: Refusal): Promise<SendOutcome> {
  const delay = refused.retry ? RETRY_DELAYS_SECONDS[mail.attempts] : undefined;
  const isLast = delay === undefined;
  await inTransaction(db, async (tx) => {
    const isOurs = await recordMailFailure(tx, mail.id, mail.attempts, { message: refused.message, isLast });
    if (isOurs && !isLast) await enqueueSending(tx, jobs, mail.id, mail.attempts + 1, delay);
  });
  log.warn(
    { mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1, reason: refused.message },
    isLast ? "a mail was given up" : "a mail will be tried again",
  );
  return isLast ? "failed" : "later";
}

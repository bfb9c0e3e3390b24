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
import type { Letter, LetterWriter } from "#app/mail/domain/letter.ts";
import { counted } from "#app/values/plural.ts";

export interface MailDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly email: EmailTransportSource;
  /** Whoever puts the process together knows the wording of every kind of mail. */
  readonly write: LetterWriter;
  readonly log: JobsLog;
  readonly now: () => Date;
}

/** Pause before each further try, in seconds: quick at first, a whole day in all. After the last one the mail is a dead letter. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [30, 60, 120, 300, 600, 1200, 1800, 3600, 3600, 7200, 7200, 14_400, 14_400, 28_800];
const SWEEP_EVERY_MINUTES = 10;
/** A mail this old that still waits may have lost its job (a database restored without the queue's tables). */
const SWEEP_AFTER_MS = 10 * 60_000;
/** News about an order older than this helps nobody; staff may still send it by hand. */
const SWEEP_UNTIL_MS = 3 * 86_400_000;
const SWEEP_LIMIT = 500;

export type SendOutcome = "sent" | "later" | "failed" | "nothing-to-do";

/** The jobs of one batch read their mails together, and those that have left at once are noted together. */
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
 * Makes one try of a mail: read (the job is the lease, the number of tries the fence), write, send, record. No transaction is open while the
 * provider is asked. At least once: only a crash between sending and recording sends a mail twice, and then with the same
 * message id. A refusal for now plans the next try in the transaction that records it; a refusal for good, and the last try, end in "failed".
 */
export async function sendMail(deps: MailDeps, mailId: string, attempts: number): Promise<SendOutcome> {
  const { db, email, now } = deps;
  const mail = await batchedWrites(db).find({ id: mailId, attempts });
  if (mail === undefined) return "nothing-to-do";
  const content = await writeQueuedMail(deps, mail);
  if ("message" in content) return recordFailure(deps, mail, content);

  const { transport, sender } = await email.current();
  if (transport.name !== "outbox" && sender === null) {
    return recordFailure(deps, mail, { retry: true, message: "Enter the sender email (ORDER_EMAIL_SENDER) in the site settings." });
  }
  const result = await transport.send({ id: mail.id, from: sender ?? { name: "", email: "" }, to: mail.recipient, ...content });
  if (!result.ok) return recordFailure(deps, mail, result);
  await batchedWrites(db).markSent({ id: mail.id, attempts: mail.attempts, letter: content, transport: transport.name, at: now() });
  return "sent";
}

/** Puts failed mails back in the queue (staff pressed "Send again"), one row of history for the press. Answers how many were failed. */
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

/** Gives every waiting mail its job again; where the job exists nothing happens. */
export async function sweepQueuedMail({ db, jobs, now }: Pick<MailDeps, "db" | "jobs" | "now">): Promise<void> {
  const time = now().getTime();
  const waiting = await listQueuedMail(db, new Date(time - SWEEP_UNTIL_MS), new Date(time - SWEEP_AFTER_MS), SWEEP_LIMIT);
  for (const mail of waiting) await enqueueSending(db, jobs, mail.id, mail.attempts);
}

/** Names the worker of the "mail" queue and its sweep; they begin when the jobs start. */
export async function registerMailWorker(deps: Omit<MailDeps, "jobs"> & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.work(MAIL_QUEUE, async ({ payload: { mailId, attempts } }) => {
    if (typeof mailId === "string" && typeof attempts === "number") await sendMail(deps, mailId, attempts);
    else await sweepQueuedMail(deps);
  });
  await deps.jobs.schedule(MAIL_QUEUE, SWEEP_EVERY_MINUTES);
}

type Refusal = Pick<Extract<SendResult, { ok: false }>, "retry" | "message">;

/**
 * Writes the email of a row. Half an emoji, left by whatever shortened a text, is replaced: PostgreSQL refuses it, so that an email that has left could not
 * be recorded and would be sent again. Retries do not help with invalid data. An unknown kind is for a process of a newer version, which runs next to this one
 * during an update.
 */
async function writeQueuedMail({ log, write }: MailDeps, mail: QueuedMail): Promise<Letter | Refusal> {
  try {
    const letter = await write(mail.kind, mail.data);
    if (letter === null) return { retry: true, message: "This version of the shop does not know this kind of email." };
    return { subject: letter.subject.toWellFormed(), html: letter.html.toWellFormed(), text: letter.text.toWellFormed() };
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

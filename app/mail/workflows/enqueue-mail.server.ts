import { randomUUID } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertMails } from "#app/mail/data/mail-outbox.server.ts";
import { taskQueue, type Queue } from "#app/platform/jobs/queue.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";

const { options, ...queue } = taskQueue("mail");
/** A stalled process keeps its emails for as long as a job may take: another process would send them twice. */
export const MAIL_QUEUE: Queue = { ...queue, options: { ...options, heartbeatSeconds: options.expireInSeconds } };

export interface MailRequest {
  readonly kind: string;
  /** null = not about an order. */
  readonly orderId: string | null;
  /** One address, or several separated by commas (ORDER_EMAIL_RECIPIENT): each gets its own email. Empty: no email is written. */
  readonly recipient: string;
  /** Order and event, e.g. `${orderId}:accepted`; the same key never creates a second email to the same address. */
  readonly dedupeKey: string;
  /** The renderer's input for this kind; frozen now, so that rendering later reads no other table. */
  readonly data: object;
}

/**
 * Inserts the outbox rows and their jobs in the caller's transaction: the email exists if and only if its event is committed. Without
 * network calls it never delays or fails an order. Returns the number of emails added.
 */
export async function enqueueMail(tx: Db, jobs: Pick<Jobs, "enqueueMany">, ...requests: readonly MailRequest[]): Promise<number> {
  const mails = requests.flatMap(({ recipient: list, dedupeKey, ...request }) =>
    parseRecipients(list).map((recipient) => ({
      ...request,
      id: randomUUID(),
      recipient,
      dedupeKey: `${dedupeKey}:${request.kind}:${recipient.toLowerCase()}`,
    })),
  );
  const added = await insertMails(tx, mails);
  if (added.length === 0) return 0;
  await jobs.enqueueMany(
    tx,
    MAIL_QUEUE,
    added.map((mailId) => ({ payload: { mailId, attempts: 0 }, key: triedBy(mailId, 0) })),
  );
  return added.length;
}

/** The key of one attempt of an email. */
function triedBy(mailId: string, attempts: number): string {
  return `${mailId}:${attempts}`;
}

/** Adds the job for one attempt. Does nothing if a job for that attempt is waiting or running. */
export async function enqueueSending(
  tx: Db,
  jobs: Pick<Jobs, "enqueue">,
  mailId: string,
  attempts: number,
  startAfterSeconds?: number,
): Promise<void> {
  await jobs.enqueue(
    tx,
    MAIL_QUEUE,
    { mailId, attempts },
    { key: triedBy(mailId, attempts), ...(startAfterSeconds === undefined ? {} : { startAfterSeconds }) },
  );
}

/** The unique addresses of a list separated by commas, semicolons or line breaks; invalid ones are dropped. */
function parseRecipients(text: string): readonly string[] {
  const addresses = text.split(/[,;\n]/).map((part) => part.trim());
  return [...new Set(addresses.filter((address) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)))];
}

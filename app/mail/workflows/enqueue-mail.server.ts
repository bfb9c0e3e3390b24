import { randomUUID } from "node:crypto";
import type { Db } from "#app/platform/db/database.server.ts";
import { insertMails } from "#app/mail/data/mail-outbox.server.ts";
import { taskQueue, type Queue } from "#app/platform/jobs/queue.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";

const { options, ...queue } = taskQueue("mail");
/** A process that only stalls keeps the emails it is sending for as long as a job may take: another one would send them twice. */
export const MAIL_QUEUE: Queue = { ...queue, options: { ...options, heartbeatSeconds: options.expireInSeconds } };

export interface MailRequest {
  readonly kind: string;
  /** null = it is about no order. */
  readonly orderId: string | null;
  /** One address, or several separated by commas (ORDER_EMAIL_RECIPIENT): each gets its own mail. None: nothing is written. */
  readonly recipient: string;
  /** Order + what happened, e.g. `${orderId}:accepted`; the same key never makes a second mail to the same address. */
  readonly dedupeKey: string;
  /** What the writer of this kind needs; frozen now, so that writing it later reads no other table. */
  readonly data: object;
}

/**
 * Writes the outbox rows and their jobs in the caller's transaction: the mail exists if and only if what it tells has happened. No network, so it never delays or fails an order. Answers how many mails were added.
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

/** Names one try of a mail. */
function triedBy(mailId: string, attempts: number): string {
  return `${mailId}:${attempts}`;
}

/** Adds the job for one try of a mail. A job for that very try that still waits or runs makes this do nothing. */
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

/** The addresses of a list separated by commas, semicolons or line breaks, each once; what is not an address is left out. */
function parseRecipients(text: string): readonly string[] {
  const addresses = text.split(/[,;\n]/).map((part) => part.trim());
  return [...new Set(addresses.filter((address) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)))];
}

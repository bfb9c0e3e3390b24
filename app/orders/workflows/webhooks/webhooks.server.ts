import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { isCallable, isLocalShop, postToPublic, type PostAnswer } from "#app/mail/gateway/pinned-post.server.ts";
import {
  deleteOldDeliveries,
  endTry,
  findDelivery,
  giveWebhookUp,
  insertDeliveries,
  insertDelivery,
  listWaiting,
  noteWebhookHealth,
  restartDeliveries,
  type Delivery,
} from "#app/orders/data/webhooks/deliveries.server.ts";
import { lockWebhookSecrets, replaceWebhookSecret, webhookRecords } from "#app/orders/data/webhooks/webhooks.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import {
  DELIVERIES_KEPT_DAYS,
  OFF_AFTER_DAYS,
  RETRY_SECONDS,
  TEST_EVENT,
  webhookBody,
  webhookHost,
  type WebhookEvent,
} from "#app/orders/domain/webhooks/webhook.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import type { OutgoingServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { Actor } from "#app/staff/workflows/change-records.server.ts";

export const WEBHOOK_QUEUE = taskQueue("webhooks");

const SECRET_NAME = "webhook";
const SECRET_PREFIX = "whsec_";
const DAY_MS = 86_400_000;

/** The store of webhooks with the rules of this shop. */
export function webhookRecordsOf({ secrets, env }: Pick<OutgoingServices, "secrets" | "env">) {
  return webhookRecords({
    isCallable: (url) => URL.canParse(url) && isCallable(new URL(url), isLocalShop(env)),
    makeSecret: () => secrets.seal(SECRET_NAME, SECRET_PREFIX + randomBytes(24).toString("base64")),
  });
}

/** The key that the receiver checks signatures with; undefined after APP_SECRET was changed. */
export function openWebhookSecret(secrets: SecretBox, sealed: string): string | undefined {
  return secrets.open(SECRET_NAME, sealed);
}

/** Encrypts all secrets with another APP_SECRET. Returns the hosts whose secret cannot be decrypted; those stay unchanged. */
export async function resealWebhooks(tx: Db, from: SecretBox, to: SecretBox): Promise<readonly string[]> {
  const unreadable: string[] = [];
  for (const { id, url, secret } of await lockWebhookSecrets(tx)) {
    const plain = openWebhookSecret(from, secret);
    if (plain !== undefined) await replaceWebhookSecret(tx, id, to.seal(SECRET_NAME, plain));
    else if (openWebhookSecret(to, secret) === undefined) unreadable.push(webhookHost(url));
  }
  return unreadable;
}

/** Enqueues webhooks in the caller's transaction, so that only committed changes are sent. */
export async function enqueueWebhooks(
  tx: Db,
  { jobs, now }: Pick<OutgoingServices, "jobs" | "now">,
  event: WebhookEvent,
  order: OrderRow,
): Promise<void> {
  const ids = await insertDeliveries(tx, { event, orderId: order.id, body: webhookBody(event, order, now()) });
  await enqueueTries(tx, jobs, ids);
}

/** Sends a test to one webhook, also if it is switched off. */
export async function sendTestWebhook(
  { db, jobs, now }: Pick<OutgoingServices, "db" | "jobs" | "now">,
  actor: Actor,
  webhookId: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const id = await insertDelivery(tx, webhookId, { event: TEST_EVENT, orderId: null, body: webhookBody(TEST_EVENT, null, now()) });
    await enqueueTries(tx, jobs, [id]);
    await recordAudit(tx, { userId: actor.id, userName: actor.name, action: "send-test", subject: `webhook ${webhookId}` });
  });
}

/** Sends ended deliveries again, with the same id. Returns how many. */
export async function resendDeliveries(
  { db, jobs }: Pick<OutgoingServices, "db" | "jobs">,
  actor: Actor,
  webhookId: number,
  ids: readonly string[],
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const again = await restartDeliveries(tx, webhookId, ids);
    // A separate key: the job of the first attempt may still be running with its batch.
    await enqueueTries(tx, jobs, again, `again ${randomUUID()}`);
    if (again.length > 0)
      await recordAudit(tx, { userId: actor.id, userName: actor.name, action: "send-again", subject: `webhook ${webhookId}` });
    return again.length;
  });
}

async function enqueueTries(tx: Db, jobs: Pick<Jobs, "enqueueMany">, ids: readonly string[], round = "0"): Promise<void> {
  await jobs.enqueueMany(
    tx,
    WEBHOOK_QUEUE,
    ids.map((deliveryId) => ({ payload: { deliveryId, tries: 0 }, key: `${deliveryId}:${round}` })),
  );
}

/** After this time, a job that has not started counts as lost. */
const LOST_AFTER_MS = 600_000;
const MOST_SWEPT = 1000;

/** Enqueues jobs again for overdue deliveries, such as after a restore. An existing job is not added twice. */
export async function sweepWebhooks({ db, jobs, now }: Pick<OutgoingServices, "db" | "jobs" | "now">): Promise<number> {
  const waiting = await listWaiting(db, new Date(now().getTime() - LOST_AFTER_MS), MOST_SWEPT);
  const due = (tries: number) => (tries === 0 ? 0 : (RETRY_SECONDS[tries - 1] ?? 0) * 1000);
  const lost = waiting.filter(
    ({ tries, triedAt }) => triedAt === null || triedAt.getTime() + due(tries) + LOST_AFTER_MS <= now().getTime(),
  );
  await jobs.enqueueMany(
    db,
    WEBHOOK_QUEUE,
    lost.map(({ id, tries }) => ({ payload: { deliveryId: id, tries }, key: `${id}:${tries}` })),
  );
  return lost.length;
}

/**
 * One attempt. At least once: after a crash between the response and its record it is sent again, with the same id. Failures are retried
 * for a day. A webhook is switched off when a delivery's attempts end after three days of failures, or when it responds 410.
 */
export async function deliverWebhook(deps: OutgoingServices, deliveryId: string, tries: number): Promise<void> {
  const { db, jobs, log, now } = deps;
  const found = await findDelivery(db, deliveryId);
  if (found === undefined || found.delivery.status !== "waiting" || found.delivery.tries !== tries) return;
  const { delivery, webhook } = found;
  const failed = (lastError: string) => ({ status: "failed" as const, lastStatus: null, lastError, triedAt: now() });
  if (!webhook.isOn && delivery.event !== TEST_EVENT) {
    await endTry(db, delivery, failed("The webhook is switched off."));
    return;
  }
  const secret = openWebhookSecret(deps.secrets, webhook.secret);
  if (secret === undefined) {
    await endTry(db, delivery, failed("Its secret cannot be read: APP_SECRET was changed. Delete the webhook and add it again."));
    return;
  }
  const answer = await post(deps, webhook.url, secret, delivery);
  const works = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const delay = works || answer.status === 410 || delivery.event === TEST_EVENT ? undefined : RETRY_SECONDS[tries];
  const statusOfFailure = delay === undefined ? "failed" : "waiting";
  const status = works ? "delivered" : statusOfFailure;
  await inTransaction(db, async (tx) => {
    const result = { status, lastStatus: answer.status, lastError: works ? null : reasonOf(answer), triedAt: now() } as const;
    if (!(await endTry(tx, delivery, result))) return;
    if (delay !== undefined) {
      const next = { deliveryId, tries: tries + 1 };
      await jobs.enqueue(tx, WEBHOOK_QUEUE, next, { key: `${deliveryId}:${tries + 1}`, startAfterSeconds: delay });
    }
    // A test does not affect the state of real deliveries.
    if (delivery.event === TEST_EVENT) return;
    const since = await noteWebhookHealth(tx, webhook.id, works, now());
    // Only once every attempt of a delivery has failed, not for one bad minute after a quiet week.
    const isTooLong = status === "failed" && since !== null && now().getTime() - since.getTime() >= OFF_AFTER_DAYS * DAY_MS;
    if ((isTooLong || answer.status === 410) && (await giveWebhookUp(tx, webhook.id)))
      await recordAudit(tx, { userId: null, userName: "The shop", action: "switch-off", subject: `webhook ${webhook.id}` });
  });
  if (!works)
    log.warn({ webhookId: webhook.id, deliveryId, tries: tries + 1, status: answer.status }, "a webhook did not take its delivery");
}

/** Signed according to Standard Webhooks. */
function post({ env, now }: OutgoingServices, url: string, secret: string, { id, body }: Delivery): Promise<PostAnswer> {
  const target = new URL(url);
  if (!isCallable(target, isLocalShop(env))) return Promise.resolve({ status: null, why: "unknown" });
  const timestamp = String(Math.floor(now().getTime() / 1000));
  return postToPublic({
    url: target,
    body,
    isLocalAllowed: isLocalShop(env),
    headers: {
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(body)),
      "User-Agent": "Shopbell-Webhooks",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature(secret, `${id}.${timestamp}.${body}`)}`,
    },
  });
}

function signature(secret: string, signed: string): string {
  return createHmac("sha256", Buffer.from(secret.slice(SECRET_PREFIX.length), "base64"))
    .update(signed)
    .digest("base64");
}

function reasonOf(answer: PostAnswer): string {
  if (answer.status !== null) return `It answered ${answer.status}.`;
  return answer.why === "unknown" ? "Its address leads to no public server." : "It did not answer.";
}

/** Registers the worker of the queue. */
export async function registerWebhookWorker(deps: OutgoingServices & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.work(WEBHOOK_QUEUE, async ({ payload: { deliveryId, tries } }) => {
    if (typeof deliveryId === "string" && typeof tries === "number") await deliverWebhook(deps, deliveryId, tries);
  });
}

/** Deletes deliveries older than 30 days. */
export function forgetDeliveries(db: Db, now: Date): Promise<void> {
  return deleteOldDeliveries(db, new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS));
}

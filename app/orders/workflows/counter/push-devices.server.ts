import { createHash, randomUUID } from "node:crypto";
import { isLocalShop } from "#app/mail/gateway/pinned-post.server.ts";
import type { OutgoingServices } from "#app/orders/workflows/workflow-services.server.ts";
import { isPushEndpoint, isPushKeys, sendPush, type PushTarget } from "#app/mail/gateway/push-service.server.ts";
import {
  findPushSubscription,
  listOwnPushDevices,
  markPushSent,
  putPushSubscription,
  removePushSubscription,
} from "#app/orders/data/counter/push.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { keepSession } from "#app/staff/data/sessions.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readPushKeys } from "./push-keys.server.ts";

export const PUSH_QUEUE = taskQueue("push");

export type PushDeps = OutgoingServices;

/** The notification. It passes through third-party servers, so it names no customer. */
export interface PushNews {
  readonly title: string;
  readonly body: string;
}

/** Retry pauses in seconds; older notifications are useless. */
const RETRY_SECONDS: readonly number[] = [5, 20, 60, 180];
const KEEP_SECONDS = 600;

/** Stores a user's device until sign-out. `endpoint`, `keys`: invalid push data; `session`: the session has just ended. */
export async function switchPushOn(
  deps: Pick<PushDeps, "db" | "env">,
  user: StaffUser & { readonly sessionToken: string },
  target: PushTarget,
  device: string,
): Promise<"on" | "endpoint" | "keys" | "session"> {
  if (!isPushEndpoint(target.endpoint, isLocalShop(deps.env))) return "endpoint";
  if (!isPushKeys(target)) return "keys";
  return inTransaction(deps.db, async (tx) => {
    const sessionId = await keepSession(tx, hashToken(user.sessionToken));
    if (sessionId === undefined) return "session";
    const wasOn = await putPushSubscription(tx, { id: randomUUID(), userId: user.id, sessionId, ...target, device });
    if (!wasOn)
      await recordAudit(tx, { userId: user.id, userName: user.name, action: "push-on", subject: `user ${user.id}`, after: { device } });
    return "on";
  });
}

/** Digests of the endpoints of the user's devices; the device can compute its own. */
export async function listOwnDeviceMarks(db: Db, user: StaffUser): Promise<readonly string[]> {
  return (await listOwnPushDevices(db, user.id)).map(({ endpoint }) => createHash("sha256").update(endpoint).digest("base64url"));
}

/** Removes a device by its secret endpoint, also another user's. */
export async function switchPushOff(deps: Pick<PushDeps, "db">, user: StaffUser, endpoint: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const owner = await removePushSubscription(tx, { endpoint });
    if (owner === undefined) return;
    await recordAudit(tx, { userId: user.id, userName: user.name, action: "push-off", subject: `user ${owner}` });
  });
}

/** One job per device, deduplicated by notification. */
export async function pushToDevices(
  { db, jobs }: Pick<PushDeps, "db" | "jobs">,
  devices: readonly { readonly id: string }[],
  key: string,
  news: PushNews,
): Promise<void> {
  await jobs.enqueueMany(
    db,
    PUSH_QUEUE,
    devices.map(({ id }) => ({ payload: { deviceId: id, ...news, tries: 0 }, key: `${key}:${id}`, isOnce: true })),
  );
}

/** One attempt to notify one device; removes a device that no longer exists, retries a few times. */
export async function pushToDevice(deps: PushDeps, deviceId: string, news: PushNews, tries: number): Promise<void> {
  const { db, jobs, log, env } = deps;
  const device = await findPushSubscription(db, deviceId);
  if (device === undefined) return;
  const answer = await sendPush(
    {
      target: device,
      keys: await readPushKeys(deps),
      contact: env.publicUrl.startsWith("https:") ? env.publicUrl : "mailto:shop@localhost.localdomain",
      payload: JSON.stringify(news),
      keepSeconds: KEEP_SECONDS,
      topic: "orders",
    },
    isLocalShop(env),
  );
  if (answer.kind === "sent") return markPushSent(db, deviceId, deps.now());
  if (answer.kind === "gone") {
    await removePushSubscription(db, { id: deviceId });
    return;
  }
  const delay = answer.kind === "later" ? RETRY_SECONDS[tries] : undefined;
  log.warn(
    { deviceId, tries: tries + 1, reason: answer.message },
    delay === undefined ? "a push message was given up" : "a push message will be tried again",
  );
  if (delay !== undefined) await jobs.enqueue(db, PUSH_QUEUE, { deviceId, ...news, tries: tries + 1 }, { startAfterSeconds: delay });
}

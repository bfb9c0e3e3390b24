import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { isPushEndpoint, sendPush, type PushTarget } from "#app/mail/gateway/push-service.server.ts";
import {
  findPushSubscription,
  listPushDevices,
  markPushSent,
  putPushSubscription,
  removePushSubscription,
} from "#app/orders/data/counter/push.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readPushKeys } from "./push-keys.server.ts";

export const PUSH_QUEUE = taskQueue("push");

export interface PushDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly secrets: SecretBox;
  readonly env: { readonly publicUrl: string };
  readonly log: Pick<Logger, "warn">;
  readonly now: () => Date;
}

/** What a device shows. It passes through strangers' servers: it names no customer. */
export interface PushNews {
  readonly title: string;
  readonly body: string;
}

/** Pause before each further try, in seconds. News older than that helps nobody. */
const RETRY_SECONDS: readonly number[] = [5, 20, 60, 180];
const KEEP_SECONDS = 600;

/** Remembers a member of staff's device. False: the address is none of a push service. */
export async function switchPushOn(
  deps: Pick<PushDeps, "db" | "env">,
  user: StaffUser,
  target: PushTarget,
  device: string,
): Promise<boolean> {
  if (!isPushEndpoint(target.endpoint, isLocal(deps.env))) return false;
  await inTransaction(deps.db, async (tx) => {
    await putPushSubscription(tx, { id: randomUUID(), userId: user.id, ...target, device });
    await recordAudit(tx, { userId: user.id, userName: user.name, action: "push-on", subject: `user ${user.id}`, after: { device } });
  });
  return true;
}

/** Forgets a device, by the address that only it knows. */
export async function switchPushOff(deps: Pick<PushDeps, "db">, user: StaffUser, endpoint: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await removePushSubscription(tx, { endpoint }))) return;
    await recordAudit(tx, { userId: user.id, userName: user.name, action: "push-off", subject: `user ${user.id}` });
  });
}

/** One job for each device that is told. */
export async function pushToDevices({ db, jobs }: Pick<PushDeps, "db" | "jobs">, news: PushNews): Promise<void> {
  for (const { id } of await listPushDevices(db)) await jobs.enqueue(db, PUSH_QUEUE, { deviceId: id, ...news, tries: 0 });
}

/** One try to tell one device; a device that is gone is forgotten, a silent service is tried again a few times. */
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
    isLocal(env),
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

function isLocal({ publicUrl }: { readonly publicUrl: string }): boolean {
  return ["localhost", "127.0.0.1"].includes(new URL(publicUrl).hostname);
}

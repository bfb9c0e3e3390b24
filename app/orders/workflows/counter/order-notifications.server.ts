import * as texts from "#texts/orders/notifications.ts";
import { countListeningScreens } from "#app/orders/data/counter/screens.server.ts";
import { findOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { alertTimes } from "#app/orders/workflows/changes/undecided-clock.server.ts";
import { mailWaitingOrder } from "#app/orders/workflows/mail/waiting-mail.server.ts";
import type { JobSession, Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { listPushDevices } from "#app/orders/data/counter/push.server.ts";
import { PUSH_QUEUE, pushToDevice, pushToDevices, type PushDeps, type PushNews } from "./push-devices.server.ts";

export const NOTIFICATION_QUEUE = taskQueue("order-news");

const NOTIFICATION_KINDS = ["received", "unheard", "waiting", "cancelled", "paused"] as const;
/** Notifications about an undecided order, in order. */
type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Enqueues a notification once, in the caller's transaction. */
export async function enqueueNotification(
  tx: JobSession,
  jobs: Pick<Jobs, "enqueue">,
  orderId: string,
  news: NotificationKind,
  startAfterSeconds = 0,
): Promise<void> {
  await jobs.enqueue(tx, NOTIFICATION_QUEUE, { orderId, news }, { key: `${orderId}:${news}`, startAfterSeconds });
}

/** The same for an order placed `now`; also schedules the check for listening devices. Without push devices only that check. */
export async function enqueueReceivedNotifications(
  tx: JobSession,
  jobs: Pick<Jobs, "enqueueMany">,
  order: OrderRow,
  settings: Settings,
  { now, hasDevices }: { readonly now: Date; readonly hasDevices: boolean },
): Promise<void> {
  const job = (news: NotificationKind) => ({ payload: { orderId: order.id, news, isLookPlanned: true }, key: `${order.id}:${news}` });
  const startAfterSeconds = secondsUntil(alertTimes(order, settings).unheardAt, now);
  await jobs.enqueueMany(tx, NOTIFICATION_QUEUE, [...(hasDevices ? [job("received")] : []), { ...job("unheard"), startAfterSeconds }]);
}

function secondsUntil(at: Date, now: Date): number {
  return Math.max(1, (at.getTime() - now.getTime()) / 1000);
}

/**
 * Notifies staff devices about an order. Undecided ones again after 70 seconds without a listening device and after four minutes, then also by email.
 * `isLookPlanned`: the first check is scheduled already; jobs of an earlier version lack it.
 */
export async function notifyStaff(
  services: WorkflowServices & PushDeps,
  orderId: string,
  news: NotificationKind,
  { isLookPlanned = false }: { readonly isLookPlanned?: boolean } = {},
): Promise<void> {
  const { db, jobs } = services;
  const devices = await listPushDevices(db);
  // Most shops have no push devices.
  if (news === "received" && isLookPlanned && devices.length === 0) return;
  const order = await findOrder(db, orderId);
  if (order === undefined) return;
  const settings = await readSettings(db);
  const now = services.now();
  const { unheardAt, waitingAt } = alertTimes(order, settings);
  const later = (next: NotificationKind, at: Date) => enqueueNotification(db, jobs, orderId, next, secondsUntil(at, now));
  const isUndecided = order.status === "received";
  if (news === "received" && isUndecided && !isLookPlanned) await later("unheard", unheardAt);
  if (news === "unheard" && isUndecided) {
    await later("waiting", waitingAt);
    if ((await countListeningScreens(db, now)) > 0) return;
    await mailWaitingOrder(services, orderId, settings, "unheard");
  }
  if (news === "waiting" && isUndecided) await mailWaitingOrder(services, orderId, settings);
  if ((news === "unheard" || news === "waiting") && !isUndecided) return;
  await pushToDevices(services, devices, `${orderId}:${news}`, notificationText(news, order));
}

function notificationText(news: NotificationKind, order: OrderRow): PushNews {
  const number = order.number ?? "";
  switch (news) {
    case "received":
      return { title: texts.newOrder(number), body: order.fulfillment === "delivery" ? texts.delivery : texts.pickup };
    case "unheard":
      return { title: texts.waiting(number), body: texts.noScreenWithSound };
    case "waiting":
      return { title: texts.stillWaiting(number), body: texts.notConfirmed };
    case "cancelled":
      return { title: texts.cancelled(number), body: texts.customerCancelled };
    case "paused":
      return { title: texts.paused, body: texts.nobodyAnswered };
  }
}

/** Registers the workers of both queues. */
export async function registerNotificationWorkers(services: WorkflowServices & PushDeps & { readonly jobs: Jobs }): Promise<void> {
  await services.jobs.work(NOTIFICATION_QUEUE, async ({ payload: { orderId, news, isLookPlanned } }) => {
    const known = NOTIFICATION_KINDS.find((each) => each === news);
    if (typeof orderId === "string" && known !== undefined)
      await notifyStaff(services, orderId, known, { isLookPlanned: isLookPlanned === true });
  });
  await services.jobs.work(PUSH_QUEUE, async ({ payload: { deviceId, title, body, tries } }) => {
    if (typeof deviceId !== "string" || typeof title !== "string" || typeof body !== "string" || typeof tries !== "number") return;
    await pushToDevice(services, deviceId, { title, body }, tries);
  });
}

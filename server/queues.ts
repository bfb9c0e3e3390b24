import { PICTURE_QUEUE } from "#app/content/workflows/pictures/upload-picture.server.ts";
import { IMPORT_QUEUE } from "#app/catalogue/workflows/import/import-queue.server.ts";
import { MAIL_QUEUE } from "#app/mail/workflows/enqueue-mail.server.ts";
import { NOTIFICATION_QUEUE } from "#app/orders/workflows/counter/order-notifications.server.ts";
import { PUSH_QUEUE } from "#app/orders/workflows/counter/push-devices.server.ts";
import { PRINT_QUEUE } from "#app/orders/workflows/counter/print-tickets.server.ts";
import { WEBHOOK_QUEUE } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { MY_ORDERS_QUEUE } from "#app/orders/workflows/customers/my-orders.server.ts";
import { PASSWORD_LINK_QUEUE } from "#app/staff/workflows/password-links.server.ts";
import { longQueue, roundQueue } from "#app/platform/jobs/queue.server.ts";

export const RECONCILE_PAYMENTS = roundQueue("reconcile-payments");
/** Used by an earlier version, which may have left rows. */
export const ADVANCE_ORDERS = roundQueue("release-holds");
export const SWEEP_PAYMENTS = roundQueue("sweep-payments");

export const EMPTY_BIN = roundQueue("empty-bin");
export const KEEP_ORDER_DAYS = roundQueue("keep-order-days");
export const COUNT_COMPANIONS = roundQueue("count-companions");
export const MAIL_LOW_STOCK = roundQueue("mail-low-stock");
export const PUBLISH_PAGES = roundQueue("publish-pages");

export const BACK_UP = longQueue("back-up");

export const QUEUES = [
  MAIL_QUEUE,
  PASSWORD_LINK_QUEUE,
  MY_ORDERS_QUEUE,
  NOTIFICATION_QUEUE,
  PUSH_QUEUE,
  PRINT_QUEUE,
  WEBHOOK_QUEUE,
  IMPORT_QUEUE,
  PICTURE_QUEUE,
  RECONCILE_PAYMENTS,
  ADVANCE_ORDERS,
  SWEEP_PAYMENTS,
  EMPTY_BIN,
  PUBLISH_PAGES,
  KEEP_ORDER_DAYS,
  COUNT_COMPANIONS,
  MAIL_LOW_STOCK,
  BACK_UP,
];

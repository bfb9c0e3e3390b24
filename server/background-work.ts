import type { Services } from "#app/http/context.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { publishDuePages } from "#app/content/workflows/publish-pages.server.ts";
import { registerPictureWorker } from "#app/content/workflows/pictures/prepare-picture.server.ts";
import { registerImportWorker } from "#app/catalogue/workflows/import/import-worker.server.ts";
import { registerPasswordLinkWorker, writePasswordMail } from "#app/http/staff/password-mail.server.tsx";
import { DAY_CLOSED_MAIL, LOW_STOCK_MAIL, MY_ORDERS_MAIL, STAFF_ACCESS_MAIL, type EmailRenderer } from "#app/mail/domain/email.ts";
import { registerNotificationWorkers } from "#app/orders/workflows/counter/order-notifications.server.ts";
import { registerPrintWorker } from "#app/orders/workflows/counter/print-tickets.server.ts";
import { forgetDeliveries, registerWebhookWorker, sweepWebhooks } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { registerMailWorker } from "#app/mail/workflows/send-mail.server.ts";
import { writeClosingMail } from "#app/orders/workflows/mail/write-closing-mail.server.tsx";
import { mailLowStock } from "#app/orders/workflows/mail/mail-low-stock.server.ts";
import { writeLowStockMail } from "#app/orders/workflows/mail/write-low-stock-mail.server.tsx";
import { writeOrderMail } from "#app/orders/workflows/mail/order-mail.server.ts";
import { sweepPayments } from "#app/checkout/workflows/settle/sweep-payments.server.ts";
import {
  ADVANCE_ORDERS,
  BACK_UP,
  EMPTY_BIN,
  KEEP_ORDER_DAYS,
  MAIL_LOW_STOCK,
  PUBLISH_PAGES,
  RECONCILE_PAYMENTS,
  SWEEP_PAYMENTS,
  COUNT_COMPANIONS,
} from "./queues.ts";
import { forgetBuildFiles, keepBuildFiles } from "./build-files.ts";
import { backUp } from "./backups/backups.ts";
import { tidyProductWords } from "#app/catalogue/data/search/product-words.server.ts";
import { forgetGoneVariants } from "#app/catalogue/data/variants/variant-records.server.ts";
import { forgetMovements } from "#app/catalogue/data/movements/stock-movements.server.ts";
import { MOVEMENT_DAYS } from "#app/catalogue/domain/variants/stock-movement.ts";
import { emptyBin } from "#app/catalogue/data/product-records.server.ts";
import { BIN_DAYS } from "#app/catalogue/domain/product-record.ts";
import { removeOldCounters } from "#app/platform/rate-limit.server.ts";
import { forgetRefusals } from "#app/staff/data/refusals.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { forgetScreens } from "#app/orders/data/counter/screens.server.ts";
import { hasBoughtTogether } from "#app/orders/data/figures/companions.server.ts";
import { registerMyOrdersWorker, writeMyOrdersMail } from "#app/orders/workflows/mail/my-orders-mail.server.tsx";
import { forgetAccess } from "#app/orders/data/customers/my-orders.server.ts";
import { applyRetention } from "#app/orders/workflows/customers/apply-retention.server.ts";
import { countCompanions } from "#app/orders/workflows/figures/count-companions.server.ts";
import { keepOrderDays } from "#app/orders/workflows/figures/keep-order-days.server.ts";
import { advanceOrders } from "#app/orders/workflows/changes/advance-orders.server.ts";

/** Refusal counts are shown for a day and kept for a month. */
const REFUSALS_KEPT_MINUTES = 30 * 24 * 60;

/** Registers the workers of the job queues. */
async function registerWorkers(services: Services): Promise<void> {
  const write: EmailRenderer = async (kind, data) => {
    if (kind === STAFF_ACCESS_MAIL) return writePasswordMail(services.secrets, data);
    if (kind === MY_ORDERS_MAIL) return writeMyOrdersMail(services.secrets, data);
    if (kind === LOW_STOCK_MAIL) return writeLowStockMail(data);
    return kind === DAY_CLOSED_MAIL ? writeClosingMail(data) : writeOrderMail(kind, data);
  };
  await registerMailWorker({ ...services, write });
  await registerPasswordLinkWorker(services);
  await registerMyOrdersWorker(services);
  await registerNotificationWorkers(services);
  await registerPrintWorker(services);
  await registerWebhookWorker(services);
  await registerPictureWorker(services);
  await registerImportWorker(services);
}

/** Registers and starts background jobs. `keepsBuildFiles`: records every night that this release is running. */
export async function startBackgroundWork(services: Services, keepsBuildFiles: boolean): Promise<void> {
  await registerWorkers(services);
  await services.jobs.work(RECONCILE_PAYMENTS, async () => {
    await reconcilePayments(services);
  });
  await services.jobs.schedule(RECONCILE_PAYMENTS, 1);
  await services.jobs.work(SWEEP_PAYMENTS, async () => {
    await sweepPayments(services);
    await removeOldCounters(services.db);
  });
  await services.jobs.schedule(SWEEP_PAYMENTS, "17 * * * *");
  await services.jobs.work(PUBLISH_PAGES, async () => {
    await publishDuePages(services.db, services.now());
  });
  await services.jobs.schedule(PUBLISH_PAGES, 1);
  await services.jobs.work(ADVANCE_ORDERS, () => advanceOrders(services));
  await services.jobs.schedule(ADVANCE_ORDERS, 1);
  await services.jobs.work(EMPTY_BIN, async () => {
    const binEnd = addMinutes(services.now(), -BIN_DAYS * 24 * 60);
    await emptyBin(services.db, binEnd);
    await forgetGoneVariants(services.db, binEnd);
    await forgetMovements(services.db, addMinutes(services.now(), -MOVEMENT_DAYS * 24 * 60));
    await tidyProductWords(services.db);
    await forgetDeliveries(services.db, services.now());
    if (keepsBuildFiles) await keepBuildFiles(services.db, services.now());
    await forgetBuildFiles(services.db, services.now());
    await applyRetention(services);
  });
  await services.jobs.schedule(EMPTY_BIN, "41 3 * * *");
  await services.jobs.work(KEEP_ORDER_DAYS, async () => {
    await keepOrderDays(services.db, services.now());
    await forgetScreens(services.db, services.now());
    await sweepWebhooks(services);
    await forgetAccess(services.db, services.now());
    await forgetRefusals(services.db, addMinutes(services.now(), -REFUSALS_KEPT_MINUTES));
  });
  await services.jobs.schedule(KEEP_ORDER_DAYS, 5);
  await services.jobs.work(MAIL_LOW_STOCK, async () => {
    await mailLowStock(services);
  });
  await services.jobs.schedule(MAIL_LOW_STOCK, "5 * * * *");
  await services.jobs.work(COUNT_COMPANIONS, async () => {
    await countCompanions(services.db, services.now());
  });
  await services.jobs.schedule(COUNT_COMPANIONS, "23 */6 * * *");
  const { backupDir } = services.env;
  if (backupDir !== null) {
    await services.jobs.work(BACK_UP, ({ signal }) => backUp(backupDir, services.now(), signal));
    await services.jobs.schedule(BACK_UP, "7 * * * *");
  }
  await services.jobs.start();
  // After an update or a long pause the metrics of many days may be missing; the schedule would compute them minutes later.
  await services.jobs.enqueue(services.db, KEEP_ORDER_DAYS, {}, { key: "start" });
  // A new or migrated shop computes suggestions immediately.
  if (!(await hasBoughtTogether(services.db))) await services.jobs.enqueue(services.db, COUNT_COMPANIONS, {}, { key: "start" });
}

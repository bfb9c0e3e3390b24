import { listNewlyLow, noteLowStock, type LowStock } from "#app/catalogue/data/movements/low-stock.server.ts";
import { listNamedVariants } from "#app/catalogue/data/variants/named-variants.server.ts";
import { soldByWeight } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { stepsText } from "#app/catalogue/domain/weight/steps.ts";
import { hasMail } from "#app/mail/data/mail-outbox.server.ts";
import { LOW_STOCK_MAIL } from "#app/mail/domain/email.ts";
import { enqueueMail } from "#app/mail/workflows/enqueue-mail.server.ts";
import type { LowStockMailData } from "#app/orders/domain/mail/low-stock-mail.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import { localDateOf, localTimeOf } from "#app/values/time.ts";

/** The earliest time of the daily email, in minutes after midnight of the shop. */
const FROM_MINUTES = 7 * 60;
const MOST_LISTED = 100;

/**
 * Emails ORDER_EMAIL_RECIPIENT the products that fell to their low stock level since the last of these emails: at most one a day, in the
 * transaction that records them. Nothing without a recipient or newly low products. Returns the number of emails.
 */
export async function mailLowStock(services: Pick<WorkflowServices, "db" | "jobs" | "env" | "now">): Promise<number> {
  const settings = await readSettings(services.db);
  const [now, zone] = [services.now(), settings.STORE_TIMEZONE];
  if (settings.ORDER_EMAIL_RECIPIENT === "" || localTimeOf(now, zone).minutes < FROM_MINUTES) return 0;
  return inTransaction(services.db, async (tx) => {
    const low = await listNewlyLow(tx);
    const dedupeKey = `low-stock-${localDateOf(now, zone)}`;
    // One a day, also if another recipient is added later.
    if (low.length === 0 || (await hasMail(tx, dedupeKey))) return 0;
    const data: LowStockMailData = {
      shopName: settings.APP_NAME,
      look: printedLook(settings, services.env.publicUrl),
      items: await namedItems(tx, low.slice(0, MOST_LISTED), moneyFormat(settings).locale),
      more: Math.max(0, low.length - MOST_LISTED),
      url: `${services.env.publicUrl}/admin/product?state=low`,
    };
    const written = await enqueueMail(tx, services.jobs, {
      kind: LOW_STOCK_MAIL,
      orderId: null,
      recipient: settings.ORDER_EMAIL_RECIPIENT,
      dedupeKey,
      data,
    });
    if (written > 0) await noteLowStock(tx, low);
    return written;
  });
}

async function namedItems(tx: Db, low: readonly LowStock[], locale: string): Promise<LowStockMailData["items"]> {
  const products = low.flatMap(({ productId, variantId }) => (variantId === 0 ? [] : [productId]));
  const variants = await listNamedVariants(tx, [...new Set(products)]);
  const options = new Map([...variants.values()].flat().map(({ id, names }) => [id, names.join(", ")]));
  return low.map(({ name, variantId, stock, level, ...stored }) => {
    const option = options.get(variantId);
    const weight = soldByWeight(stored);
    const textOf = (steps: number) => stepsText({ weight }, steps, locale);
    return {
      name: option === undefined ? name : `${name}, ${option}`,
      stock,
      level,
      ...(weight === null ? {} : { weights: { stock: textOf(stock), level: textOf(level) } }),
    };
  });
}

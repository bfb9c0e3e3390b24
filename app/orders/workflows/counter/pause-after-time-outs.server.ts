import { listLastDecisions } from "#app/orders/data/orders-due.server.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES, TIME_OUTS_UNTIL_PAUSE } from "#app/values/limits.ts";
import { addDays, businessDay, instantOf, parseInstant } from "#app/values/time.ts";
import { enqueueNews } from "./order-news.server.ts";

/**
 * After orders in a row that nobody answered in time: ordering pauses until somebody takes orders again, for the rest of the day at most, and
 * staff are told by mail, on their devices and on every page. Answers whether it paused now.
 */
export async function pauseAfterTimeOuts(services: WorkflowServices & { readonly secrets: SecretBox }, order: OrderRow): Promise<boolean> {
  const now = services.now();
  return inTransaction(services.db, async (tx) => {
    const last = await listLastDecisions(tx, TIME_OUTS_UNTIL_PAUSE);
    if (last.length < TIME_OUTS_UNTIL_PAUSE || last.some((event) => event !== "time_out")) return false;
    const settings = await readSettings(tx);
    const pausedUntil = parseInstant(settings.ORDERING_PAUSED_UNTIL);
    if (pausedUntil !== null && pausedUntil > now) return false;
    const { STORE_TIMEZONE: zone } = settings;
    const until = instantOf(addDays(businessDay(now, zone), 1), BUSINESS_DAY_STARTS_AT_MINUTES, zone);
    await writeSettings(
      tx,
      services.secrets,
      { ORDERING_PAUSED_UNTIL: until.toISOString(), ORDERING_PAUSED_BECAUSE: "no_response", PAUSE_MESSAGE: null },
      { userId: null, userName: "Shop" },
    );
    await mailAboutOrder(tx, services, ["ordering_paused_staff"], "paused", {
      order,
      items: await listOrderItems(tx, order.id),
      settings,
      now,
    });
    await enqueueNews(tx, services.jobs, order.id, "paused");
    return true;
  });
}

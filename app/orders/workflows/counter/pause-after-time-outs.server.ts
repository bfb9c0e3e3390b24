import { listLastDecisions } from "#app/orders/data/orders-due.server.ts";
import { findOrder, listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { mailAboutOrder } from "#app/orders/workflows/mail/mail-about-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { readSettings, writeSettings } from "#app/store/data/site-settings.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES, TIME_OUTS_UNTIL_PAUSE } from "#app/values/limits.ts";
import { addDays, businessDay, instantOf, laterOf, parseInstant } from "#app/values/time.ts";
import { enqueueNotification } from "./order-notifications.server.ts";

/**
 * Pauses ordering after consecutive time-outs, at most for the rest of the day, with email, push and a banner. Rules: docs/rules/counter.md. Called
 * every minute. Returns the order that caused a new pause.
 */
export async function pauseAfterTimeOuts(services: WorkflowServices & { readonly secrets: SecretBox }): Promise<string | null> {
  const now = services.now();
  return inTransaction(services.db, async (tx) => {
    const last = await listLastDecisions(tx, TIME_OUTS_UNTIL_PAUSE);
    const settings = await readSettings(tx);
    const { STORE_TIMEZONE: zone } = settings;
    const pausedUntil = parseInstant(settings.ORDERING_PAUSED_UNTIL);
    if (pausedUntil !== null && pausedUntil > now) return null;
    const startOf = (days: number) => instantOf(addDays(businessDay(now, zone), days), BUSINESS_DAY_STARTS_AT_MINUTES, zone);
    // An expired pause resumed ordering at its end.
    const since = [parseInstant(settings.TIME_OUTS_COUNT_FROM), pausedUntil].reduce<Date>(
      (latest, each) => (each === null ? latest : laterOf(latest, each)),
      startOf(0),
    );
    if (last.length < TIME_OUTS_UNTIL_PAUSE || last.some(({ event, at }) => event !== "time_out" || at < since)) return null;
    const order = await findOrder(tx, last[0]?.orderId ?? "");
    if (order === undefined) return null;
    await writeSettings(
      tx,
      services.secrets,
      {
        ORDERING_PAUSED_UNTIL: startOf(1).toISOString(),
        ORDERING_PAUSED_BECAUSE: "no_response",
        PAUSE_MESSAGE: null,
        TIME_OUTS_COUNT_FROM: now.toISOString(),
      },
      { userId: null, userName: "Shop" },
    );
    await mailAboutOrder(tx, services, ["ordering_paused_staff"], "paused", {
      order,
      items: await listOrderItems(tx, order.id),
      settings,
      now,
    });
    await enqueueNotification(tx, services.jobs, order.id, "paused");
    return order.id;
  });
}

import type { DemoTools } from "#app/checkout/workflows/remove-demo.server.ts";
import { hasOpenDemoDay } from "#app/orders/data/demo-day.server.ts";
import type { DemoDay } from "#app/orders/domain/demo-day.ts";
import type { PaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { findDemoFilling, findDemoRemoval, recordAudit } from "#app/staff/data/history.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import type { SettingsActor } from "#app/store/data/site-settings.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

export interface BusyDayDeps {
  readonly db: Db;
  readonly payments: PaymentsSource;
  readonly demoTools: Pick<DemoTools, "addBusyDay">;
  readonly now: () => Date;
}

/** Why the demo's orders of a day cannot be added now; null = they can. */
export async function refuseBusyDay({ db, payments }: Pick<BusyDayDeps, "db" | "payments">): Promise<string | null> {
  const isDemo = (await findDemoFilling(db)) !== null && (await findDemoRemoval(db)) === null;
  if (!isDemo) return "This shop has no demo content, or it was removed already.";
  if ((await payments.current()).kind !== "simulator") return "Example orders need simulated payments, and this shop has Stripe keys.";
  if (await hasOpenDemoDay(db)) return "Example orders are already open. Accept, reject or finish them first.";
  return null;
}

/**
 * Adds the orders of a busy day up to now to a shop with the demo: finished ones, some in progress, two waiting. They are removed with the
 * demo, even while open. On failure it returns a sentence and changes nothing.
 */
export async function addBusyDay(deps: BusyDayDeps, actor: SettingsActor): Promise<Result<DemoDay, string>> {
  return inTransaction(deps.db, async (tx) => {
    // The removal of the demo takes this lock too.
    await lockSettings(tx);
    const refusal = await refuseBusyDay({ ...deps, db: tx });
    if (refusal !== null) return fail(refusal);
    const day = await deps.demoTools.addBusyDay(tx, deps.now());
    if (day.orders === 0) return fail("There are no products that could be ordered.");
    await recordAudit(tx, { ...actor, action: "add-example-orders", subject: "demo content", after: { orders: day.orders } });
    return ok(day);
  });
}

import { clearCarts } from "#app/cart/data/clear-carts.server.ts";
import { clearCatalogue } from "#app/catalogue/data/clear-catalogue.server.ts";
import { lockContent, readDemoFacts } from "#app/checkout/data/demo-facts.server.ts";
import { refuseDemoRemoval, type ContentCounts } from "#app/checkout/domain/demo-removal.ts";
import { clearContent } from "#app/content/data/clear-content.server.ts";
import { clearOrders } from "#app/orders/data/clear-orders.server.ts";
import type { DemoDay } from "#app/orders/domain/demo-day.ts";
import { clearSimulatedIntents } from "#app/payments/data/payment-intents.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { clearPromotions } from "#app/promotions/data/clear-promotions.server.ts";
import { DEMO_REMOVED, findDemoFilling, recordAudit } from "#app/staff/data/history.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import {
  listSettingsWritten,
  readSettings,
  storeSettings,
  writeSettings,
  type SettingsActor,
} from "#app/store/data/site-settings.server.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";
import { withStep } from "#app/store/domain/setup-steps.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Settings that no setup step includes: otherwise the demo's values would show at the checkout. */
const UNASKED_SETTINGS = [
  "DELIVERY_DESCRIPTION",
  "DELIVERY_CITY_PREFILL",
  "DELIVERY_PROVINCE_PREFILL",
  "DELIVERY_COUNTRY_PREFILL",
] as const satisfies readonly SettingKey[];

/** Functions that the surrounding program provides. */
export interface DemoTools {
  /** Creates and verifies a backup that no schedule removes; returns its file. */
  readonly backUp: () => Promise<string>;
  /** Deletes the payments of the built-in simulator. */
  readonly clearSimulator: (tx: Db) => Promise<void>;
  /** Adds the demo's orders of a day up to `now`. */
  readonly addBusyDay: (tx: Db, now: Date) => Promise<DemoDay>;
}

export interface RemoveDemoDeps {
  readonly db: Db;
  readonly log: { readonly error: (facts: { readonly err: unknown }, message: string) => void };
  readonly secrets: SecretBox;
  readonly demoTools: DemoTools;
}

export interface RemovedDemo {
  readonly content: ContentCounts;
  /** The backup file to restore. */
  readonly backup: string;
}

/**
 * Creates a backup, then removes all content in one transaction: the shop is like one started with `SEED=none`, with its settings, staff and look.
 * Checks before the backup and again under locks. `seal`: of the confirmed counts. On failure it returns a sentence and changes nothing.
 */
export async function removeDemo(deps: RemoveDemoDeps, actor: SettingsActor, seal: string): Promise<Result<RemovedDemo, string>> {
  const { db, log, demoTools } = deps;
  const refusal = refuseDemoRemoval(await readDemoFacts(db), seal);
  if (refusal !== null) return fail(refusal);
  let backup: string;
  try {
    backup = await demoTools.backUp();
  } catch (error) {
    log.error({ err: error }, "the backup before the removal of the demo failed");
    return fail("The backup could not be made, so nothing was removed. Check whether the disk has room, and see the log of the shop.");
  }
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    await lockContent(tx);
    const facts = await readDemoFacts(tx);
    const changed = refuseDemoRemoval(facts, seal);
    if (changed !== null) return fail(changed);
    await clearOrders(tx);
    await clearSimulatedIntents(tx);
    await demoTools.clearSimulator(tx);
    await clearCarts(tx);
    await clearPromotions(tx);
    await clearCatalogue(tx);
    await clearContent(tx);
    await resetSettings(deps, tx, actor);
    await recordAudit(tx, { ...actor, action: DEMO_REMOVED, subject: "demo content", before: facts.content, after: { backup } });
    return ok({ content: facts.content, backup });
  });
}

/** The setup needs a menu again. The demo's delivery texts are removed unless staff changed them. */
async function resetSettings({ secrets }: RemoveDemoDeps, tx: Db, actor: SettingsActor): Promise<void> {
  const { SETUP_DONE, SETUP_SKIPPED } = await readSettings(tx);
  await storeSettings(tx, secrets, {
    SETUP_DONE: withStep(SETUP_DONE, "menu", false),
    SETUP_SKIPPED: withStep(SETUP_SKIPPED, "menu", false),
  });
  const written = await listSettingsWritten(tx, await findDemoFilling(tx));
  const unchanged = UNASKED_SETTINGS.filter((key) => !written.includes(key));
  if (unchanged.length > 0) await writeSettings(tx, secrets, Object.fromEntries(unchanged.map((key) => [key, null])), actor);
}

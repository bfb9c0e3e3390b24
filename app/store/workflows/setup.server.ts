import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings, storeSettings, writeSettings, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { withStep, type SetupStepId } from "#app/store/domain/setup-steps.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";

export interface SetupDeps {
  readonly db: Db;
  readonly secrets: SecretBox;
}

/** Records that a step was done or skipped. It does not change the shop, so it writes no history. */
export async function noteStep({ db, secrets }: SetupDeps, step: SetupStepId, how: "done" | "skipped"): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const { SETUP_DONE, SETUP_SKIPPED } = await readSettings(tx);
    const changes = {
      SETUP_DONE: withStep(SETUP_DONE, step, how === "done"),
      SETUP_SKIPPED: withStep(SETUP_SKIPPED, step, how === "skipped"),
    };
    await storeSettings(tx, secrets, changes);
  });
}

/** Hides the shop from visitors, or opens it. True = something changed. */
export function setOpeningSoon({ db, secrets }: SetupDeps, isSoon: boolean, actor: SettingsActor): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    return (await writeSettings(tx, secrets, { OPENING_SOON: isSoon }, actor)).length > 0;
  });
}

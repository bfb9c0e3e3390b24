import { errorCode } from "#app/values/narrow.ts";
import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { resealPushKeys } from "#app/orders/workflows/counter/push-keys.server.ts";
import { resealWebhooks } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { resealTotp } from "#app/staff/workflows/two-factor.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { findSecret, resealSecrets } from "#app/store/data/site-settings.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { CommandFailure, findOption, hasFlag, UsageProblem, type CommandInput } from "#server/cli/command.ts";
import { OPERATOR, openShop, type OpenShop } from "#server/cli/open-shop.ts";
import { printJson, printResult } from "#server/cli/print.ts";
import { readTyped } from "#server/cli/typed-text.ts";
import { type SecretSettingKey } from "#app/store/domain/settings.ts";

const MIN_LENGTH = 32;

/** Encrypts all stored secrets again: settings, one-time codes, webhooks, the push key. A generated secret is replaced in its file; APP_SECRET is changed by the operator. */
export async function rotateSecret(input: CommandInput): Promise<void> {
  const typed = findOption(input, "to");
  const newSecret = typed === undefined ? null : (await readTyped(typed)).trim();
  if (newSecret !== null && newSecret.length < MIN_LENGTH)
    throw new UsageProblem(`The new secret must be at least ${MIN_LENGTH} characters of random text.`);
  const shop = await openShop();
  const isOwn = shop.env.appSecret === null;
  if (!isOwn && newSecret === null)
    throw new UsageProblem("--to is missing: where APP_SECRET is set, its new value is given here and set there.");
  await refuseRunningShop(shop);

  const from = findOption(input, "from") ?? shop.appSecret;
  const file = path.join(shop.env.dataDir, "app-secret");
  if (from === newSecret) throw new UsageProblem("The old and the new secret are the same.");
  const staged = isOwn ? await stage(`${file}.new`, newSecret) : null;
  let resealed: readonly string[];
  try {
    resealed = await reseal(shop.db, from, staged?.secret ?? newSecret ?? "");
  } catch (error) {
    if (error instanceof CommandFailure && staged?.isNew === true) await rm(`${file}.new`, { force: true });
    throw error;
  }
  if (isOwn) await rename(`${file}.new`, file);

  if (hasFlag(input, "json")) return printJson({ resealed });
  printResult(`${resealed.length === 0 ? "No secret setting was stored" : `Sealed again: ${resealed.join(", ")}`}.`);
  printResult(
    isOwn
      ? `The new secret is in ${file}; keep a copy of it apart from the backups.`
      : "Set APP_SECRET to the new value before the shop starts again.",
  );
}

/** A running shop would keep the old secret. */
async function refuseRunningShop({ db, isOfRunningShop }: OpenShop): Promise<void> {
  const { rows } = await db.$client.query(
    "select 1 from pg_stat_activity where datname = current_database() and application_name = 'shopbell-jobs' limit 1",
  );
  if (isOfRunningShop || rows.length > 0)
    throw new CommandFailure("A shop is running on this database. Stop it, rotate the secret, and start it with the new one.");
}

interface StagedSecret {
  readonly secret: string;
  /** False: left by an interrupted rotation; rows may use it. */
  readonly isNew: boolean;
}

/** Stores the new secret before rows depend on it, or continues an interrupted rotation. */
async function stage(file: string, given: string | null): Promise<StagedSecret> {
  const left = await readLeft(file);
  if (left !== null) {
    if (given === null || given === left) return { secret: left, isNew: false };
    throw new CommandFailure(
      `A rotation was interrupted and left its secret in ${file}. Run secret rotate without --to to finish it first.`,
    );
  }
  const secret = given ?? randomBytes(32).toString("hex");
  const handle = await open(file, "w", 0o600);
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { secret, isNew: true };
}

/** An incomplete one encrypted nothing. */
async function readLeft(file: string): Promise<string | null> {
  try {
    const left = (await readFile(file, "utf8")).trim();
    return left.length >= MIN_LENGTH ? left : null;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** All or none: stops at a value that cannot be decrypted. */
function reseal(db: Db, from: string, to: string): Promise<readonly string[]> {
  const newBox = createSecretBox(to);
  return inTransaction(db, async (tx) => {
    const { resealed, unreadable } = await resealSecrets(tx, createSecretBox(from), newBox);
    for (const key of unreadable) {
      if ((await findSecret(tx, newBox, key as SecretSettingKey)).state === "set") continue;
      throw new CommandFailure(
        `${key} cannot be opened with the old secret; nothing was changed. Check --from, or forget the value with: settings set ${key} ""`,
      );
    }
    const [lost] = await resealTotp(tx, createSecretBox(from), newBox);
    if (lost !== undefined)
      throw new CommandFailure(
        `The one-time codes of ${lost} cannot be opened with the old secret; nothing was changed. Check --from, or turn the codes off in the staff area.`,
      );
    const [unread] = await resealWebhooks(tx, createSecretBox(from), newBox);
    if (unread !== undefined)
      throw new CommandFailure(
        `The secret of the webhook to ${unread} cannot be opened with the old secret; nothing was changed. Check --from, or delete the webhook in the staff area.`,
      );
    await resealPushKeys(tx, createSecretBox(from), newBox);
    if (resealed.length > 0)
      await recordAudit(tx, {
        ...OPERATOR,
        action: "rotate-secret",
        subject: "settings",
        after: Object.fromEntries(resealed.map((key) => [key, "sealed again"])),
      });
    return resealed;
  });
}

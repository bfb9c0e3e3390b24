import { eq, gt, inArray, sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import {
  DEFAULT_SETTINGS,
  isSecretKey,
  isSettingKey,
  SECRET_SETTING_KEYS,
  SETTING_KEYS,
  type SecretSettingKey,
  type SettingKey,
  type Settings,
} from "#app/store/domain/settings.ts";
import { decidesMoney, isStoredSetting } from "#app/store/domain/stored-setting.schema.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { settings } from "./tables.ts";
import { textOf } from "#app/values/narrow.ts";

/** The part of the secret box (workflows/secret-box.server.ts) that this module needs and may not import. */
interface Sealer {
  seal(name: string, plain: string): string;
  open(name: string, sealed: string): string | undefined;
}

/** "unreadable": stored, but sealed with another APP_SECRET or damaged; it must be entered again. */
export type StoredSecret =
  | { readonly state: "unset" }
  | { readonly state: "set"; readonly value: string }
  | { readonly state: "unreadable" };

/**
 * New values by key. `null` resets a setting to its default and clears a secret; an empty secret keeps the stored one, because the form
 * never shows it. Values have been validated by settings.schema.ts.
 */
export type SettingChanges = { readonly [Key in SettingKey]?: Settings[Key] | null };

export interface SettingsActor {
  /** null = not a signed-in person (the operator's CLI, the seed). */
  readonly userId: number | null;
  readonly userName: string;
}

export interface ConfirmedActor extends SettingsActor {
  /** Signed in or entered the password recently, or is the operator. */
  readonly isConfirmed: boolean;
}

/** All site settings with decrypted secrets. */
export interface OpenedSettings {
  readonly settings: Settings;
  /** Stored secrets that cannot be decrypted; `settings` contains "" for them. Not the same as an unset secret. */
  readonly unreadable: ReadonlySet<SecretSettingKey>;
}

/**
 * All site settings with defaults, in one query. Secrets are "" unless `secrets` is given; then they are decrypted, and an unreadable one
 * is "" (`openSettings` reports them).
 */
export async function readSettings(db: Db, secrets?: Sealer): Promise<Settings> {
  return (await openSettings(db, secrets)).settings;
}

export async function openSettings(db: Db, secrets?: Sealer): Promise<OpenedSettings> {
  const rows = await cached(db, "settings", () => readRows(db));
  const values: Record<SettingKey, unknown> = { ...DEFAULT_SETTINGS };
  const unreadable = new Set<SecretSettingKey>();
  for (const row of rows) {
    // A default tax rate or fee could charge a wrong amount: calculations with the broken value fail instead.
    if (row.isBroken && !decidesMoney(row.key)) continue;
    if (!isSecretKey(row.key)) values[row.key] = row.value;
    else if (secrets !== undefined) {
      const opened = openSecret(secrets, row.key, row.value);
      values[row.key] = opened ?? "";
      if (opened === undefined) unreadable.add(row.key);
    }
  }
  return { settings: values as Settings, unreadable };
}

/** The given settings that were stored after `since`; null = at any time. */
export async function listSettingsWritten(db: Db, since: Date | null): Promise<readonly string[]> {
  const rows = await db
    .select({ key: settings.key })
    .from(settings)
    .where(since === null ? undefined : gt(settings.updatedAt, since));
  return rows.map(({ key }) => key);
}

/** The settings with a malformed stored value. Those that do not affect money are read as their defaults. */
export async function listBrokenSettings(db: Db): Promise<readonly SettingKey[]> {
  const rows = await cached(db, "settings", () => readRows(db));
  return rows.filter((row) => row.isBroken).map((row) => row.key);
}

interface SettingRow {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly isBroken: boolean;
}

async function readRows(db: Db): Promise<readonly SettingRow[]> {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings);
  return rows.flatMap(({ key, value }) => (isSettingKey(key) ? [{ key, value, isBroken: !isStoredSetting(key, value) }] : []));
}

export async function findSecret(db: Db, secrets: Sealer, key: SecretSettingKey): Promise<StoredSecret> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key));
  if (row === undefined) return { state: "unset" };
  const value = openSecret(secrets, key, row.value);
  return value === undefined ? { state: "unreadable" } : { state: "set", value };
}

/** The actual changes, for the history; secrets appear as "set", "changed" or "cleared". */
export interface StoredChange {
  readonly changed: readonly SettingKey[];
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Stores changes and one audit entry. Returns the changed keys. Must run in a transaction. */
export async function writeSettings(
  tx: Db,
  secrets: Sealer,
  changes: SettingChanges,
  actor: SettingsActor,
): Promise<readonly SettingKey[]> {
  const { changed, before, after } = await storeSettings(tx, secrets, changes);
  if (changed.length > 0) await recordAudit(tx, { ...actor, action: "change-settings", subject: "settings", before, after });
  return changed;
}

/** Stores changes; the caller writes the history. Must run in a transaction. */
export async function storeSettings(tx: Db, secrets: Sealer, changes: SettingChanges): Promise<StoredChange> {
  const keys = SETTING_KEYS.filter((key) => changes[key] !== undefined && !(isSecretKey(key) && changes[key] === ""));
  if (keys.length === 0) return { changed: [], before: {}, after: {} };
  const stored = await tx
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, keys))
    .for("update");
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const key of keys) {
    const row = stored.find((each) => each.key === key);
    const change = changes[key];
    const current = row === undefined ? DEFAULT_SETTINGS[key] : storedValue(secrets, key, row.value);
    const wanted = change ?? DEFAULT_SETTINGS[key];
    if (isDeepStrictEqual(current, wanted)) continue;
    before[key] = isSecretKey(key) ? secretWord(row !== undefined) : current;
    after[key] = isSecretKey(key) ? secretChange(change === null, row !== undefined) : wanted;
    if (isDeepStrictEqual(wanted, DEFAULT_SETTINGS[key])) {
      await tx.delete(settings).where(eq(settings.key, key));
    } else {
      const value = isSecretKey(key) && typeof wanted === "string" ? { sealed: secrets.seal(key, wanted) } : wanted;
      await tx
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
    }
  }
  return { changed: keys.filter((key) => key in after), before, after };
}

/** Re-encrypts every stored secret for a changed APP_SECRET. Returns the keys that the old one could not decrypt, which stay unchanged. */
export async function resealSecrets(
  tx: Db,
  oldSecrets: Sealer,
  newSecrets: Sealer,
): Promise<{ readonly resealed: readonly string[]; readonly unreadable: readonly string[] }> {
  const rows = await tx
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, [...SECRET_SETTING_KEYS]))
    .for("update");
  const resealed: string[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const plain = openSecret(oldSecrets, row.key, row.value);
    if (plain === undefined) {
      unreadable.push(row.key);
      continue;
    }
    await tx
      .update(settings)
      .set({ value: { sealed: newSecrets.seal(row.key, plain) }, updatedAt: sql`now()` })
      .where(eq(settings.key, row.key));
    resealed.push(row.key);
  }
  return { resealed, unreadable };
}

function openSecret(secrets: Sealer, key: string, value: unknown): string | undefined {
  const sealed = textOf(value, "sealed");
  return sealed === undefined ? undefined : secrets.open(key, sealed);
}

function storedValue(secrets: Sealer, key: SettingKey, value: unknown): unknown {
  return isSecretKey(key) ? openSecret(secrets, key, value) : value;
}

/** The history lists secrets without their values. */
function secretWord(isSet: boolean): string {
  return isSet ? "set" : "unset";
}

function secretChange(isCleared: boolean, wasSet: boolean): string {
  if (isCleared) return "cleared";
  return wasSet ? "changed" : "set";
}

import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { listSettingsChanges, lockSettings } from "#app/store/data/settings-history.server.ts";
import { readSettings, writeSettings, type SecretSettingKey, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { checkSettingsTogether, parseSetting, type SettingProblem } from "#app/store/domain/settings.schema.ts";
import {
  SECRET_SETTING_KEYS,
  SETTING_KEYS,
  SETTINGS,
  settingText,
  type SettingKey,
  type Settings,
  type SettingValue,
} from "#app/store/domain/settings.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";

/** The settings of the form; pause and busy belong to the order screens. */
export const FORM_SETTING_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");

export interface SettingsSubmission {
  /** What the controls hold, by key; a key that is absent is left alone, an empty secret too. */
  readonly values: Readonly<Partial<Record<SettingKey, string>>>;
  /** `settingSeal` of what the form showed when it was opened, by key. */
  readonly seen: Readonly<Partial<Record<SettingKey, string>>>;
  /** Secrets to forget. */
  readonly clear: readonly SecretSettingKey[];
}

export type SaveSettingsAnswer =
  | { readonly kind: "saved"; readonly changed: readonly SettingKey[]; readonly warnings: readonly SettingProblem[] }
  | { readonly kind: "invalid"; readonly problems: readonly SettingProblem[] }
  /** Somebody else changed the very settings this form changes; nothing was saved. */
  | { readonly kind: "conflict"; readonly keys: readonly SettingKey[]; readonly by: string; readonly at: Date | null };

/** Stands for a shown value in the form, so that a save can tell what was changed here from what was changed elsewhere. */
export function settingSeal(key: SettingKey, value: SettingValue): string {
  return stableHash(plainText(settingText(key, value)));
}

/**
 * Saves what somebody really changed. Two people may change different settings at the same time; when both changed the same one, the second
 * hears of it instead of overwriting it unseen.
 */
export async function saveSettings(
  deps: { readonly db: Db; readonly secrets: SecretBox },
  submission: SettingsSubmission,
  actor: SettingsActor,
): Promise<SaveSettingsAnswer> {
  const { values, problems } = parseChanges(submission);
  if (problems.length > 0) return { kind: "invalid", problems };
  return inTransaction(deps.db, async (tx): Promise<SaveSettingsAnswer> => {
    await lockSettings(tx);
    const current = await readSettings(tx, deps.secrets);
    const keys = Object.keys(values) as SettingKey[];
    const overtaken = keys.filter(
      (key) =>
        !isSecretKey(key) &&
        settingSeal(key, current[key]) !== submission.seen[key] &&
        settingText(key, current[key]) !== settingText(key, values[key] ?? ""),
    );
    if (overtaken.length > 0) {
      const last = (await listSettingsChanges(tx, 50)).find((change) => overtaken.some((key) => key in change.after));
      return { kind: "conflict", keys: overtaken, by: last?.userName ?? "Somebody", at: last?.at ?? null };
    }
    const changes: Record<string, SettingValue | null> = { ...values };
    for (const key of submission.clear) changes[key] = null;
    const next = { ...current, ...values, ...Object.fromEntries(submission.clear.map((key) => [key, ""])) } as Settings;
    const together = checkSettingsTogether(next);
    const blocking = together.filter((problem) => problem.blocks);
    if (blocking.length > 0) return { kind: "invalid", problems: blocking };
    const changed = await writeSettings(tx, deps.secrets, changes, actor);
    return { kind: "saved", changed, warnings: together };
  });
}

/** The texts that differ from what the form showed; a secret counts once something is typed. */
export function changedTexts({ values, seen }: Pick<SettingsSubmission, "values" | "seen">): Readonly<Partial<Record<SettingKey, string>>> {
  const changed: Partial<Record<SettingKey, string>> = {};
  for (const key of FORM_SETTING_KEYS) {
    const raw = values[key];
    if (raw === undefined) continue;
    const text = plainText(raw);
    if (isSecretKey(key) ? text.trim() !== "" : stableHash(text) !== seen[key]) changed[key] = text;
  }
  return changed;
}

function parseChanges(submission: SettingsSubmission): {
  readonly values: Partial<Record<SettingKey, SettingValue>>;
  readonly problems: readonly SettingProblem[];
} {
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  const problems: SettingProblem[] = [];
  const texts = changedTexts(submission);
  for (const key of FORM_SETTING_KEYS) {
    const text = texts[key];
    if (text === undefined) continue;
    const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? sanitizeHtml(text) : text);
    if (parsed.ok) values[key] = parsed.value;
    else problems.push({ key, message: parsed.error, blocks: true });
  }
  return { values, problems };
}

/** A form sends line ends as CR LF. */
function plainText(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function isSecretKey(key: SettingKey): key is SecretSettingKey {
  return (SECRET_SETTING_KEYS as readonly string[]).includes(key);
}

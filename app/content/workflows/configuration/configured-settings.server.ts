import { taxClassUses } from "#app/catalogue/data/tax-class-uses.server.ts";
import { configuredSettings } from "#app/content/domain/configuration/configuration.schema.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings, storeSettings } from "#app/store/data/site-settings.server.ts";
import { checkChange, parseSetting } from "#app/store/domain/settings.schema.ts";
import {
  isSettingKey,
  protectedSettings,
  SETTING_KEYS,
  SETTINGS,
  settingText,
  type SettingKey,
  type Settings,
  type SettingValue,
  withChanges,
} from "#app/store/domain/settings.ts";
import { goneRateSentence } from "#app/store/domain/rate-changes.ts";
import { currencyRefusal, isErasingSooner, listUsedRates } from "#app/store/workflows/save-settings.server.ts";
import { amountText } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import { problemsOf } from "./compare-entries.ts";
import type { ConfigurationPart, Reading } from "./configuration-change.ts";

/** Secrets never leave the shop; pause and busy are temporary states, not configuration. Email texts have their own page. */
const FILE_KEYS: readonly SettingKey[] = SETTING_KEYS.filter(
  (key) => (SETTINGS[key].place === "form" || key === "MAIL_WORDS") && SETTINGS[key].visibility !== "secret",
).toSorted();

/** All settings are one record. */
const SETTINGS_ID = 1;

type SettingsRecord = Partial<Pick<Settings, SettingKey>>;

/** Secrets are not imported or exported. */
const NO_SECRETS = {
  seal: () => {
    throw new Error("a file holds no secret");
  },
  open: () => undefined,
};

/** The settings of a configuration file as one record. Products follow a renamed reduced tax rate. */
const settingsRecords: RecordStore<SettingsRecord> = {
  kind: "settings",
  nameOf: () => "settings",
  needsConfirmation: (_id, changed) => protectedSettings(changed).length > 0,

  async find(db, ids, lock) {
    if (!ids.includes(SETTINGS_ID)) return new Map();
    if (lock !== undefined) await lockSettings(db);
    const settings = await readSettings(db);
    return new Map([[SETTINGS_ID, { version: 0, value: Object.fromEntries(FILE_KEYS.map((key) => [key, settings[key]])) }]]);
  },

  /** Of an Undo: a file is checked when it is read. */
  async check(tx, _id, value): Promise<FieldProblems | undefined> {
    const current = await readSettings(tx);
    const next = withChanges(current, value);
    const problems = { ...(await problemsOfChange(tx, current, next)), ...(isErasingSooner(current, next) ? NO_ERASING : {}) };
    return Object.keys(problems).length === 0 ? undefined : problems;
  },

  async update(tx, _id, value) {
    const current = await readSettings(tx);
    const next = withChanges(current, value);
    for (const { rate, heir } of await listUsedRates(tx, taxClassUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES))
      if (heir !== null) await taxClassUses.move(tx, rate.key, heir.key);
    const changes = Object.fromEntries(FILE_KEYS.filter((key) => !isSame(current[key], next[key])).map((key) => [key, next[key]]));
    await storeSettings(tx, NO_SECRETS, changes);
  },

  insert: () => Promise.reject(new Error("there is one record of settings")),
  remove: () => Promise.reject(new Error("settings are never removed")),
};

/** Neither a file nor an Undo asks for the confirmation that this setting needs. */
const NO_ERASING = { ERASE_CUSTOMERS_MONTHS: "Erasing customers cannot be undone. Set it in the site settings, which ask first." } as const;

async function problemsOfChange(tx: Db, current: Settings, next: Settings): Promise<Readonly<Record<string, string>>> {
  const problems: Record<string, string> = {};
  for (const { key, message, blocks } of checkChange(current, next)) if (blocks) problems[key] = message;
  const currency = await currencyRefusal(tx, current, next);
  if (currency !== null) problems[currency.key] = currency.message;
  const used = await listUsedRates(tx, taxClassUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES);
  for (const each of used) if (each.heir === null) problems["REDUCED_TAX_RATES"] = goneRateSentence(each, each.products);
  return problems;
}

/** Files are machine-readable: plain amounts with a point. */
const FILE_LOCALE = "en-US";

function fileText(key: SettingKey, value: SettingValue, currency: string): string {
  return settingText(key, value, (amount) => amountText(amount, currency));
}

/** Settings by key, with the texts of their form. */
export const settingsPart: ConfigurationPart<Readonly<Record<string, string>>> = {
  section: "settings",
  schema: configuredSettings,
  stores: [settingsRecords],

  async exported(db) {
    const settings = await readSettings(db);
    return Object.fromEntries(FILE_KEYS.map((key) => [key, fileText(key, settings[key], settings.CURRENCY)]));
  },

  async planned(wanted, reading) {
    const { db, problems, isEmpty } = reading;
    const current = await readSettings(db);
    const values = valuesOf(wanted, current, reading);
    const next = withChanges(current, values);
    problems.push(...problemsOf("settings", await problemsOfChange(db, current, next)));
    if (!isEmpty && isErasingSooner(current, next)) problems.push(...problemsOf("settings", NO_ERASING));
    const text = (key: SettingKey, of: Settings) => fileText(key, of[key], reading.currency);
    const changed = FILE_KEYS.filter((key) => key in values);
    const moved = await listUsedRates(db, taxClassUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES);
    return {
      changes: [
        ...changed.map((key) => ({ section: "settings" as const, name: key, before: text(key, current), after: text(key, next) })),
        ...moved.map(({ rate, heir, products }) => ({
          section: "settings" as const,
          name: `Tax of ${counted(products, "product", "products")}`,
          before: rate.label,
          after: heir?.label ?? "",
        })),
      ],
      async apply(recorder) {
        if (changed.length > 0) await recorder.put(settingsRecords, SETTINGS_ID, values);
      },
    };
  },
};

/** The settings that a file changes. */
function valuesOf(wanted: Readonly<Record<string, string>>, current: Settings, { currency, problems }: Reading): SettingsRecord {
  const values: Partial<Record<SettingKey, SettingValue>> = {};
  for (const [key, text] of Object.entries(wanted)) {
    const path = `settings.${key}`;
    if (!isSettingKey(key)) problems.push({ path, message: "There is no such setting." });
    else if (!FILE_KEYS.includes(key)) problems.push({ path, message: "This setting is not part of a file." });
    else if (text !== fileText(key, current[key], currency)) {
      const parsed = parseSetting(key, SETTINGS[key].kind === "html" ? sanitizeHtml(text) : text, { currency, locale: FILE_LOCALE });
      if (!parsed.ok) problems.push({ path, message: parsed.error });
      else if (!isSame(parsed.value, current[key])) values[key] = parsed.value;
    }
  }
  return values as SettingsRecord;
}

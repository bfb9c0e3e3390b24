import { taxClassUses } from "#app/catalogue/data/tax-class-uses.server.ts";
import { menuRecords, removeMenu, saveMenu, type MenuRecord } from "#app/content/data/menus.server.ts";
import { MENU_NAMES } from "#app/content/domain/menu.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings, storeSettings } from "#app/store/data/site-settings.server.ts";
import { checkChange } from "#app/store/domain/settings.schema.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey, type Settings, withChanges } from "#app/store/domain/settings.ts";
import { goneRateSentence } from "#app/store/domain/rate-changes.ts";
import { listUsedRates, currencyRefusal } from "#app/store/workflows/save-settings.server.ts";

/** Secrets never leave the shop; pause and busy belong to the moment, not to the configuration. The words of emails have a page of their own. */
export const FILE_KEYS: readonly SettingKey[] = SETTING_KEYS.filter(
  (key) => (SETTINGS[key].place === "form" || key === "MAIL_WORDS") && SETTINGS[key].visibility !== "secret",
);

/** Settings have one record. */
export const SETTINGS_ID = 1;

export type SettingsRecord = Partial<Pick<Settings, SettingKey>>;

/** No secret passes here. */
const NO_SECRETS = {
  seal: () => {
    throw new Error("a file holds no secret");
  },
  open: () => undefined,
};

/** The settings of a configuration file as one record; what a reduced tax rate is renamed to, its products follow. */
export const settingsRecords: RecordStore<SettingsRecord> = {
  kind: "settings",
  nameOf: () => "settings",

  async find(db, ids, lock) {
    if (!ids.includes(SETTINGS_ID)) return new Map();
    if (lock !== undefined) await lockSettings(db);
    const settings = await readSettings(db);
    return new Map([[SETTINGS_ID, { version: 0, value: Object.fromEntries(FILE_KEYS.map((key) => [key, settings[key]])) }]]);
  },

  async check(tx, _id, value): Promise<FieldProblems | undefined> {
    const current = await readSettings(tx);
    const next = withChanges(current, value);
    const problems: Record<string, string> = {};
    for (const { key, message, blocks } of checkChange(current, next)) if (blocks) problems[key] = message;
    const currency = await currencyRefusal(tx, current, next);
    if (currency !== null) problems[currency.key] = currency.message;
    const used = await listUsedRates(tx, taxClassUses, current.REDUCED_TAX_RATES, next.REDUCED_TAX_RATES);
    for (const each of used) if (each.heir === null) problems["REDUCED_TAX_RATES"] = goneRateSentence(each, each.products);
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

/** The two menus; unlike in their forms, one that was never saved is not there, and can be taken away again. */
export function wholeMenuRecords(savedBy: string): RecordStore<MenuRecord> {
  const own = menuRecords(savedBy);
  return {
    ...own,
    async find(db, ids, lock) {
      const found = await own.find(db, ids, lock);
      return new Map([...found].filter(([, { version }]) => version > 0));
    },
    async insert(tx, { name, items }) {
      await saveMenu(tx, name, items, savedBy);
      return MENU_NAMES.indexOf(name) + 1;
    },
    async remove(tx, id) {
      const name = MENU_NAMES[id - 1];
      if (name !== undefined) await removeMenu(tx, name);
    },
  };
}

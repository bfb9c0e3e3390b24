import { SETTING_GROUPS, type SettingGroup } from "#app/store/domain/setting-definition.ts";
import { isSettingKey, SETTING_KEYS, SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";

/** The section of a fragment: "#hours", or a field in it, "#field-TAX_RATE"; null = none. */
export function sectionOfHash(hash: string): SettingGroup | null {
  const name = hash.slice(1);
  const key = name.replace(/^field-/, "");
  if (isSettingKey(key)) return SETTINGS[key].group;
  return SETTING_GROUPS.find(({ id }) => id === name)?.id ?? null;
}

/** The settings that contain every word: in name, hint, section, key, or value (never a secret's). null = no search. */
export function findSettings(query: string, texts: Readonly<Partial<Record<SettingKey, string>>>): readonly SettingKey[] | null {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  return SETTING_KEYS.filter((key) => {
    const { label, hint, group, kind, place } = SETTINGS[key];
    if (place !== "form") return false;
    const section = SETTING_GROUPS.find(({ id }) => id === group)?.label ?? "";
    const value = kind === "secret" ? "" : (texts[key] ?? "");
    const text = `${label} ${hint} ${section} ${key.replaceAll("_", " ")} ${key} ${value}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

import type { Cents } from "#app/values/money.ts";

export type SettingGroup =
  | "store"
  | "look"
  | "hours"
  | "delivery"
  | "ordering"
  | "tax-and-tip"
  | "mail"
  | "payment"
  | "bookkeeping"
  | "security";

/** The groups of the settings form, in order. */
export const SETTING_GROUPS: readonly { readonly id: SettingGroup; readonly label: string }[] = [
  { id: "store", label: "Store" },
  { id: "look", label: "Look" },
  { id: "hours", label: "Opening hours" },
  { id: "delivery", label: "Delivery" },
  { id: "ordering", label: "Ordering" },
  { id: "tax-and-tip", label: "Money and tax" },
  { id: "mail", label: "Email" },
  { id: "payment", label: "Payment" },
  { id: "bookkeeping", label: "Bookkeeping" },
  { id: "security", label: "Security and privacy" },
];

/**
 * The editor of a setting. `money` is in cents, the hours kinds are JSON, `instant` is an ISO 8601 time (live state only), `picture` is the
 * base of a picture (media/domain/picture.ts), `colour` is "#rrggbb".
 */
export type EditorKind =
  | "text"
  | "switch"
  | "time"
  | "html"
  | "tel"
  | "dropdown"
  | "number"
  | "secret"
  | "money"
  | "weekly-hours"
  | "special-hours"
  | "delivery-areas"
  | "instant"
  | "picture"
  | "colour";

/** `public`: anyone may read it. `staff`: only staff. `secret`: write-only. */
export type Visibility = "public" | "staff" | "secret";

export interface SettingDefinition<Value> {
  readonly kind: EditorKind;
  readonly group: SettingGroup;
  readonly label: string;
  /** One sentence below the control; empty = none. */
  readonly hint: string;
  /** The value if none is stored. */
  readonly default: Value;
  readonly visibility: Visibility;
  /** `form`: the site settings page. `live`: set from the order screens (pause, busy). */
  readonly place: "form" | "live";
  /** Kind `number`: inclusive bounds and decimals. */
  readonly range?: { readonly min: number; readonly max: number; readonly decimals: number };
  /** The options of kind `dropdown`. Long lists are left out: the server sends them with the form. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
}

type Extra = { readonly hint?: string; readonly place?: "form" | "live" };

function define<Value>(kind: EditorKind, group: SettingGroup, label: string, initial: Value, extra: Extra): SettingDefinition<Value> {
  return { kind, group, label, hint: "", default: initial, visibility: "staff", place: "form", ...extra };
}

/** Marks a setting as public; without it only staff may read it, so that none is public by accident. */
export function forAnyone<Value>(setting: SettingDefinition<Value>): SettingDefinition<Value> & { readonly visibility: "public" } {
  return { ...setting, visibility: "public" };
}

/** A string setting; "" = unset. */
export function textSetting(
  kind: "text" | "time" | "html" | "tel" | "instant" | "picture" | "colour",
  group: SettingGroup,
  label: string,
  extra: Extra & { readonly default?: string } = {},
): SettingDefinition<string> {
  const { default: initial = "", ...rest } = extra;
  return define(kind, group, label, initial, rest);
}

export function switchSetting(group: SettingGroup, label: string, initial: boolean, extra: Extra = {}): SettingDefinition<boolean> {
  return define("switch", group, label, initial, extra);
}

/** `range` is [smallest, largest, decimals]. */
export function numberSetting(
  group: SettingGroup,
  label: string,
  initial: number,
  range: readonly [number, number, number?],
  extra: Extra = {},
): SettingDefinition<number> {
  const [min, max, decimals = 0] = range;
  return { ...define("number", group, label, initial, extra), range: { min, max, decimals } };
}

/** In cents; empty = 0. */
export function moneySetting(group: SettingGroup, label: string, extra: Extra = {}): SettingDefinition<Cents> {
  return define("money", group, label, 0, extra);
}

/** In cents; null = no limit. */
export function optionalMoneySetting(group: SettingGroup, label: string, extra: Extra = {}): SettingDefinition<Cents | null> {
  return define<Cents | null>("money", group, label, null, extra);
}

export function dropdownSetting<Value extends string>(
  group: SettingGroup,
  label: string,
  initial: Value,
  options: readonly { readonly value: Value; readonly label: string }[] | undefined,
  extra: Extra = {},
): SettingDefinition<Value> {
  return { ...define<Value>("dropdown", group, label, initial, extra), options };
}

export function secretSetting(
  group: SettingGroup,
  label: string,
  extra: Extra = {},
): SettingDefinition<string> & { readonly visibility: "secret" } {
  return { ...define("secret", group, label, "", extra), visibility: "secret" };
}

/** A JSON setting with its own editor. */
export function jsonSetting<Value>(
  kind: "weekly-hours" | "special-hours" | "delivery-areas",
  group: SettingGroup,
  label: string,
  initial: Value,
  extra: Extra = {},
): SettingDefinition<Value> {
  return define(kind, group, label, initial, extra);
}

import { SETTINGS, type SettingKey } from "./settings.ts";
import { parseSetting } from "./settings.schema.ts";

/**
 * Whether a stored value has the shape that its readers need. Looser than `parseSetting`: text that an earlier version accepted stays
 * readable. Secrets are encrypted objects and not checked here.
 */
export function isStoredSetting(key: SettingKey, value: unknown): boolean {
  const {
    kind,
    options,
    default: initial,
  } = SETTINGS[key] as {
    readonly kind: string;
    readonly options?: readonly { readonly value: string }[];
    readonly default: unknown;
  };
  switch (kind) {
    case "secret":
      return true;
    case "switch":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number" && parseSetting(key, value).ok;
    case "money":
      return (value === null && initial === null) || (Number.isSafeInteger(value) && Number(value) >= 0);
    case "dropdown":
      return options === undefined ? isParsedText(key, value) : options.some((option) => option.value === value);
    case "time":
    case "instant":
    case "picture":
    case "colour":
      return isParsedText(key, value);
    case "text":
    case "tel":
    case "html":
      return typeof value === "string";
    default:
      return typeof value !== "string" && parseSetting(key, value).ok;
  }
}

/** True for a setting that prices and payments are computed from. */
export function decidesMoney(key: SettingKey): boolean {
  const { kind, group } = SETTINGS[key];
  return kind === "money" || kind === "delivery-areas" || group === "tax-and-tip" || group === "payment";
}

function isParsedText(key: SettingKey, value: unknown): boolean {
  return typeof value === "string" && parseSetting(key, value).ok;
}

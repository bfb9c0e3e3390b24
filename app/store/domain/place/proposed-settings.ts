import type { SettingKey } from "#app/store/domain/settings.ts";
import type { PlaceProposal } from "./place-facts.ts";

type Texts = Readonly<Partial<Record<SettingKey, string>>>;

/** The settings that depend on the country. */
export const PROPOSED_KEYS = [
  "STORE_TIMEZONE",
  "CURRENCY",
  "LOCALE",
  "TAX_LABEL",
  "TAX_RATE",
  "TAX_COMPONENTS",
  "REDUCED_TAX_RATES",
  "PRICES_INCLUDE_TAX",
] as const satisfies readonly SettingKey[];
export type ProposedKey = (typeof PROPOSED_KEYS)[number];

export interface FormState {
  /** The current texts of the form, and the initial ones. */
  readonly texts: Texts;
  readonly opened: Texts;
  /** Settings that staff have saved before. */
  readonly written: readonly string[];
  /** The values of an earlier proposal, which another proposal may replace. */
  readonly filled: Texts;
  /** Why the currency cannot change now; null = it can. */
  readonly currencyHeld: string | null;
}

export interface ProposedSetting {
  readonly key: ProposedKey;
  readonly text: string;
  /** `same`: already in the form. `open`: filled in with the others. `own`: the owner set another value. `held`: it cannot change now. */
  readonly state: "same" | "open" | "own" | "held";
}

/** The settings that a proposal would fill in. It replaces a value of the owner only if the owner chooses to. */
export function proposedSettings(proposal: PlaceProposal, form: FormState): readonly ProposedSetting[] {
  const [timeZone = ""] = proposal.timeZones;
  const proposed: Texts = {
    STORE_TIMEZONE: timeZone,
    CURRENCY: proposal.currency,
    LOCALE: proposal.locale,
    TAX_LABEL: proposal.taxLabel,
    ...(proposal.taxRate === null ? withoutFilled(form) : { TAX_RATE: String(proposal.taxRate), TAX_COMPONENTS: proposal.taxComponents }),
    REDUCED_TAX_RATES: proposal.otherTaxRates,
    PRICES_INCLUDE_TAX: proposal.pricesIncludeTax ? "on" : "",
  };
  return PROPOSED_KEYS.flatMap((key): ProposedSetting[] => {
    const text = proposed[key];
    if (text === undefined) return [];
    const state = stateOf(key, text, form);
    // No rates for food are proposed: existing ones stay.
    return key === "REDUCED_TAX_RATES" && text === "" && state === "own" ? [] : [{ key, text, state }];
  });
}

/** Without a proposed rate, that of an earlier proposal must not stay. */
function withoutFilled({ texts, filled }: FormState): Texts {
  const left = (["TAX_RATE", "TAX_COMPONENTS"] as const).filter((key) => (texts[key] ?? "") !== "" && texts[key] === filled[key]);
  return Object.fromEntries(left.map((key) => [key, ""]));
}

function stateOf(key: ProposedKey, text: string, form: FormState): ProposedSetting["state"] {
  if ((form.texts[key] ?? "") === text) return "same";
  if (key === "CURRENCY" && form.currencyHeld !== null) return "held";
  // The tax components belong to the tax rate.
  return isOwn(key, form) || (key === "TAX_COMPONENTS" && isOwn("TAX_RATE", form)) ? "own" : "open";
}

function isOwn(key: ProposedKey, { texts, opened, written, filled }: FormState): boolean {
  const text = texts[key] ?? "";
  if (text === "" && key !== "PRICES_INCLUDE_TAX") return false;
  if (text === filled[key]) return false;
  return text !== (opened[key] ?? "") || written.includes(key);
}

import type { Confirmation } from "#app/store/domain/confirmation.ts";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import { formatMoney } from "#app/values/money.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";

/** The form's texts by key ("" for secrets), and the state of the secrets. */
export interface SettingsView {
  readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
  /** Posted back as one field, to detect changes made elsewhere. */
  readonly seen: Readonly<Partial<Record<SettingKey, string>>>;
  readonly secrets: Readonly<Partial<Record<SettingKey, SecretView>>>;
  /** Problems with payment or email, shown above their section. */
  readonly alarms: Readonly<Partial<Record<SettingGroup, { readonly text: string; readonly isNotice: boolean }>>>;
  /** The URL for Stripe's events, and whether a real key is stored to create the webhook. */
  readonly webhook: { readonly url: string; readonly hasKey: boolean };
  readonly zones: readonly string[];
  /** Long option lists of drop-downs, and suggestions of text fields. */
  readonly choices: Readonly<Partial<Record<SettingKey, readonly SettingChoice[]>>>;
  /** Settings that staff have saved before. */
  readonly written: readonly string[];
  /** Why the currency cannot change now; null = it can. */
  readonly currencyHeld: string | null;
  readonly changes: readonly { readonly key: string; readonly at: Date; readonly who: string; readonly lines: readonly string[] }[];
}

export interface SettingChoice {
  readonly value: string;
  readonly label: string;
  /** An example of the option in use. */
  readonly example?: string;
  /** For a regional format: an amount as the server formats it, in the saved currency. */
  readonly amount?: string;
}

const EXAMPLE_CENTS = 123_450;

/** An example amount in the regional format. */
export function exampleAmount(currency: string, locale: string): string {
  return formatMoney(EXAMPLE_CENTS, { currency, locale });
}

/**
 * The options of a setting; those of the regional format show an amount in `currency`, the one in the form. In the saved currency that is
 * the server's text: browsers format some locales differently, and the first render must match the server's HTML.
 */
export function choicesOf({ choices, texts }: SettingsView, key: SettingKey, currency: string): readonly SettingChoice[] | undefined {
  if (key !== "LOCALE") return choices[key];
  const isKnown = choices.CURRENCY?.some(({ value }) => value === currency) === true;
  const shown = isKnown ? currency : (texts.CURRENCY ?? "");
  const amountOf = ({ value, amount }: SettingChoice) =>
    shown === texts.CURRENCY && amount !== undefined ? amount : exampleAmount(shown, value);
  return choices.LOCALE?.map((choice) => ({ ...choice, label: `${amountOf(choice)}, ${choice.label}` }));
}

export interface SecretView {
  readonly state: "unset" | "set" | "unreadable";
  /** The last four characters, to tell keys apart; "" if none is set or it is too short to reveal them. */
  readonly lastFour: string;
}

/** The result of a key check, as a sentence. */
export interface ConnectionTest {
  readonly isGood: boolean;
  readonly message: string;
}

export type SettingsAnswer =
  | { readonly kind: "saved"; readonly message: string; readonly notes: Readonly<Partial<Record<SettingKey, string>>> }
  | {
      /** "lost": the browser found no connection. */
      readonly kind: "invalid" | "conflict" | "lost" | "tested";
      readonly message: string;
      readonly errors: Readonly<Partial<Record<SettingKey, string>>>;
      /** Values that can be saved after a confirmation. */
      readonly confirms?: Readonly<Partial<Record<SettingKey, readonly Confirmation[]>>>;
      /** The result of "Test connection", for a form without scripts. */
      readonly tests?: Readonly<Partial<Record<SettingKey, ConnectionTest>>>;
      /** Secrets that the user wanted to remove. */
      readonly cleared?: readonly SettingKey[];
      /** The typed texts of changed fields, for a form without scripts. */
      readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
    };

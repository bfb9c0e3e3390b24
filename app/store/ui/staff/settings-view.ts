import type { Confirmation } from "#app/store/domain/confirmation.ts";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import { formatMoney } from "#app/values/money.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";

/** What the form shows: texts by key ("" for secrets), and what is known of the secrets. */
export interface SettingsView {
  readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
  /** Posted back as one field, to tell what was changed here from what was changed elsewhere. */
  readonly seen: Readonly<Partial<Record<SettingKey, string>>>;
  readonly secrets: Readonly<Partial<Record<SettingKey, SecretView>>>;
  /** What keeps payment or mail from working, above their section. */
  readonly alarms: Readonly<Partial<Record<SettingGroup, { readonly text: string; readonly isNotice: boolean }>>>;
  /** Where Stripe is to send events, and whether a real key is stored to set that up. */
  readonly webhook: { readonly url: string; readonly hasKey: boolean };
  readonly zones: readonly string[];
  /** Long lists of drop-down fields, and proposals of text fields. */
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
  /** What the choice looks like in use. */
  readonly example?: string;
  /** Of a regional format, as the server writes it in the saved currency. */
  readonly amount?: string;
}

const EXAMPLE_CENTS = 123_450;

/** An amount as the regional format writes it. */
export function exampleAmount(currency: string, locale: string): string {
  return formatMoney(EXAMPLE_CENTS, { currency, locale });
}

/**
 * The choices of a setting; those of the regional format with an amount in `currency`, the one that the form has now. In the saved currency it is the
 * server's text, because browsers write some formats otherwise, and the page must begin with the same text as the server's.
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
  /** The last four letters, to tell keys apart; "" unless one is set that is long enough to keep the rest a secret. */
  readonly lastFour: string;
}

/** What came of asking a service about a key, in a sentence. */
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
      /** What may be saved by saying so once more. */
      readonly confirms?: Readonly<Partial<Record<SettingKey, readonly Confirmation[]>>>;
      /** What came of "Test connection", for a form without scripts. */
      readonly tests?: Readonly<Partial<Record<SettingKey, ConnectionTest>>>;
      /** Secrets that were to be forgotten. */
      readonly cleared?: readonly SettingKey[];
      /** What was typed into the fields that were changed, for a form without scripts. */
      readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
    };

import type { Confirmation } from "#app/store/domain/confirmation.ts";
import type { SettingKey } from "#app/store/domain/settings.ts";

/** What the form shows: texts by key ("" for secrets), and what is known of the secrets. */
export interface SettingsView {
  readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
  /** Posted back as one field, to tell what was changed here from what was changed elsewhere. */
  readonly seen: Readonly<Partial<Record<SettingKey, string>>>;
  readonly secrets: Readonly<Partial<Record<SettingKey, "unset" | "set" | "unreadable">>>;
  /** Why customers cannot pay by card; null = they can. */
  readonly cardAlarm: string | null;
  readonly zones: readonly string[];
  /** The day in the shop, for new special hours. */
  readonly today: string;
  readonly changes: readonly { readonly key: string; readonly at: Date; readonly who: string; readonly lines: readonly string[] }[];
}

export type SettingsAnswer =
  | { readonly kind: "saved"; readonly at: number; readonly message: string; readonly notes: Readonly<Partial<Record<SettingKey, string>>> }
  | {
      /** "lost": the browser found no connection. */
      readonly kind: "invalid" | "conflict" | "lost";
      readonly message: string;
      readonly errors: Readonly<Partial<Record<SettingKey, string>>>;
      /** What may be saved by saying so once more. */
      readonly confirms?: Readonly<Partial<Record<SettingKey, readonly Confirmation[]>>>;
      /** Secrets that were to be forgotten. */
      readonly cleared?: readonly SettingKey[];
      /** What was typed into the fields that were changed, for a form without scripts. */
      readonly texts: Readonly<Partial<Record<SettingKey, string>>>;
    };

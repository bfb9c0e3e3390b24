import type { SettingsAnswer } from "#app/store/ui/staff/settings-view.ts";

/** The text to type before the demo is removed, so that no careless click removes a shop's content. */
export const DEMO_WORD = "REMOVE";

/** The response of a setup form, for its step. */
export type SetupAnswer =
  | { readonly kind: "settings"; readonly answer: SettingsAnswer }
  | {
      readonly kind: "refused";
      readonly message: string;
      readonly typed: Readonly<Record<string, string>>;
      /** The field that the message is about; null = none. */
      readonly field?: string | null;
    }
  | { readonly kind: "invited"; readonly name: string; /** Null: the invitation was emailed. */ readonly link: string | null };

/** The part about the open step; the connection test of a key is read by its own button. */
export function setupAnswer(answer: SetupAnswer | SettingsAnswer | undefined): SetupAnswer | undefined {
  return answer?.kind === "settings" || answer?.kind === "refused" || answer?.kind === "invited" ? answer : undefined;
}

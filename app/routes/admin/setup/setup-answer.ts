import type { SettingsAnswer } from "#app/store/ui/staff/settings-view.ts";

/** What has to be typed to remove the demo, so that no careless click removes a shop's content. */
export const DEMO_WORD = "REMOVE";

/** What a refused or answered form of the setup tells its step. */
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

/** What concerns the open step; the test of a key is read by its own button. */
export function setupAnswer(answer: SetupAnswer | SettingsAnswer | undefined): SetupAnswer | undefined {
  return answer?.kind === "settings" || answer?.kind === "refused" || answer?.kind === "invited" ? answer : undefined;
}

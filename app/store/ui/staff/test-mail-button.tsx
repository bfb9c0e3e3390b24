import { MailIcon } from "lucide-react";
import { SettingsActButton } from "./settings-act-button.tsx";
import type { ConnectionTest } from "./settings-view.ts";

/** Sends one email to the user with the saved settings, not the typed ones. `earlier`: the result of a form without scripts. */
export function TestMailButton({ earlier }: { readonly earlier: ConnectionTest | undefined }) {
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <SettingsActButton
        name="mail"
        value="test"
        setting="ORDER_EMAIL_SENDER"
        icon={MailIcon}
        label="Send me a test email"
        busyLabel="Sending…"
        hint="Uses the saved settings."
        earlier={earlier}
      />
    </div>
  );
}

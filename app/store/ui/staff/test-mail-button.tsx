import { MailIcon } from "lucide-react";
import { SettingsActButton } from "./settings-act-button.tsx";
import type { ConnectionTest } from "./settings-view.ts";

/** Sends one email to the reader with the saved settings, not with what is typed. `earlier`: the answer to a form without scripts. */
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

import { WebhookIcon } from "lucide-react";
import { SettingsActButton } from "./settings-act-button.tsx";
import type { ConnectionTest } from "./settings-view.ts";

interface WebhookSetupProps {
  /** Where Stripe is to send the shop's events. */
  readonly url: string;
  /** A real key is stored, so that the webhook can be made with it. */
  readonly hasKey: boolean;
  /** The answer to a form without scripts. */
  readonly earlier: ConnectionTest | undefined;
}

/** The address for a webhook made by hand, and the button that has Stripe make it. The button saves the signing secret; nothing else of the form. */
export function WebhookSetup({ url, hasKey, earlier }: WebhookSetupProps) {
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="text-xs text-ink-2">
        Webhook address: <span className="font-mono wrap-anywhere text-ink select-all">{url}</span>
      </p>
      {hasKey ? (
        <SettingsActButton
          name="webhook"
          value="create"
          setting="STRIPE_WEBHOOK_SECRET"
          icon={WebhookIcon}
          label="Create webhook at Stripe"
          busyLabel="Asking Stripe…"
          earlier={earlier}
        />
      ) : (
        <p className="text-xs text-ink-2">Save a secret key first: then the shop can create the webhook at Stripe for you.</p>
      )}
    </div>
  );
}

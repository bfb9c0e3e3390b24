import { WebhookIcon } from "lucide-react";
import { SettingsActButton } from "./settings-act-button.tsx";
import type { ConnectionTest } from "./settings-view.ts";

interface WebhookSetupProps {
  /** The URL for Stripe's events. */
  readonly url: string;
  /** A real key is stored, so the webhook can be created with it. */
  readonly hasKey: boolean;
  /** The result of a form without scripts. */
  readonly earlier: ConnectionTest | undefined;
}

/**
 * The URL for creating a webhook by hand, and a button that creates it at Stripe. The button saves the signing secret, but nothing else of
 * the form.
 */
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

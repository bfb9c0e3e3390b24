import { WebhookIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import type { ConnectionTest, SettingsAnswer } from "./settings-view.ts";
import { TestOutcome } from "./test-outcome.tsx";

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
  const fetcher = useFetcher<SettingsAnswer>({ key: "create webhook" });
  const isAsking = fetcher.state !== "idle";
  const answer = fetcher.data;
  const lost: ConnectionTest | undefined = answer?.kind === "lost" ? { isGood: false, message: answer.message } : undefined;
  const outcome = lost ?? (answer?.kind === "tested" ? answer.tests?.STRIPE_WEBHOOK_SECRET : earlier);
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="text-xs text-ink-2">
        Webhook address: <span className="font-mono wrap-anywhere text-ink select-all">{url}</span>
      </p>
      {hasKey ? (
        <Button
          type="submit"
          name="webhook"
          value="create"
          look="outline"
          size="desk"
          className="min-h-10"
          aria-disabled={isAsking}
          onClick={(event) => {
            event.preventDefault();
            if (!isAsking) void fetcher.submit({ webhook: "create", seen: "{}" }, { method: "post" });
          }}
        >
          <WebhookIcon aria-hidden className="size-4" />
          {isAsking ? "Asking Stripe…" : "Create webhook at Stripe"}
        </Button>
      ) : (
        <p className="text-xs text-ink-2">Save a secret key first: then the shop can create the webhook at Stripe for you.</p>
      )}
      <TestOutcome outcome={isAsking ? undefined : outcome} />
    </div>
  );
}

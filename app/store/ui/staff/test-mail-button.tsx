import { MailIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import type { ConnectionTest, SettingsAnswer } from "./settings-view.ts";
import { TestOutcome } from "./test-outcome.tsx";

/** Sends one email to the reader with the saved settings, not with what is typed. `earlier`: the answer to a form without scripts. */
export function TestMailButton({ earlier }: { readonly earlier: ConnectionTest | undefined }) {
  const fetcher = useFetcher<SettingsAnswer>({ key: "test mail" });
  const isSending = fetcher.state !== "idle";
  const answer = fetcher.data;
  const lost: ConnectionTest | undefined = answer?.kind === "lost" ? { isGood: false, message: answer.message } : undefined;
  const outcome = lost ?? (answer?.kind === "tested" ? answer.tests?.ORDER_EMAIL_SENDER : earlier);
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          type="submit"
          name="mail"
          value="test"
          look="outline"
          size="desk"
          className="min-h-10"
          aria-disabled={isSending}
          onClick={(event) => {
            event.preventDefault();
            if (!isSending) void fetcher.submit({ mail: "test", seen: "{}" }, { method: "post" });
          }}
        >
          <MailIcon aria-hidden className="size-4" />
          {isSending ? "Sending…" : "Send me a test email"}
        </Button>
        <span className="text-xs text-ink-2">Uses the saved settings.</span>
      </div>
      <TestOutcome outcome={isSending ? undefined : outcome} />
    </div>
  );
}

import { PlugZapIcon } from "lucide-react";
import { useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { secretNoun } from "#app/kit/forms/secret-control.tsx";
import { SETTINGS } from "#app/store/domain/settings.ts";
import type { TestableKey } from "#app/store/domain/testable-keys.ts";
import type { ConnectionTest, SettingsAnswer } from "./settings-view.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface ConnectionTestButtonProps {
  readonly settingKey: TestableKey;
  /** The typed key; "" = the stored key is tested. */
  readonly value: string;
  /** Settings that are tested with it, from the form. */
  readonly companions: Readonly<Record<string, string>>;
  /** The result for a form without scripts. */
  readonly earlier: ConnectionTest | undefined;
}

/** Checks a key with its service; saves, charges and sends nothing. Without scripts the whole form is rendered again with the result. */
export function ConnectionTestButton({ settingKey, value, companions, earlier }: ConnectionTestButtonProps) {
  const fetcher = useFetcher<SettingsAnswer>({ key: `test ${settingKey}` });
  const [asked, setAsked] = useState("");
  const isAsking = fetcher.state !== "idle";
  const answer = fetcher.data;
  const lost: ConnectionTest | undefined = answer?.kind === "lost" ? { isGood: false, message: answer.message } : undefined;
  const test = lost ?? (answer?.kind === "tested" ? answer.tests?.[settingKey] : earlier);
  // A result for another key than the typed one does not apply.
  const isAboutThis = !isAsking && (answer === undefined || asked === value);
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <Button
        type="submit"
        name="test"
        value={settingKey}
        look="outline"
        size="desk"
        className="min-h-10"
        aria-disabled={isAsking}
        onClick={(event) => {
          event.preventDefault();
          if (isAsking) return;
          const fields = { ...companions, test: settingKey, [settingKey]: value, seen: "{}" };
          setAsked(value);
          void fetcher.submit(fields, { method: "post" });
        }}
      >
        <PlugZapIcon aria-hidden className="size-4" />
        {isAsking ? "Asking…" : "Test connection"}
        <span className="sr-only"> with this {secretNoun(SETTINGS[settingKey].label)}</span>
      </Button>
      <TestOutcome outcome={isAboutThis ? test : undefined} />
    </div>
  );
}

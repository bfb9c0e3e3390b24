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
  /** What is typed; "" = the stored key is asked about. */
  readonly value: string;
  /** What is tested together with it, as it stands in the form. */
  readonly companions: Readonly<Record<string, string>>;
  /** The answer to a form without scripts. */
  readonly earlier: ConnectionTest | undefined;
}

/** Asks the service behind a key whether it takes it; saves, charges and sends nothing. Without scripts the whole form comes back with the answer. */
export function ConnectionTestButton({ settingKey, value, companions, earlier }: ConnectionTestButtonProps) {
  const fetcher = useFetcher<SettingsAnswer>({ key: `test ${settingKey}` });
  const [asked, setAsked] = useState("");
  const isAsking = fetcher.state !== "idle";
  const answer = fetcher.data;
  const lost: ConnectionTest | undefined = answer?.kind === "lost" ? { isGood: false, message: answer.message } : undefined;
  const test = lost ?? (answer?.kind === "tested" ? answer.tests?.[settingKey] : earlier);
  // What was heard about another key than the one that stands there says nothing.
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

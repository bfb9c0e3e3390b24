import type { LucideIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { Button } from "#app/kit/button.tsx";
import type { SettingKey } from "#app/store/domain/settings.ts";
import type { ConnectionTest, SettingsAnswer } from "./settings-view.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface SettingsActButtonProps {
  /** The form field and value of the action. */
  readonly name: "mail" | "webhook";
  readonly value: string;
  /** The setting whose row gets the result. */
  readonly setting: SettingKey;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly busyLabel: string;
  readonly hint?: string;
  /** The result of a form without scripts. */
  readonly earlier: ConnectionTest | undefined;
}

/** Sends one action of the settings form without the typed settings, and shows its result below. */
export function SettingsActButton({ name, value, setting, icon: Icon, label, busyLabel, hint, earlier }: SettingsActButtonProps) {
  const fetcher = useFetcher<SettingsAnswer>({ key: `${name} ${value}` });
  const isBusy = fetcher.state !== "idle";
  const answer = fetcher.data;
  const lost: ConnectionTest | undefined = answer?.kind === "lost" ? { isGood: false, message: answer.message } : undefined;
  const outcome = lost ?? (answer?.kind === "tested" ? answer.tests?.[setting] : earlier);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          type="submit"
          name={name}
          value={value}
          look="outline"
          size="desk"
          className="min-h-10"
          aria-disabled={isBusy}
          onClick={(event) => {
            event.preventDefault();
            if (!isBusy) void fetcher.submit({ [name]: value, seen: "{}" }, { method: "post" });
          }}
        >
          <Icon aria-hidden className="size-4" />
          {isBusy ? busyLabel : label}
        </Button>
        {hint === undefined ? null : <span className="text-xs text-ink-2">{hint}</span>}
      </div>
      <TestOutcome outcome={isBusy ? undefined : outcome} />
    </>
  );
}

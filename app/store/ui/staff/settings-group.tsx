import { ArrowLeftIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SettingGroup } from "#app/store/domain/setting-definition.ts";
import type { SettingsView } from "./settings-view.ts";

interface SettingsGroupProps {
  readonly id: SettingGroup;
  readonly label: string;
  readonly alarm: SettingsView["alarms"][SettingGroup];
  readonly isOpen: boolean;
  readonly isClient: boolean;
  /** The settings are search results. */
  readonly isSearch: boolean;
  readonly onJump: () => void;
  readonly children: ReactNode;
}

/** One section of the settings. */
export function SettingsGroup({ id, label, alarm, isOpen, isClient, isSearch, onJump, children }: SettingsGroupProps) {
  // The server does not get the fragment. Without scripts all sections are shown.
  const closed = isClient ? "hidden" : "hidden target:block noscript:block";
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`mb-8 scroll-mt-20 ${isOpen ? "" : closed}`}>
      {isSearch ? null : (
        <Link to="#" preventScrollReset className="-ml-1 inline-flex min-h-11 items-center gap-1 text-primary sm:hidden noscript:hidden">
          <ArrowLeftIcon aria-hidden className="size-4" /> All settings
        </Link>
      )}
      <h2 id={`${id}-title`} className="rule pb-1 text-lg">
        {isSearch ? (
          <Link to={`#${id}`} className="text-primary underline underline-offset-2" onClick={onJump}>
            {label}
          </Link>
        ) : (
          label
        )}
      </h2>
      {alarm === undefined ? null : (
        <p
          className={`mt-3 rounded p-3 ${alarm.isNotice ? "border border-saffron bg-saffron-tint" : "border-2 border-beet bg-beet-tint font-semibold"}`}
        >
          {alarm.text}
        </p>
      )}
      {children}
    </section>
  );
}

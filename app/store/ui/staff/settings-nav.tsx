import { ChevronRightIcon } from "lucide-react";
import { Link } from "react-router";
import { SETTING_GROUPS, type SettingGroup } from "#app/store/domain/setting-definition.ts";

interface SettingsNavProps {
  /** The open section; null = none, which on a phone shows the list of sections. */
  readonly section: SettingGroup | null;
  /** A short summary of each section. */
  readonly summaries: Readonly<Record<SettingGroup, string>>;
  /** Sections with unsaved changes, and the number of errors per section. */
  readonly changed: ReadonlySet<SettingGroup>;
  readonly mistakes: ReadonlyMap<SettingGroup, number>;
  /** A section was chosen, possibly the current one. */
  readonly onChoose: () => void;
}

/** The sections: a list on a phone until one is chosen, tabs on a tablet, a sidebar on a desktop. */
export function SettingsNav({ section, summaries, changed, mistakes, onChoose }: SettingsNavProps) {
  return (
    <nav
      aria-label="Sections of settings"
      className={`min-w-0 sm:border-b sm:border-hairline lg:border-b-0 ${section === null ? "" : "max-sm:hidden"}`}
    >
      <ul className="grid max-sm:border-t max-sm:border-hairline sm:flex sm:overflow-x-auto lg:sticky lg:top-20 lg:grid lg:gap-0.5 lg:overflow-visible">
        {SETTING_GROUPS.map(({ id, label }) => {
          const isOpen = section === id;
          const isShown = isOpen || (section === null && id === SETTING_GROUPS[0]?.id);
          const wrong = mistakes.get(id);
          return (
            <li key={id} className="max-sm:border-b max-sm:border-hairline">
              <Link
                to={`#${id}`}
                preventScrollReset
                onClick={onChoose}
                aria-current={isShown ? "true" : undefined}
                className={`flex min-h-14 items-center gap-2 py-2 max-sm:bg-surface max-sm:px-3 sm:min-h-11 sm:border-b-2 sm:px-3 sm:whitespace-nowrap lg:min-h-9 lg:rounded lg:border-b-0 lg:whitespace-normal ${
                  isShown
                    ? "sm:border-primary sm:font-semibold sm:text-ink lg:marked"
                    : "text-ink-2 hover:text-ink sm:border-transparent lg:hover:bg-canvas"
                }`}
              >
                <span className="grid min-w-0 grow">
                  <span className="max-sm:font-semibold max-sm:text-ink">{label}</span>
                  <span className="line-clamp-2 text-xs text-ink-2 sm:hidden">{summaries[id]}</span>
                </span>
                {wrong === undefined ? null : (
                  <span className="rounded-full bg-beet px-1.5 text-xs font-semibold text-white">
                    {wrong}
                    <span className="sr-only"> to correct</span>
                  </span>
                )}
                {changed.has(id) ? (
                  <span className="size-2 shrink-0 rounded-full bg-saffron">
                    <span className="sr-only">unsaved changes</span>
                  </span>
                ) : null}
                <ChevronRightIcon aria-hidden className="size-4 shrink-0 text-field sm:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

import { useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { SETTING_GROUPS, type SettingGroup } from "#app/store/domain/setting-definition.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { SaveBar } from "#app/kit/forms/save-bar.tsx";
import { EffectPreview } from "./effect-preview.tsx";
import { SettingRow } from "./setting-row.tsx";
import type { SettingsAnswer, SettingsView } from "./settings-view.ts";

interface SettingsFormProps {
  readonly view: SettingsView;
  readonly answer: SettingsAnswer | undefined;
  readonly query: string;
  readonly now: Date;
}

const FORM_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");

/** All settings in one form: what is filtered away is hidden, not lost. */
export function SettingsForm({ view, answer, query, now }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const failed = answer === undefined || answer.kind === "saved" ? undefined : answer;
  const [texts, setTexts] = useState<Readonly<Partial<Record<SettingKey, string>>>>({ ...view.texts, ...failed?.texts });
  const [base, setBase] = useState(view.texts);
  if (base !== view.texts) {
    // Somebody else saved meanwhile: what was not touched here follows them, what was typed here stays.
    setBase(view.texts);
    setTexts((before) => ({
      ...view.texts,
      ...Object.fromEntries(Object.entries(before).filter(([key, text]) => text !== base[key as SettingKey])),
    }));
  }
  const [cleared, setCleared] = useState<readonly SettingKey[]>(failed?.cleared ?? []);
  const isClient = useIsClient();
  const isSaving = useNavigation().formMethod === "POST";
  const isDirty = !isClient || cleared.length > 0 || FORM_KEYS.some((key) => (texts[key] ?? "") !== (view.texts[key] ?? ""));
  const notes = answer?.kind === "saved" ? answer.notes : {};

  useEffect(() => {
    if (failed !== undefined) summary.current?.focus();
  }, [failed]);

  return (
    <Form ref={form} method="post" noValidate>
      {failed === undefined ? null : (
        <div ref={summary} tabIndex={-1} role="alert" className="mb-4 rounded border-2 border-beet bg-beet-tint p-4">
          <p className="font-semibold">{failed.message}</p>
          <ul className="mt-2 list-disc pl-5">
            {FORM_KEYS.map((key) =>
              failed.errors[key] === undefined ? null : (
                <li key={key}>
                  <a href={`#field-${key}`} className="underline underline-offset-2">
                    {SETTINGS[key].label}: {failed.errors[key]}
                  </a>
                </li>
              ),
            )}
          </ul>
        </div>
      )}
      <input type="hidden" name="seen" value={JSON.stringify(view.seen)} />
      {SETTING_GROUPS.map((group) => {
        const keys = FORM_KEYS.filter((key) => SETTINGS[key].group === group.id);
        const shown = keys.filter((key) => isFound(key, group.label, query));
        return (
          <section
            key={group.id}
            id={group.id}
            aria-labelledby={`${group.id}-title`}
            hidden={shown.length === 0}
            className="mb-8 scroll-mt-20"
          >
            <h2 id={`${group.id}-title`} className="rule pb-1 text-lg">
              {group.label}
            </h2>
            {group.id === "payment" && view.cardAlarm !== null ? (
              <p className="mt-3 rounded border-2 border-beet bg-beet-tint p-3 font-semibold">{view.cardAlarm}</p>
            ) : null}
            {keys.map((key) => (
              <SettingRow
                key={key}
                settingKey={key}
                view={view}
                value={texts[key] ?? ""}
                onChange={(value) => setTexts((before) => ({ ...before, [key]: value }))}
                isCleared={cleared.includes(key)}
                onClear={(isCleared) => setCleared(isCleared ? [...cleared, key] : cleared.filter((each) => each !== key))}
                error={failed?.errors[key]}
                confirm={failed?.confirms?.[key]}
                note={notes[key]}
                isHidden={!shown.includes(key)}
              />
            ))}
            <EffectPreview group={group.id} texts={texts} now={now} />
          </section>
        );
      })}
      {FORM_KEYS.some((key) => isFound(key, groupLabel(SETTINGS[key].group), query)) ? null : (
        <p className="py-8 text-center">No setting fits “{query}”.</p>
      )}
      <SaveBar
        form={form}
        isDirty={isDirty}
        isSaving={isSaving}
        onDiscard={() => {
          setTexts(view.texts);
          setCleared([]);
        }}
      />
    </Form>
  );
}

function groupLabel(id: SettingGroup): string {
  return SETTING_GROUPS.find((group) => group.id === id)?.label ?? "";
}

/** Every word must occur in the label, the hint, the group or the key. */
function isFound(key: SettingKey, group: string, query: string): boolean {
  const { label, hint } = SETTINGS[key];
  const text = `${label} ${hint} ${group} ${key.replaceAll("_", " ")} ${key}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

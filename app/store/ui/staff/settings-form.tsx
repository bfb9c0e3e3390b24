import type { RegionFormat } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { recordOf } from "#app/values/narrow.ts";
import { useEffect, useRef, useState, type RefObject } from "react";
import { Form, href, Link, useLocation, useNavigation } from "react-router";
import { SETTING_GROUPS, type SettingGroup } from "#app/store/domain/setting-definition.ts";
import { SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { usualRange } from "#app/store/domain/hours/proposed-range.ts";
import { KEY_COMPANIONS } from "#app/store/domain/testable-keys.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { Fold } from "#app/kit/fold.tsx";
import { EnterSaves, SaveBar } from "#app/kit/forms/save-bar.tsx";
import { effectLines, EffectPreview } from "./effect-preview.tsx";
import { LookPreview } from "./look/look-preview.tsx";
import { PlaceProposal } from "./place-proposal.tsx";
import { SettingRow } from "./setting-row.tsx";
import { SettingsGroup } from "./settings-group.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { findSettings, sectionOfHash } from "./settings-search.ts";
import type { SettingsAnswer, SettingsView } from "./settings-view.ts";
import { counted } from "#texts/plural.ts";
import { FORM_KEYS, textOf, useSettingsTexts } from "./use-settings-texts.ts";

interface SettingsFormProps {
  readonly view: SettingsView;
  readonly answer: SettingsAnswer | undefined;
  readonly query: string;
  readonly now: Date;
  /** The user jumps from a search result to its section. */
  readonly onJump: () => void;
}

/** A response with errors. */
type Failure = Exclude<SettingsAnswer, { readonly kind: "saved" | "tested" }>;
type ErrorOf = (key: SettingKey) => string | undefined;

/** All settings in one form, with one visible section: other sections and filtered settings are hidden, not removed. */
export function SettingsForm({ view, answer: latest, query, now, onJump }: SettingsFormProps) {
  const format = useMoneyFormat();
  const { region } = useShopClock();
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const fields = useSettingsTexts(view, latest);
  const { answer, refused, texts, changedKeys } = fields;
  const failed = refused?.kind === "tested" ? undefined : refused;
  // An error is shown until its text is edited.
  const errorOf: ErrorOf = (key) => (textOf(texts, key) === fields.sentText(key) ? failed?.errors[key] : undefined);
  const isClient = useIsClient();
  const isSaving = useNavigation().formMethod === "POST";
  const isDirty = changedKeys.length > 0;
  const notes = answer?.kind === "saved" ? answer.notes : {};
  const { hash, section, leaveMistake } = useOpenSection(failed);
  const found = findSettings(query, texts);
  useEffect(() => {
    if (failed !== undefined) summary.current?.focus();
  }, [failed]);

  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      {found === null ? (
        <SettingsNav
          section={section}
          summaries={summariesOf(view, texts, now, format, region)}
          changed={new Set(isClient ? changedKeys.map((key) => SETTINGS[key].group) : [])}
          mistakes={mistakesOf(errorOf)}
          onChoose={leaveMistake}
        />
      ) : (
        <p role="status" className="text-ink-2 lg:sticky lg:top-20 lg:self-start">
          {found.length === 0 ? `No setting fits “${query}”.` : counted(found.length, "setting", "settings")}
        </p>
      )}
      <Form
        ref={form}
        method="post"
        // The section stays open after the response.
        action={`${href("/admin/site-settings")}${hash}`}
        noValidate
        onSubmit={fields.markSent}
        className={`min-w-0 ${found === null && section === null ? "max-sm:hidden noscript:block!" : ""}`}
      >
        {failed === undefined ? null : <Mistakes ref={summary} failed={failed} />}
        {fields.isFromDraft && isDirty ? (
          <p className="mb-4 rounded border border-saffron bg-saffron-tint px-3 py-2">
            Unsaved changes from this device are restored. Save or discard them.
          </p>
        ) : null}
        <EnterSaves />
        <input type="hidden" name="seen" value={JSON.stringify(fields.seen)} />
        {SETTING_GROUPS.map(({ id, label }) => {
          const keys = FORM_KEYS.filter((key) => SETTINGS[key].group === id);
          const shown = found === null ? keys : keys.filter((key) => found.includes(key));
          return (
            <SettingsGroup
              key={id}
              id={id}
              label={label}
              alarm={view.alarms[id]}
              isOpen={found === null ? (section ?? SETTING_GROUPS[0]?.id) === id : shown.length > 0}
              isClient={isClient}
              isSearch={found !== null}
              onJump={onJump}
            >
              {found === null ? <EffectPreview group={id} texts={texts} now={now} /> : null}
              {found === null && id === "look" ? <LookPreview texts={texts} /> : null}
              {keys.map((key) => (
                <SettingRow
                  key={key}
                  settingKey={key}
                  view={view}
                  value={textOf(texts, key)}
                  onChange={(value) => fields.change(key, value)}
                  isCleared={fields.cleared.includes(key)}
                  onClear={(isCleared) => fields.clear(key, isCleared)}
                  error={errorOf(key)}
                  confirm={failed?.confirms?.[key]}
                  test={refused?.tests?.[key]}
                  usualHours={usualRange(textOf(texts, "STORE_OPEN_TIME"), textOf(texts, "STORE_CLOSING_TIME"))}
                  companions={recordOf(KEY_COMPANIONS, (companion) => textOf(texts, companion))}
                  note={notes[key]}
                  currency={textOf(texts, "CURRENCY")}
                  isHidden={!shown.includes(key)}
                />
              ))}
              {found === null && id === "store" ? (
                <Fold title="Currency, time zone and tax of the country">
                  <PlaceProposal
                    view={view}
                    texts={texts}
                    opened={view.texts}
                    onUse={(proposed) => {
                      for (const key of FORM_KEYS) if (proposed[key] !== undefined) fields.change(key, proposed[key]);
                    }}
                  />
                </Fold>
              ) : null}
            </SettingsGroup>
          );
        })}
        <SaveBar
          form={form}
          isDirty={isDirty || !isClient}
          isSaving={isSaving}
          words={changedWords(changedKeys)}
          onDiscard={fields.discard}
        />
      </Form>
    </div>
  );
}

/** The section in the address. A refusal opens the section of its first error, until another one is chosen. */
function useOpenSection(failed: Failure | undefined) {
  const location = useLocation();
  const isClient = useIsClient();
  // The server never gets the fragment.
  const hash = isClient ? location.hash : "";
  const firstWrong = failed === undefined ? undefined : FORM_KEYS.find((key) => failed.errors[key] !== undefined);
  const [wrongOf, setWrongOf] = useState<{ readonly failed: Failure | undefined; readonly hash: string | null }>({ failed, hash });
  if (wrongOf.failed !== failed) setWrongOf({ failed, hash });
  useEffect(() => {
    if (hash.startsWith("#field-")) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);
  const isAtMistake = firstWrong !== undefined && wrongOf.hash === hash;
  return {
    hash,
    section: isAtMistake ? SETTINGS[firstWrong].group : sectionOfHash(hash),
    // Needed for a link to the refused section, which does not change the address.
    leaveMistake: () => setWrongOf({ failed, hash: null }),
  };
}

function mistakesOf(errorOf: ErrorOf): ReadonlyMap<SettingGroup, number> {
  const mistakes = new Map<SettingGroup, number>();
  for (const key of FORM_KEYS) {
    const { group } = SETTINGS[key];
    if (errorOf(key) !== undefined) mistakes.set(group, (mistakes.get(group) ?? 0) + 1);
  }
  return mistakes;
}

/** A one-line summary of each section for the navigation. */
function summariesOf(view: SettingsView, texts: Parameters<typeof effectLines>[1], now: Date, format: MoneyFormat, region: RegionFormat) {
  const ids = SETTING_GROUPS.map(({ id }) => id);
  return recordOf(ids, (id) => view.alarms[id]?.text ?? effectLines(id, texts, now, format, region)[0] ?? "");
}

/** The focus announces it once, with the original errors: later edits do not change it. */
function Mistakes({ ref, failed }: MistakesProps) {
  return (
    <div ref={ref} tabIndex={-1} className="mb-4 rounded border-2 border-beet bg-beet-tint p-4">
      <p className="font-semibold">{failed.message}</p>
      <ul className="mt-2 list-disc pl-5">
        {FORM_KEYS.map((key) =>
          failed.errors[key] === undefined ? null : (
            <li key={key}>
              <Link to={`#field-${key}`} className="underline underline-offset-2">
                {SETTINGS[key].label}: {failed.errors[key]}
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

interface MistakesProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly failed: Failure;
}

/** "Unsaved changes: Store, Money and tax" */
function changedWords(keys: readonly SettingKey[]): string {
  const labels = SETTING_GROUPS.filter(({ id }) => keys.some((key) => SETTINGS[key].group === id)).map(({ label }) => label);
  return labels.length === 0 ? "Unsaved changes" : `Unsaved changes: ${labels.join(", ")}`;
}

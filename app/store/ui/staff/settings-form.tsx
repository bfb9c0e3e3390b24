import { ArrowLeftIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Form, href, Link, useLocation, useNavigation } from "react-router";
import { SETTING_GROUPS, type SettingGroup } from "#app/store/domain/setting-definition.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { EnterSaves, SaveBar } from "#app/kit/forms/save-bar.tsx";
import { useDraft, useSaveCount } from "#app/kit/record/use-draft.ts";
import { effectLines, EffectPreview } from "./effect-preview.tsx";
import { SettingRow } from "./setting-row.tsx";
import { SettingsNav } from "./settings-nav.tsx";
import { findSettings, sectionOfHash } from "./settings-search.ts";
import type { SettingsAnswer, SettingsView } from "./settings-view.ts";
import { counted } from "#app/values/plural.ts";

interface SettingsFormProps {
  readonly view: SettingsView;
  readonly answer: SettingsAnswer | undefined;
  readonly query: string;
  readonly now: Date;
  /** Somebody goes from what was found to its section. */
  readonly onJump: () => void;
}

type Texts = Readonly<Partial<Record<SettingKey, string>>>;

const FORM_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");
/** Where the draft of this form is kept. */
export const SETTINGS_DRAFT = "/admin/site-settings";

/** All settings in one form, one section of it in sight: what is elsewhere, or searched away, is hidden, not lost. */
export function SettingsForm({ view, answer: latest, query, now, onJump }: SettingsFormProps) {
  // Going to another section ends the router's answer, but not what is wrong.
  const [kept, setKept] = useState(latest);
  const [given, setGiven] = useState(latest);
  const answer = latest === given ? kept : (latest ?? kept);
  if (latest !== given) {
    setGiven(latest);
    setKept(answer);
  }
  const form = useRef<HTMLFormElement>(null);
  const summary = useRef<HTMLDivElement>(null);
  const refused = answer === undefined || answer.kind === "saved" ? undefined : answer;
  const failed = refused?.kind === "tested" ? undefined : refused;
  const [texts, setTexts] = useState<Texts>({ ...view.texts, ...refused?.texts });
  const [seen, setSeen] = useState(view.seen);
  const [base, setBase] = useState(view.texts);
  const [cleared, setCleared] = useState<readonly SettingKey[]>(refused?.cleared ?? []);
  const [isFromDraft, setIsFromDraft] = useState(false);
  // The texts of the last submit; what was saved are these, not what was typed since.
  const [sent, setSent] = useState(refused === undefined ? null : texts);
  const saves = useSaveCount(SETTINGS_DRAFT);
  const [knownSaves, setKnownSaves] = useState(saves);
  if (base !== view.texts) {
    const isSaved = knownSaves !== saves;
    const before = isSaved && sent !== null ? sent : base;
    // What was not touched here follows what is stored now, what was typed here stays.
    const touched = FORM_KEYS.filter((key) => (texts[key] ?? "") !== (before[key] ?? ""));
    setBase(view.texts);
    setKnownSaves(saves);
    setTexts({ ...view.texts, ...pick(texts, touched) });
    // After a conflict saving again is meant to overrule others, and after a save the stored values are this user's; any other time it has to be found out.
    setSeen({ ...view.seen, ...(isSaved || refused?.kind === "conflict" ? {} : pick(seen, touched)) });
    if (isSaved) {
      setCleared([]);
      setIsFromDraft(false);
    }
  }
  // A mistake is shown until its text is another one.
  const errorOf = (key: SettingKey) => ((texts[key] ?? "") === (sent?.[key] ?? texts[key] ?? "") ? failed?.errors[key] : undefined);
  const isClient = useIsClient();
  const isSaving = useNavigation().formMethod === "POST";
  const changedKeys = FORM_KEYS.filter((key) => (texts[key] ?? "") !== (view.texts[key] ?? "") || cleared.includes(key));
  const isDirty = changedKeys.length > 0;
  const notes = answer?.kind === "saved" ? answer.notes : {};
  const keptKeys = changedKeys.filter((key) => SETTINGS[key].kind !== "secret");
  const draft = keptKeys.length === 0 ? null : { texts: pick(texts, keptKeys), seen: pick(seen, keptKeys) };
  useDraft<{ readonly texts: Texts; readonly seen: Texts }>(SETTINGS_DRAFT, draft, (found) => {
    const missing = FORM_KEYS.filter((key) => typeof found.texts?.[key] === "string" && found.texts[key] !== texts[key]);
    if (missing.length === 0) return;
    setTexts((before) => ({ ...before, ...pick(found.texts ?? {}, missing) }));
    setSeen((before) => ({ ...before, ...pick(found.seen ?? {}, missing) }));
    setIsFromDraft(true);
  });

  const location = useLocation();
  // The server never sees it.
  const hash = isClient ? location.hash : "";
  const firstWrong = failed === undefined ? undefined : FORM_KEYS.find((key) => failed.errors[key] !== undefined);
  const [wrongOf, setWrongOf] = useState({ failed, hash });
  if (wrongOf.failed !== failed) setWrongOf({ failed, hash });
  // A refusal leads to its first mistake, until another section is chosen.
  const isAtMistake = firstWrong !== undefined && wrongOf.hash === hash;
  const section = isAtMistake ? SETTINGS[firstWrong].group : sectionOfHash(hash);
  const found = findSettings(query, texts);

  useEffect(() => {
    if (failed !== undefined) summary.current?.focus();
  }, [failed]);
  useEffect(() => {
    if (hash.startsWith("#field-")) document.getElementById(hash.slice(1))?.focus();
  }, [hash]);

  const groupsOf = (keys: readonly SettingKey[]) => new Set(keys.map((key) => SETTINGS[key].group));
  const mistakes = new Map<SettingGroup, number>();
  for (const key of FORM_KEYS)
    if (errorOf(key) !== undefined) mistakes.set(SETTINGS[key].group, (mistakes.get(SETTINGS[key].group) ?? 0) + 1);
  const summaries = Object.fromEntries(
    SETTING_GROUPS.map(({ id }) => [id, view.alarms[id]?.text ?? effectLines(id, texts, now)[0] ?? ""]),
  ) as Record<SettingGroup, string>;

  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      {found === null ? (
        <SettingsNav section={section} summaries={summaries} changed={isClient ? groupsOf(changedKeys) : new Set()} mistakes={mistakes} />
      ) : (
        <p role="status" className="text-ink-2 lg:sticky lg:top-20 lg:self-start">
          {found.length === 0 ? `No setting fits “${query}”.` : counted(found.length, "setting", "settings")}
        </p>
      )}
      <Form
        ref={form}
        method="post"
        // Saved or refused, the section stays open.
        action={`${href("/admin/site-settings")}${hash}`}
        noValidate
        onSubmit={() => setSent(texts)}
        className={`min-w-0 ${found === null && section === null ? "max-sm:hidden noscript:block!" : ""}`}
      >
        {failed === undefined ? null : (
          <div ref={summary} tabIndex={-1} role="alert" className="mb-4 rounded border-2 border-beet bg-beet-tint p-4">
            <p className="font-semibold">{failed.message}</p>
            <ul className="mt-2 list-disc pl-5">
              {FORM_KEYS.map((key) =>
                errorOf(key) === undefined ? null : (
                  <li key={key}>
                    <Link to={`#field-${key}`} className="underline underline-offset-2">
                      {SETTINGS[key].label}: {errorOf(key)}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </div>
        )}
        {isFromDraft && isDirty ? (
          <p className="mb-4 rounded border border-saffron bg-saffron-tint px-3 py-2">
            This device had kept changes that were not saved. They stand in the form again; save or discard them.
          </p>
        ) : null}
        <EnterSaves />
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        {SETTING_GROUPS.map((group) => {
          const keys = FORM_KEYS.filter((key) => SETTINGS[key].group === group.id);
          const shown = found === null ? keys : keys.filter((key) => found.includes(key));
          const isOpen = found === null ? (section ?? SETTING_GROUPS[0]?.id) === group.id : shown.length > 0;
          const alarm = view.alarms[group.id];
          return (
            <section
              key={group.id}
              id={group.id}
              aria-labelledby={`${group.id}-title`}
              // Before scripts run nobody knows the section of the address, and without them all stand below one another.
              className={`mb-8 scroll-mt-20 ${isOpen ? "" : isClient ? "hidden" : "hidden target:block noscript:block"}`}
            >
              {found === null ? (
                <Link
                  to="#"
                  preventScrollReset
                  className="-ml-1 inline-flex min-h-11 items-center gap-1 text-primary sm:hidden noscript:hidden"
                >
                  <ArrowLeftIcon aria-hidden className="size-4" /> All settings
                </Link>
              ) : null}
              <h2 id={`${group.id}-title`} className="rule pb-1 text-lg">
                {found === null ? (
                  group.label
                ) : (
                  <Link to={`#${group.id}`} className="text-primary underline underline-offset-2" onClick={onJump}>
                    {group.label}
                  </Link>
                )}
              </h2>
              {alarm === undefined ? null : (
                <p
                  className={`mt-3 rounded p-3 ${alarm.isNotice ? "border border-saffron bg-saffron-tint" : "border-2 border-beet bg-beet-tint font-semibold"}`}
                >
                  {alarm.text}
                </p>
              )}
              {found === null ? <EffectPreview group={group.id} texts={texts} now={now} /> : null}
              {keys.map((key) => (
                <SettingRow
                  key={key}
                  settingKey={key}
                  view={view}
                  value={texts[key] ?? ""}
                  onChange={(value) => setTexts((before) => ({ ...before, [key]: value }))}
                  isCleared={cleared.includes(key)}
                  onClear={(isCleared) => setCleared(isCleared ? [...cleared, key] : cleared.filter((each) => each !== key))}
                  error={errorOf(key)}
                  confirm={failed?.confirms?.[key]}
                  test={refused?.tests?.[key]}
                  publicKey={texts.STRIPE_PUBLIC_KEY ?? ""}
                  note={notes[key]}
                  isHidden={!shown.includes(key)}
                />
              ))}
            </section>
          );
        })}
        <SaveBar
          form={form}
          isDirty={isDirty || !isClient}
          isSaving={isSaving}
          words={changedWords(changedKeys)}
          onDiscard={() => {
            setTexts(view.texts);
            setSeen(view.seen);
            setCleared([]);
            setKept(undefined);
          }}
        />
      </Form>
    </div>
  );
}

/** "Unsaved changes: Store, Tax and tip" */
function changedWords(keys: readonly SettingKey[]): string {
  const labels = SETTING_GROUPS.filter(({ id }) => keys.some((key) => SETTINGS[key].group === id)).map(({ label }) => label);
  return labels.length === 0 ? "Unsaved changes" : `Unsaved changes: ${labels.join(", ")}`;
}

function pick(texts: Texts, keys: readonly SettingKey[]): Texts {
  return Object.fromEntries(keys.map((key) => [key, texts[key] ?? ""]));
}

import { useState } from "react";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "#app/store/domain/settings.ts";
import { useDraft, useSaveCount } from "#app/kit/record/use-draft.ts";
import type { SettingsAnswer, SettingsView } from "./settings-view.ts";

export type SettingTexts = Readonly<Partial<Record<SettingKey, string>>>;

export const FORM_KEYS = SETTING_KEYS.filter((key) => SETTINGS[key].place === "form");
/** The storage key of this form's draft. */
export const SETTINGS_DRAFT = "/admin/site-settings";

/** The typed texts of the form, merged with this device's draft and with changes saved meanwhile. */
export function useSettingsTexts(view: SettingsView, latest: SettingsAnswer | undefined) {
  // Opening another section clears the router's action data, but the errors remain.
  const [kept, setKept] = useState(latest);
  const [given, setGiven] = useState(latest);
  const answer = latest === given ? kept : (latest ?? kept);
  if (latest !== given) {
    setGiven(latest);
    setKept(answer);
  }
  const refused = answer === undefined || answer.kind === "saved" ? undefined : answer;
  const [texts, setTexts] = useState<SettingTexts>({ ...view.texts, ...refused?.texts });
  const [seen, setSeen] = useState<SettingTexts>(view.seen);
  const [base, setBase] = useState(view.texts);
  const [cleared, setCleared] = useState<readonly SettingKey[]>(refused?.cleared ?? []);
  const [isFromDraft, setIsFromDraft] = useState(false);
  // The texts of the last submit. These were saved, not the later edits.
  const [sent, setSent] = useState(refused === undefined ? null : texts);
  const saves = useSaveCount(SETTINGS_DRAFT);
  const [knownSaves, setKnownSaves] = useState(saves);
  if (base !== view.texts) {
    const isSaved = knownSaves !== saves;
    const before = isSaved && sent !== null ? sent : base;
    // Untouched fields follow the stored values; edited fields keep their text.
    const touched = FORM_KEYS.filter((key) => textOf(texts, key) !== textOf(before, key));
    setBase(view.texts);
    setKnownSaves(saves);
    setTexts({ ...view.texts, ...pick(texts, touched) });
    // After a conflict, saving again overwrites on purpose; after a save, the stored values are this user's. Otherwise conflicts must still
    // be detected.
    setSeen({ ...view.seen, ...(isSaved || refused?.kind === "conflict" ? {} : pick(seen, touched)) });
    if (isSaved) {
      setCleared([]);
      setIsFromDraft(false);
    }
  }
  const changedKeys = FORM_KEYS.filter((key) => textOf(texts, key) !== textOf(view.texts, key) || cleared.includes(key));
  const keptKeys = changedKeys.filter((key) => SETTINGS[key].kind !== "secret");
  const draft = keptKeys.length === 0 ? null : { texts: pick(texts, keptKeys), seen: pick(seen, keptKeys) };
  useDraft<{ readonly texts: SettingTexts; readonly seen: SettingTexts }>(SETTINGS_DRAFT, draft, (found) => {
    const missing = FORM_KEYS.filter((key) => typeof found.texts?.[key] === "string" && found.texts[key] !== texts[key]);
    if (missing.length === 0) return;
    setTexts((before) => ({ ...before, ...pick(found.texts ?? {}, missing) }));
    setSeen((before) => ({ ...before, ...pick(found.seen ?? {}, missing) }));
    setIsFromDraft(true);
  });
  return {
    answer,
    refused,
    texts,
    seen,
    cleared,
    changedKeys,
    isFromDraft,
    /** The last submitted text; the current one before any submit. */
    sentText: (key: SettingKey) => sent?.[key] ?? textOf(texts, key),
    change: (key: SettingKey, value: string) => setTexts((before) => ({ ...before, [key]: value })),
    clear: (key: SettingKey, isCleared: boolean) => setCleared(isCleared ? [...cleared, key] : cleared.filter((each) => each !== key)),
    markSent: () => setSent(texts),
    discard: () => {
      setTexts(view.texts);
      setSeen(view.seen);
      setCleared([]);
      setKept(undefined);
    },
  };
}

export function textOf(texts: SettingTexts, key: SettingKey): string {
  return texts[key] ?? "";
}

function pick(texts: SettingTexts, keys: readonly SettingKey[]): SettingTexts {
  return Object.fromEntries(keys.map((key) => [key, textOf(texts, key)]));
}

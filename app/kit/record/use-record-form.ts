import { useState } from "react";
import { useLocation } from "react-router";
import type { FieldMessages, RecordAnswer, RecordFormData } from "./record-form-data.ts";
import { changedSince, differ, firstTexts, standing, storedForm, type FieldTexts } from "./record-state.ts";
import { useDraft, useSaveCount } from "./use-draft.ts";

export interface RecordFormState {
  /** The record that the form started from. */
  readonly stored: RecordFormData;
  readonly texts: FieldTexts;
  readonly setText: (name: string, text: string) => void;
  readonly isDirty: boolean;
  /** The form was restored from a draft of this browser. */
  readonly isRestored: boolean;
  /** The visible response; undefined = none, or discarded. */
  readonly shown: RecordAnswer | undefined;
  /** Errors of fields that were not corrected since. */
  readonly errors: FieldMessages;
  /** Records what is being submitted. */
  readonly noteSubmit: () => void;
  readonly discard: () => void;
}

/** The state of a record form: unsaved changes, the draft in this browser, and the effect of a response. */
export function useRecordForm(form: RecordFormData, answer: RecordAnswer | undefined): RecordFormState {
  const { pathname } = useLocation();
  const [stored, setStored] = useState(() => storedForm(form, answer));
  const [texts, setTexts] = useState<FieldTexts>(() => firstTexts(form, answer));
  const saves = useSaveCount(pathname);
  const [known, setKnown] = useState({ form, answer, saves, pathname });
  // The texts of the last submit; null = no submit since the form started.
  const [sent, setSent] = useState<FieldTexts | null>(() => (answer === undefined ? null : texts));
  const [discarded, setDiscarded] = useState<RecordAnswer>();
  const [isRestored, setRestored] = useState(false);
  const isDirty = differ(texts, stored.values);

  const begin = (next: RecordFormData, nextTexts: FieldTexts) => {
    setStored(next);
    setTexts(nextTexts);
    setSent(null);
    setRestored(false);
  };
  if (known.answer !== answer || known.form !== form) {
    setKnown({ form, answer, saves, pathname });
    // A new record gets its address and version when it is stored.
    const isMoved = known.pathname !== pathname || (known.form.version === null && form.version !== null);
    const typedSince = (isMoved || known.saves !== saves) && sent !== null ? changedSince(sent, texts) : null;
    if (known.answer !== answer && answer !== undefined) {
      if (answer.kind === "conflict") begin(storedForm(form, answer), answer.form.values);
      // Input typed during the save is kept.
    } else if (known.form !== form && (isMoved || typedSince !== null || !isDirty)) {
      begin(form, { ...form.values, ...typedSince });
      if (isStillRefused(answer, form, stored)) setSent(sent);
    }
  }

  const unsaved = isDirty ? { version: stored.version, seen: stored.seen, texts } : null;
  useDraft(pathname, unsaved, ({ version = null, seen = "", texts: kept }) => {
    if (answer !== undefined || kept === undefined || !differ(kept, stored.values)) return;
    setStored({ ...stored, version, seen });
    setTexts({ ...texts, ...kept });
    setRestored(true);
  });
  const shown = answer === discarded ? undefined : answer;
  return {
    stored,
    texts,
    setText: (name, text) => setTexts((before) => ({ ...before, [name]: text })),
    isDirty,
    isRestored,
    shown,
    errors: shown?.kind === "invalid" ? standing(shown.errors, texts, sent) : {},
    noteSubmit: () => setSent(texts),
    discard: () => {
      begin(known.form, known.form.values);
      setDiscarded(answer);
    },
  };
}

/** The record is revalidated after a refusal. If it has not changed, the refused texts are still the submitted ones. */
function isStillRefused(answer: RecordAnswer | undefined, form: RecordFormData, stored: RecordFormData): boolean {
  return answer?.kind === "invalid" && !differ(form.values, stored.values);
}

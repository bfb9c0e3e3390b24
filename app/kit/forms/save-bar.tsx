import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { Button } from "#app/kit/button.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import type { useLeaveGuard } from "#app/kit/hooks/use-leave-guard.ts";
import { useShortcuts } from "#app/kit/hooks/use-shortcuts.ts";
import { LeaveQuestion } from "./leave-question.tsx";

interface SaveBarProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  /** Another form of the page is submitting, so this one announces nothing. */
  readonly isOtherForm?: boolean;
  readonly onDiscard: () => void;
  /** The record is not stored yet. */
  readonly isNew?: boolean;
  /** Another way to save, before the Save button. */
  readonly more?: ReactNode;
  /** Names the unsaved work. Default: "Unsaved changes". */
  readonly words?: string;
  /** See `useLeaveGuard`. */
  readonly isLeaving?: Parameters<typeof useLeaveGuard>[1];
}

/** The first submit button of a form with several, which Enter in a text field triggers: it saves. */
export function EnterSaves() {
  return (
    <button type="submit" hidden>
      Save
    </button>
  );
}

/** The first button of a form whose buttons do different things: Enter in a text field triggers none of them. */
export function EnterChoosesNothing() {
  return <button type="submit" hidden disabled aria-label="None" />;
}

/** Saves a new record and opens an empty form again. */
export function AddAnother({ isSaving }: { readonly isSaving: boolean }) {
  return (
    <Button type="submit" name="next" value="another" look="outline" size="desk" className="min-h-10" aria-disabled={isSaving}>
      Save and add another
    </Button>
  );
}

/** Ctrl+S. */
function useSaveKey({ form, isDirty, isSaving, isNew }: Required<Pick<SaveBarProps, "form" | "isDirty" | "isSaving" | "isNew">>): void {
  // Pressed while the last response is still processed: it counts afterwards, if anything is unsaved then.
  const isWanted = useRef(false);
  useEffect(() => {
    if (isSaving || !isWanted.current) return;
    isWanted.current = false;
    if (isDirty) form.current?.requestSubmit();
  }, [form, isDirty, isSaving]);
  useShortcuts([
    {
      keys: "mod+s",
      label: "Save",
      run: () => {
        if (isSaving) isWanted.current = true;
        else if (isDirty || isNew) form.current?.requestSubmit();
      },
    },
  ]);
}

type SaveStateProps = Required<Pick<SaveBarProps, "isDirty" | "isSaving" | "isNew" | "words">>;

function SaveState({ isDirty, isSaving, isNew, words }: SaveStateProps) {
  return (
    <div className="mr-auto min-w-0 flex-1 basis-24">
      <p role="status" className="font-semibold">
        {isSaving ? "Saving…" : null}
        {isDirty && !isSaving ? words : null}
      </p>
      {/* Not announced: the message about the save announces it. */}
      {isDirty || isSaving ? null : <p className="text-ink-2">{isNew ? "Nothing entered yet" : "Everything is saved"}</p>}
    </div>
  );
}

/** "Unsaved changes · Discard · Save" at the bottom, with Ctrl+S and a question before leaving. */
export function SaveBar({
  form,
  isDirty,
  isSaving,
  isOtherForm = false,
  onDiscard,
  isNew = false,
  more,
  words = "Unsaved changes",
  isLeaving,
}: SaveBarProps) {
  useSaveKey({ form, isDirty, isSaving, isNew });
  const discard = () => {
    onDiscard();
    announce("Changes discarded");
  };
  return (
    <>
      <div
        data-unsaved={isDirty || isNew || isSaving ? "" : undefined}
        className={`sticky bottom-(--edge) z-30 -mx-4 mt-6 flex flex-wrap items-center gap-3 border-t-2 px-4 py-3 sm:-mx-6 sm:px-6 ${isDirty ? "border-ink bg-surface" : "border-hairline bg-canvas"}`}
      >
        <SaveState isDirty={isDirty} isSaving={isSaving && !isOtherForm} isNew={isNew} words={words} />
        {isDirty ? (
          <Button look="outline" size="desk" className="min-h-10" onClick={discard} disabled={isSaving}>
            Discard
          </Button>
        ) : null}
        {more}
        {/* With nothing to save, the page may have another primary button. */}
        <Button
          type="submit"
          look={isDirty || isNew || isSaving ? "filled" : "outline"}
          size="desk"
          className="min-h-10 px-6"
          aria-disabled={(!isDirty && !isNew) || isSaving}
        >
          Save
        </Button>
      </div>
      {/* Discards the draft, too. */}
      <LeaveQuestion isDirty={isDirty && !isSaving} isLeaving={isLeaving} onDiscard={onDiscard} />
    </>
  );
}

import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Redo2Icon, Undo2Icon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useSubmit, type Location } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { SaveBar } from "#app/kit/forms/save-bar.tsx";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { LOST_WORDS } from "#app/kit/lost-connection.ts";
import { sheetDraft, useDraft, useSaveCount } from "#app/kit/record/use-draft.ts";
import { RefusedCells } from "./refused-cells.tsx";
import { SheetCards } from "./sheet-cards.tsx";
import {
  answerCounts,
  CHANGES_FIELD,
  SHEET_INTENT,
  countWords,
  shownText,
  standingAnswer,
  type Nouns,
  type SheetAnswer,
  type SheetColumn,
  type SheetEdits,
  type SheetRow,
} from "./sheet-data.ts";
import { SheetGrid } from "./sheet-grid.tsx";
import { useSheet, type SheetState } from "./use-sheet.ts";

interface SheetProps {
  readonly nouns: Nouns;
  readonly rows: readonly SheetRow[];
  readonly columns: readonly SheetColumn[];
  readonly answer: SheetAnswer | undefined;
  /** Whether the sheet would be out of sight at the new location. */
  readonly isLeaving: (from: Location, to: Location) => boolean;
}

/** The save dialog lists at most this many changes and counts the others. */
const MOST_LISTED = 100;

/**
 * Records as a spreadsheet: cells can be typed, pasted and filled. Nothing is stored before Save, which lists the changes. Unsaved changes
 * survive other pages of the list, reloads (as a draft in this browser), refused rows and edit conflicts.
 */
export function Sheet({ nouns, rows, columns, answer, isLeaving }: SheetProps) {
  const format = useMoneyFormat();
  const form = useRef<HTMLFormElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const submit = useSubmit();
  const isSaving = useNavigation().formMethod === "POST";
  const isClient = useIsClient();
  const { pathname } = useLocation();
  const sheet = useSheet(rows, columns, answer, useSaveCount(sheetDraft(pathname)));
  const { edits } = sheet;
  const isDirty = Object.keys(edits).length > 0;
  useDraft<{ readonly edits: SheetEdits }>(sheetDraft(pathname), isDirty ? { edits } : null, ({ edits: kept }) => {
    if (kept === undefined || isDirty) return;
    sheet.restore(kept);
    setRestored(true);
  });
  const [discarded, setDiscarded] = useState<SheetAnswer>();
  const shown = standingAnswer(answer, discarded, sheet.problems);
  const words = countWords(edits, nouns, format);
  const send = () => {
    setAsking(false);
    setRestored(false);
    sheet.markSent();
    const changes = Object.entries(edits).map(([id, { before, texts }]) => ({ id: Number(id), before, texts }));
    void submit({ intent: SHEET_INTENT, [CHANGES_FIELD]: JSON.stringify(changes) }, { method: "post", preventScrollReset: true });
  };
  if (!isClient)
    return (
      <p className="border-y border-hairline px-4 py-12 text-center text-base text-ink-2">
        The sheet needs scripts. Without them, open the {nouns[1]} one by one.
      </p>
    );
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isSaving) setAsking(true);
      }}
    >
      <AnswerNotice answer={answer} shown={shown} nouns={nouns} sheet={sheet} />
      {isRestored ? (
        <p role="status" className="mb-3 flex flex-wrap items-center gap-x-3 rounded border border-harbour bg-harbour-tint px-4 py-2">
          Unsaved changes restored: {words}.
        </p>
      ) : null}
      <UndoBar sheet={sheet} />
      <SheetGrid sheet={sheet} nouns={nouns} />
      <SheetCards sheet={sheet} />
      <SaveBar
        form={form}
        isDirty={isDirty}
        isSaving={isSaving}
        words={words}
        isLeaving={isLeaving}
        onDiscard={() => {
          sheet.discard();
          setDiscarded(answer);
          setRestored(false);
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Save ${words}?`}
        text={<ChangeList edits={edits} columns={columns} />}
        yes="Save changes"
        no="Keep editing"
        onYes={send}
        onNo={() => setAsking(false)}
      />
    </form>
  );
}

function UndoBar({ sheet }: { readonly sheet: SheetState }) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button look="outline" size="desk" className="max-md:min-h-11" disabled={!sheet.canUndo} onClick={sheet.undo}>
        <Undo2Icon aria-hidden className="size-4" /> Undo
      </Button>
      <Button look="outline" size="desk" className="max-md:min-h-11" disabled={!sheet.canRedo} onClick={sheet.redo}>
        <Redo2Icon aria-hidden className="size-4" /> Redo
      </Button>
      <p className="ml-auto hidden text-xs text-ink-2 md:block">
        Type to change a cell, Enter to edit it. Ctrl+C and Ctrl+V copy and paste, Ctrl+D fills down, Ctrl+Z undoes.
      </p>
    </div>
  );
}

function ChangeList({ edits, columns }: { readonly edits: SheetEdits; readonly columns: readonly SheetColumn[] }) {
  const lines = Object.entries(edits).flatMap(([id, { label, before, texts }]) =>
    columns
      .filter((column) => texts[column.name] !== undefined)
      .map((column) => ({
        key: `${id}:${column.name}`,
        label,
        title: column.title,
        was: shownText(column, before[column.name] ?? ""),
        is: shownText(column, texts[column.name] ?? ""),
      })),
  );
  return (
    <>
      <ul className="divide-y divide-hairline border-y border-hairline" aria-label="What will change">
        {lines.slice(0, MOST_LISTED).map((line) => (
          <li key={line.key} className="py-1.5">
            <span className="font-semibold">{line.label}</span> · {line.title}
            <span className="figures block">
              <del className="text-ink-2">{line.was === "" ? "nothing" : line.was}</del> →{" "}
              <ins className="font-semibold no-underline">{line.is === "" ? "nothing" : line.is}</ins>
            </span>
          </li>
        ))}
      </ul>
      {lines.length > MOST_LISTED ? <p className="mt-2">and {lines.length - MOST_LISTED} more</p> : null}
    </>
  );
}

interface AnswerNoticeProps {
  readonly answer: SheetAnswer | undefined;
  /** The response while it is still relevant. */
  readonly shown: SheetAnswer | undefined;
  readonly nouns: Nouns;
  readonly sheet: SheetState;
}

/** Focused on each new response. */
function AnswerNotice({ answer, shown, nouns, sheet }: AnswerNoticeProps) {
  const format = useMoneyFormat();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer !== undefined) notice.current?.focus();
  }, [answer]);
  if (shown === undefined) return null;
  const counts = shown.kind === "lost" ? null : answerCounts(shown, nouns, format);
  return (
    // The focus announces it; an alert would repeat it.
    <div className="mb-3 rounded border-2 border-beet bg-beet-tint p-3">
      <div ref={notice} tabIndex={-1}>
        <p className="font-semibold">{counts === null ? LOST_WORDS : counts.saved}</p>
        {counts === null ? null : <p className="mt-1">{counts.left}: what you typed is still there, with the reason next to it.</p>}
      </div>
      {counts === null ? null : <RefusedCells sheet={sheet} />}
    </div>
  );
}

import { Fold } from "#app/kit/fold.tsx";
import type { HistoryLine } from "./record-form-data.ts";
import { UndoButton } from "./undo-button.tsx";

/**
 * The record's changes, newest first; those still in effect can be undone. Its buttons are forms, so it must be outside the record's form.
 */
export function RecordHistory({ history }: { readonly history: readonly HistoryLine[] }) {
  if (history.length === 0) return null;
  return (
    <Fold title="History" look="title" className="mt-4 max-w-3xl">
      <ol className="divide-y divide-hairline border-y border-hairline">
        {history.map((line) => (
          <li key={line.id} className="flex flex-wrap items-baseline gap-x-2 py-2">
            <span className="grow">
              <span className="font-semibold">{line.who}</span> {line.what}
              <span className="block text-xs text-ink-2">
                <time dateTime={line.at}>{line.when}</time>
                {line.undoneBy === null ? null : ` · undone by ${line.undoneBy}`}
              </span>
            </span>
            {line.canUndo ? <UndoButton entry={line.id} label={`Undo: ${line.what}`} /> : null}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

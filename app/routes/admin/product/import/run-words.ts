import type { ImportCounts, ImportState } from "#app/catalogue/domain/import/import-run.ts";
import type { StatusTone } from "#app/kit/status.tsx";
import type { MoneyFormat } from "#app/values/money.ts";
import { counted, pluralForm } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

/** Polling interval while an import is in progress. */
export const LOOK_EVERY_MS = 1000;

/** An import's state with its dot. */
export const STATE_WORDS: Readonly<Record<ImportState, { readonly tone: StatusTone; readonly words: string }>> = {
  uploaded: { tone: "wait", words: "Uploaded" },
  checking: { tone: "wait", words: "Being checked" },
  checked: { tone: "wait", words: "Checked, not imported" },
  running: { tone: "wait", words: "Running" },
  done: { tone: "on", words: "Imported" },
  failed: { tone: "bad", words: "Failed" },
  cancelled: { tone: "late", words: "Stopped" },
  undoing: { tone: "wait", words: "Being undone" },
  undone: { tone: "off", words: "Undone" },
};

/** "12 new, 3 changed, 1 left out" */
export function countWords(counts: ImportCounts | null, format: MoneyFormat): string {
  if (counts === null) return "–";
  const parts = [
    [counts.new, "new"],
    [counts.changed, "changed"],
    [counts.unchanged, "unchanged"],
    [counts.broken, "left out"],
  ] as const;
  const countTexts = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count, format)} ${word}`);
  return countTexts.length === 0 ? "nothing" : countTexts.join(", ");
}

/** The outcome in one line of the list: that of the undo if there was one, otherwise that of the import. */
export function outcomeWords(
  { state, counts, notes }: { readonly state: ImportState; readonly counts: ImportCounts | null; readonly notes: readonly string[] },
  format: MoneyFormat,
): string {
  if (state !== "undone" || notes.length === 0) return countWords(counts, format);
  const [said = "", ...kept] = notes;
  return kept.length === 0
    ? said
    : `${said} ${formatNumber(kept.length, format)} changed since ${pluralForm(kept.length, "stays", "stay")}.`;
}

/** The message after some of the chosen imports could not be undone. */
export function undoWords(started: number, left: number): string {
  const startedSentence = counted(started, "import is being undone.", "imports are undone one after the other, the latest first.");
  return left === 0 ? startedSentence : `${startedSentence} ${counted(left, "has", "have")} nothing to undo.`;
}

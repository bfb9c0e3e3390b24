import type { ImportCounts, ImportState } from "#app/catalogue/domain/import/import-run.ts";
import type { StatusTone } from "#app/kit/status.tsx";
import type { MoneyFormat } from "#app/values/money.ts";
import { counted, pluralForm } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

/** How often a page looks where the imports stand while one is worked on. */
export const LOOK_EVERY_MS = 1000;

/** A state as a word with its dot. */
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
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count, format)} ${word}`);
  return said.length === 0 ? "nothing" : said.join(", ");
}

/** What came of it, in a line of the list: what an undo has done once there was one, what came in before. */
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

/** After several imports have begun to be taken back, and others could not. */
export function undoWords(started: number, left: number): string {
  const said = counted(started, "import is being undone.", "imports are undone one after the other, the latest first.");
  return left === 0 ? said : `${said} ${counted(left, "has", "have")} nothing to undo.`;
}

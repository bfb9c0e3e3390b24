import type { ImportCounts, ImportState } from "#app/catalogue/domain/import/import-run.ts";
import type { StatusTone } from "#app/kit/status.tsx";

/** A state as a word with its dot. */
export const STATE_WORDS: Readonly<Record<ImportState, { readonly tone: StatusTone; readonly words: string }>> = {
  uploaded: { tone: "wait", words: "Uploaded" },
  checking: { tone: "wait", words: "Being checked" },
  checked: { tone: "wait", words: "Checked, not imported" },
  running: { tone: "wait", words: "Running" },
  done: { tone: "on", words: "Imported" },
  failed: { tone: "bad", words: "Could not go on" },
  cancelled: { tone: "late", words: "Stopped" },
  undoing: { tone: "wait", words: "Being undone" },
  undone: { tone: "off", words: "Undone" },
};

/** "12 new, 3 changed, 1 left out" */
export function countWords(counts: ImportCounts | null): string {
  if (counts === null) return "–";
  const parts = [
    [counts.new, "new"],
    [counts.changed, "changed"],
    [counts.unchanged, "unchanged"],
    [counts.broken, "left out"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${count.toLocaleString("en-US")} ${word}`);
  return said.length === 0 ? "nothing" : said.join(", ");
}

/** "1.2 MB" */
export function sizeWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

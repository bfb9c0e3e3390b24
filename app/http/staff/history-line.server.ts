import type { HistoryLine } from "#app/kit/record/record-form-data.ts";
import type { HistoryEntry } from "#app/staff/data/history.server.ts";
import { formatInstant, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { COMBINED_KIND } from "#app/staff/domain/combined-ids.ts";
import { fieldWords } from "#app/staff/domain/field-words.ts";
import { stillStands } from "#app/staff/domain/record-changes.ts";

const MOST_NAMED = 4;

/** One history line of a record; `value` is its current state. */
export function historyLine(entry: HistoryEntry, id: number, value: object, clock: ShopClock, now: Date): HistoryLine {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    when: formatInstant(entry.at, clock, now),
    who: entry.userName,
    what: `${whatHappened(entry, id)}${entry.kind === COMBINED_KIND ? ", with a configuration file" : ""}`,
    undoneBy: entry.undoneBy,
    // Actions on several records are undone as a whole, in the history.
    canUndo: entry.kind !== COMBINED_KIND && entry.undoneBy === null && stillStands(entry.after[id] ?? null, value),
  };
}

function whatHappened({ action, before, after }: HistoryEntry, id: number): string {
  const was = before[id] ?? null;
  const is = after[id] ?? null;
  if (action === "merge") return is === null ? "merged it into another" : "merged another one into it";
  if (was === null && is !== null) return action === "undo" ? "brought it back" : "added it";
  if (is === null) return "deleted it";
  if ("deletedAt" in is) return is["deletedAt"] === null ? "brought it back" : "deleted it";
  const names = Object.keys(is).map(fieldWords);
  const shown = names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(", ")} and more` : names.join(", ");
  return action === "undo" ? `took back: ${shown}` : `changed: ${shown}`;
}

import { useMemo, useState } from "react";
import { useSubmit } from "react-router";
import { countKey, type Count, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import {
  countedAt,
  NO_COUNTS,
  readDraft,
  settledDraft,
  summaryOf,
  withCount,
  withEarlier,
  withOneMore,
  withoutCounts,
  type CountDraft,
  type Counter,
  type DraftCount,
} from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { storeText, useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";

/** The storage key of counts that are not applied yet. */
const DRAFT_KEY = "shopbell:counts";

/**
 * This browser's counts, kept when the user leaves the page, until they are applied or discarded. The user who counts becomes their owner.
 */
export function useCounts(user: Counter) {
  const [text, store] = useStoredText(DRAFT_KEY);
  const submit = useSubmit();
  /** The stored text when the browser failed to store a change. */
  const [fullWith, setFullWith] = useState<string | null>();
  const draft = useMemo(() => readDraft(text), [text]);
  const summary = useMemo(() => summaryOf(draft), [draft]);
  // Several changes in one tick build on each other.
  const current = () => {
    const stored = localStorage.getItem(DRAFT_KEY);
    return stored === text ? draft : readDraft(stored);
  };
  const put = (next: CountDraft) => {
    const isStored = store(JSON.stringify({ ...next, by: { id: user.id, name: user.name } }));
    setFullWith(isStored ? undefined : localStorage.getItem(DRAFT_KEY));
  };
  return {
    draft,
    summary,
    /** The browser failed to store the last change. */
    isFull: fullWith === text,
    count: (row: CountRow, typed: string) => put(withCount(current(), row, typed, Date.now())),
    restore: (row: CountRow, earlier: DraftCount | undefined) => put(withEarlier(current(), row, earlier)),
    addOne: (row: CountRow) => {
      put(withOneMore(current(), row, Date.now()));
      return current().counts[countKey(row)]?.text ?? "0";
    },
    /** @param keys row keys */
    remove: (keys: readonly string[]) => put(withoutCounts(current(), keys)),
    /** Makes another user's counts the user's own, without asking again. */
    takeOver: () => put({ ...current(), continued: countedAt(current()) }),
    discard: () => put(NO_COUNTS),
    send: () => {
      const sent = current();
      // Reuses the id if the response was lost.
      const act = sent.act === "" ? crypto.randomUUID() : sent.act;
      put({ ...sent, act });
      const now = Date.now();
      const aged = summaryOf(sent).counts.map(({ at, firstAt, ...count }) => {
        return { ...count, ageSeconds: Math.round((now - at) / 1000), lastedSeconds: Math.round((at - firstAt) / 1000) };
      });
      const counts = JSON.stringify({ act, counts: aged });
      void submit({ intent: "counts", counts }, { method: "post", preventScrollReset: true });
    },
  };
}

/** Removes submitted counts from the draft. @param refused sentences by row key */
export function settleCounts(sent: unknown, refused: Readonly<Record<string, string>>): void {
  const body = jsonOf(typeof sent === "string" ? sent : "");
  const counts = isRecord(body) && Array.isArray(body["counts"]) ? (body["counts"] as readonly Count[]) : [];
  const next = settledDraft(readDraft(localStorage.getItem(DRAFT_KEY)), counts, refused);
  // If the browser's storage is full, they remain with the stock-taking's id: when sent again, they are recognized.
  storeText(DRAFT_KEY, JSON.stringify(next));
}

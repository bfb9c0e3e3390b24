import { useSubmit } from "react-router";
import { countKey, MAX_COUNTS, type Count, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import {
  NO_COUNTS,
  readDraft,
  settledDraft,
  summaryOf,
  withCount,
  withEarlier,
  withOneMore,
  withoutCount,
  type CountDraft,
  type Counter,
  type DraftCount,
} from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";

/** Where this browser keeps counts that are not applied yet. */
const DRAFT_KEY = "shopbell:counts";

/** The counts of this browser: kept while the page is left, until they are applied or discarded. Whoever counts makes them theirs. */
export function useCounts(user: Counter) {
  const [text, store] = useStoredText(DRAFT_KEY);
  const submit = useSubmit();
  const draft = readDraft(text);
  // Several changes of one turn follow each other.
  const current = () => readDraft(localStorage.getItem(DRAFT_KEY));
  const put = ({ act, counts }: CountDraft) => store(JSON.stringify({ act, by: { id: user.id, name: user.name }, counts }));
  return {
    draft,
    summary: summaryOf(draft),
    count: (row: CountRow, typed: string) => put(withCount(current(), row, typed, Date.now())),
    restore: (row: CountRow, earlier: DraftCount | undefined) => put(withEarlier(current(), row, earlier)),
    addOne: (row: CountRow) => {
      const next = withOneMore(current(), row, Date.now());
      put(next);
      return next.counts[countKey(row)]?.text ?? "";
    },
    remove: (key: string) => put(withoutCount(current(), key)),
    /** Makes the counts of someone else the user's. */
    takeOver: () => put(current()),
    discard: () => put(NO_COUNTS),
    send: () => {
      const sent = current();
      // The same number again when the answer was lost.
      const act = sent.act === "" ? crypto.randomUUID() : sent.act;
      put({ ...sent, act });
      const now = Date.now();
      const aged = summaryOf(sent)
        .counts.slice(0, MAX_COUNTS)
        .map(({ at, ...count }) => ({ ...count, ageSeconds: Math.max(0, Math.round((now - at) / 1000)) }));
      const counts = JSON.stringify({ act, counts: aged });
      void submit({ intent: "counts", counts }, { method: "post", preventScrollReset: true });
    },
  };
}

/** Takes what was sent out of the draft. @param refused sentences by key of the row */
export function settleCounts(sent: unknown, refused: Readonly<Record<string, string>>): void {
  const body = jsonOf(typeof sent === "string" ? sent : "");
  const counts = isRecord(body) && Array.isArray(body["counts"]) ? (body["counts"] as readonly Count[]) : [];
  const next = settledDraft(readDraft(localStorage.getItem(DRAFT_KEY)), counts, refused);
  localStorage.setItem(DRAFT_KEY, JSON.stringify(next));
}

import { findHits } from "#app/http/staff/find-hits.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { HistoryRow } from "#app/staff/data/history-list.server.ts";
import { listReferences, referenceKind, type RecordNames, type ReferenceKind } from "./field-text.server.ts";

const MOST_NAMED = 500;
const KINDS: readonly ReferenceKind[] = ["category", "product", "media", "template"];

/** Names of the records that an entry changed or refers to; deleted records have none. */
export async function readRecordNames(db: Db, { kind: own, ids: ownIds, before, after }: HistoryRow): Promise<RecordNames> {
  const references = [...listReferences(before), ...listReferences(after)];
  const found = await Promise.all(
    KINDS.map((kind) => {
      const changed = referenceKind(own) === kind ? ownIds.map(Number) : [];
      const referred = references.filter(([each]) => each === kind).map(([, id]) => id);
      const ids = [...new Set([...changed, ...referred])].slice(0, MOST_NAMED);
      return findHits(db, kind, { ids }, MOST_NAMED);
    }),
  );
  return new Map(found.flat().map(({ kind, id, label }) => [`${kind} ${id}`, label]));
}

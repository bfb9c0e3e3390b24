import {
  categoryRecords,
  emptyCategory,
  listCategoryPlaces,
  listChildIds,
  placeCategory,
  type CategoryRecord,
} from "#app/catalogue/data/category-records.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { FieldProblems } from "#app/staff/data/record-store.ts";
import { changedFields } from "#app/staff/domain/record-changes.ts";
import { actOnRecord, refuseAct, type Actor, type Done } from "#app/staff/workflows/change-records.server.ts";
import type { Deletion } from "#app/staff/workflows/remove-record.server.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

export interface CategoryChange {
  readonly id: number;
  /** Only if it has this version; missing: any version. */
  readonly version?: number | undefined;
  readonly fields: Partial<Pick<CategoryRecord, "name" | "description" | "isHidden">>;
  /** The new position; missing: unchanged. */
  readonly place?: CategoryTarget | undefined;
}

interface CategoryTarget {
  /** Missing: the current one. */
  readonly parentId?: number | null | undefined;
  /** Index among the parent's children; missing or too large: last. */
  readonly index?: number | undefined;
}

type Refusal = { readonly kind: "overtaken" } | { readonly kind: "refused"; readonly problems: FieldProblems };
export type ChangedCategory = Done | { readonly kind: "missing" } | Refusal;

/** Changes a category's fields and position as one action with one history entry. */
export async function changeCategory(db: Db, actor: Actor, { id, version, fields, place }: CategoryChange): Promise<ChangedCategory> {
  const present = (await listCategoryPlaces(db)).find((row) => row.id === id);
  if (present === undefined) return { kind: "missing" };
  const parentId = place?.parentId === undefined ? present.parentId : place.parentId;
  let refusal: Refusal | undefined;
  const refuse = (why: Refusal): never => {
    refusal = why;
    return refuseAct(why.kind);
  };
  const done = await actOnRecord(db, categoryRecords, actor, {
    action: Object.keys(fields).length === 0 ? "move" : "edit",
    id,
    touches: place === undefined ? [] : await listChildIds(db, parentId),
    run: async (tx) => {
      const current = (await categoryRecords.find(tx, [id])).get(id);
      if (current === undefined || (version ?? current.version) !== current.version) return refuse({ kind: "overtaken" });
      // Its products are unchanged.
      const { products: _products, ...value } = current.value;
      const next = { ...value, ...fields };
      const problems = await categoryRecords.check?.(tx, id, place === undefined ? next : { ...next, parentId }, current.value);
      if (problems !== undefined) return refuse({ kind: "refused", problems });
      if (changedFields(value, next) !== undefined) await categoryRecords.update(tx, id, next, current.value);
      if (place === undefined) return;
      const problem = await placeCategory(tx, id, parentId, place.index ?? Number.MAX_SAFE_INTEGER);
      if (problem !== null) refuse({ kind: "refused", problems: { parentId: problem } });
    },
  });
  if (done.kind !== "refused") return done;
  return refusal ?? { kind: "refused", problems: { name: done.problem } };
}

/**
 * The first step of deleting a category: its subcategories move up, its products to another category or only out. The error is a sentence.
 */
export async function categoryDeletion(db: Db, id: number, moveTo: number | null): Promise<Result<Deletion, string>> {
  const rows = await listCategoryPlaces(db);
  if (moveTo !== null && (moveTo === id || !rows.some((row) => row.id === moveTo))) return fail("Choose where the products go.");
  const below = rows.filter((row) => row.parentId === id).map((row) => row.id);
  return ok({ touches: [...below, ...(moveTo === null ? [] : [moveTo])], before: (tx) => emptyCategory(tx, id, moveTo) });
}

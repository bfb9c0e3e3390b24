import { claimCategory, insertCategoryEntry, type CategoryEntry } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { labelKey, labelName } from "#app/catalogue/domain/import/category-paths.ts";
import { labelImportKey } from "#app/catalogue/domain/import/differences.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";

/** Finds or creates the file's categories. Caches them for the following products. */
export interface CategoryResolver {
  /** Ids in the file's order. */
  resolve(planned: PlannedProduct["categories"]): Promise<readonly number[]>;
  /** The created categories, in order. */
  readonly made: readonly { readonly id: number; readonly name: string }[];
}

/** @param tx null = read only: categories to create get temporary ids. */
export function createCategoryResolver(entries: readonly CategoryEntry[], tx: Db | null): CategoryResolver {
  const known: CategoryEntry[] = [...entries];
  const made: { readonly id: number; readonly name: string }[] = [];

  async function make(parentId: number | null, name: string, importKey: string | null): Promise<CategoryEntry> {
    const id = tx === null ? -1 - known.length : await insertCategoryEntry(tx, { parentId, name, importKey, hue: hueOf(name) });
    const entry = { id, parentId, name, importKey };
    known.push(entry);
    made.push({ id, name });
    return entry;
  }

  async function resolveLabel(label: string): Promise<number> {
    const importKey = labelImportKey(label);
    const byKey = known.find((entry) => entry.importKey === importKey);
    if (byKey !== undefined) return byKey.id;
    const sameName = known.findIndex(
      (entry) => entry.parentId === null && entry.importKey === null && labelKey(entry.name) === labelKey(label),
    );
    const own = known[sameName];
    if (own === undefined) return (await make(null, labelName(label), importKey)).id;
    if (tx !== null) await claimCategory(tx, own.id, importKey);
    known[sameName] = { ...own, importKey };
    return own.id;
  }

  async function resolvePath(path: readonly string[]): Promise<number | null> {
    let parentId: number | null = null;
    for (const name of path) {
      const above: number | null = parentId;
      const entry: CategoryEntry =
        known.find((each) => each.parentId === above && labelKey(each.name) === labelKey(name)) ?? (await make(above, name, null));
      parentId = entry.id;
    }
    return parentId;
  }

  return {
    made,
    async resolve(planned) {
      const ids: number[] = [];
      if (planned.kind === "labels") for (const label of planned.labels) ids.push(await resolveLabel(label));
      else for (const path of planned.paths) ids.push((await resolvePath(path)) ?? 0);
      return [...new Set(ids)].filter((id) => id !== 0);
    },
  };
}

/** A hue derived from the name. */
function hueOf(name: string): number {
  let hue = 7;
  for (let index = 0; index < name.length; index += 1) hue = (hue * 31 + name.charCodeAt(index)) % 360;
  return hue;
}

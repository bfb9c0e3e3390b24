import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import type { Picture } from "#app/media/domain/picture.ts";

/** A category in lists, chips and tiles. */
export interface CategorySummary {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  /** Plain text. */
  readonly description: string;
  readonly picture: Picture | null;
  /** 0–359: tints initial tiles and picture backgrounds. */
  readonly hue: number;
  readonly isHidden: boolean;
  /** Order hours of its products; null: always. */
  readonly hours: WeeklyHours | null;
}

/** `productCount` counts offered products in the tree once. */
export interface CategoryNode extends CategorySummary {
  readonly productCount: number;
  readonly children: readonly CategoryNode[];
}

/** A category page with ancestors, siblings and children. */
export interface CategoryPlace {
  readonly category: CategorySummary;
  /** From the root down, without the category itself. */
  readonly ancestors: readonly CategorySummary[];
  /** Siblings including itself, in menu order. */
  readonly siblings: readonly CategorySummary[];
  readonly children: readonly CategorySummary[];
}

/** How many levels a category tree may have. */
export const MAX_CATEGORY_DEPTH = 4;

/** Builds a tree from rows in menu order; rows without parent are dropped. */
export function buildCategoryTree(rows: readonly CategorySummary[], counts: ReadonlyMap<number, number>): readonly CategoryNode[] {
  const byParent = new Map<number | null, CategorySummary[]>();
  for (const row of rows) {
    const siblings = byParent.get(row.parentId);
    if (siblings === undefined) byParent.set(row.parentId, [row]);
    else siblings.push(row);
  }
  const nodesUnder = (parentId: number | null): CategoryNode[] =>
    (byParent.get(parentId) ?? []).map((row) => ({ ...row, productCount: counts.get(row.id) ?? 0, children: nodesUnder(row.id) }));
  return nodesUnder(null);
}

/** A category with descendants, depth first. */
export function descendantIds(rows: readonly { readonly id: number; readonly parentId: number | null }[], id: number): readonly number[] {
  const children = Map.groupBy(rows, (row) => row.parentId);
  const found = new Set<number>();
  const visit = (current: number): void => {
    if (found.has(current)) return;
    found.add(current);
    for (const row of children.get(current) ?? []) visit(row.id);
  };
  visit(id);
  return [...found];
}

/** Rows in tree order, children after parents. */
export function inTreeOrder<Row extends { readonly id: number; readonly parentId: number | null }>(rows: readonly Row[]): readonly Row[] {
  const children = Map.groupBy(rows, (row) => row.parentId);
  const below = (parentId: number | null): readonly Row[] => (children.get(parentId) ?? []).flatMap((row) => [row, ...below(row.id)]);
  return below(null);
}

/** The category's ancestors from the root down, without itself. */
export function ancestorIds(rows: readonly { readonly id: number; readonly parentId: number | null }[], id: number): readonly number[] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]));
  const found: number[] = [];
  for (let parent = parents.get(id) ?? null; parent !== null && !found.includes(parent); parent = parents.get(parent) ?? null)
    found.unshift(parent);
  return found;
}

/** Why the category cannot be below that parent; null if it can. `id` null: new. */
export function placeProblem(
  rows: readonly { readonly id: number; readonly parentId: number | null }[],
  id: number | null,
  parentId: number | null,
): string | null {
  if (parentId === null) return null;
  if (!rows.some((row) => row.id === parentId)) return "This category is gone. Choose another one.";
  const below = id === null ? [] : descendantIds(rows, id);
  if (below.includes(parentId)) return "A category cannot be inside itself.";
  const level = ancestorIds(rows, parentId).length + 2;
  const deepest = Math.max(level, ...below.map((each) => level + ancestorIds(rows, each).length - ancestorIds(rows, id ?? each).length));
  return deepest > MAX_CATEGORY_DEPTH ? `Categories go at most ${MAX_CATEGORY_DEPTH} levels deep; this would make ${deepest}.` : null;
}

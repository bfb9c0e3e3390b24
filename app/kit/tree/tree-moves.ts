/** One entry of a tree; the list contains siblings in order. */
export interface TreeItem {
  readonly id: string;
  readonly parentId: string | null;
  readonly label: string;
}

/** The target of a move: below `parentId` (null = the top), at this index among the siblings without the entry. */
export interface TreePlace {
  readonly parentId: string | null;
  readonly index: number;
}

export const TREE_STEPS = ["up", "down", "in", "out"] as const;
export type TreeStep = (typeof TREE_STEPS)[number];

export function childrenOf<Item extends TreeItem>(items: readonly Item[], parentId: string | null): readonly Item[] {
  return items.filter((item) => item.parentId === parentId);
}

/** Number of levels from the entry down: 1 without children. */
function heightOf(items: readonly TreeItem[], id: string): number {
  return 1 + Math.max(0, ...childrenOf(items, id).map((child) => heightOf(items, child.id)));
}

/** The level of the children of `parentId`: 1 at the top. */
function levelBelow(items: readonly TreeItem[], parentId: string | null): number {
  const parent = items.find((item) => item.id === parentId);
  return parent === undefined ? 1 : 1 + levelBelow(items, parent.parentId);
}

/** The tree's maximum depth and further restrictions on parents. */
export interface TreeRules {
  readonly maxDepth: number;
  readonly mayBeBelow?: (id: string, parentId: string | null) => boolean;
}

/** Whether the entry may be placed there: not below itself, and within the maximum depth. */
export function mayStand(items: readonly TreeItem[], id: string, parentId: string | null, { maxDepth, mayBeBelow }: TreeRules): boolean {
  if (mayBeBelow?.(id, parentId) === false) return false;
  for (let above = parentId; above !== null; above = items.find((item) => item.id === above)?.parentId ?? null) {
    if (above === id) return false;
  }
  return levelBelow(items, parentId) + heightOf(items, id) - 1 <= maxDepth;
}

/** The place one step away; null if there is none. "in" = below the previous sibling, "out" = after its parent. */
export function stepFrom(items: readonly TreeItem[], id: string, step: TreeStep, rules: TreeRules): TreePlace | null {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return null;
  const siblings = childrenOf(items, item.parentId);
  const at = siblings.indexOf(item);
  switch (step) {
    case "up":
      return at === 0 ? null : { parentId: item.parentId, index: at - 1 };
    case "down":
      return at === siblings.length - 1 ? null : { parentId: item.parentId, index: at + 1 };
    case "in": {
      const before = siblings[at - 1];
      if (before === undefined || !mayStand(items, id, before.id, rules)) return null;
      return { parentId: before.id, index: childrenOf(items, before.id).length };
    }
    case "out": {
      const parent = items.find((each) => each.id === item.parentId);
      if (parent === undefined || !mayStand(items, id, parent.parentId, rules)) return null;
      return { parentId: parent.parentId, index: childrenOf(items, parent.parentId).indexOf(parent) + 1 };
    }
  }
}

/** The entries after a move. */
export function placeItem<Item extends TreeItem>(items: readonly Item[], id: string, { parentId, index }: TreePlace): readonly Item[] {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return items;
  const others = items.filter((each) => each.id !== id);
  const next = childrenOf(others, parentId)[index];
  return others.toSpliced(next === undefined ? others.length : others.indexOf(next), 0, { ...item, parentId });
}

/** A move as one form value: "12:3:0" = entry 12 below 3 at the first place, "12::2" = at the top. */
export function moveText(id: string, place: TreePlace): string {
  return `${id}:${place.parentId ?? ""}:${place.index}`;
}

/** Reads what `moveText` wrote, for entries whose ids are numbers; undefined for anything else. */
export function parseMove(text: unknown): { readonly id: number; readonly parentId: number | null; readonly index: number } | undefined {
  const match = typeof text === "string" ? /^([1-9]\d{0,8}):([1-9]\d{0,8})?:(\d{1,4})$/.exec(text) : null;
  if (match === null) return undefined;
  return { id: Number(match[1]), parentId: match[2] === undefined ? null : Number(match[2]), index: Number(match[3]) };
}

import { childrenOf, type TreeItem } from "./tree-moves.ts";

/** The control that names a row of the tree in `area`. */
export function rowLink(area: HTMLElement | null, id: string | undefined): Element | null | undefined {
  return id === undefined ? null : area?.querySelector(`[data-row="${id}"] [data-row-link]`);
}

/** The row to focus after a removal: the next at its level, the previous one, its parent; otherwise the first button below the tree. */
export function nextRow(area: HTMLElement | null, items: readonly TreeItem[], removedId: string): Element | null | undefined {
  const removed = items.find(({ id }) => id === removedId);
  if (removed === undefined) return null;
  const siblings = childrenOf(items, removed.parentId);
  const at = siblings.indexOf(removed);
  const neighbour = siblings[at + 1] ?? siblings[at - 1];
  return rowLink(area, neighbour?.id ?? removed.parentId ?? undefined) ?? area?.querySelector("button");
}

import { useState, type DragEvent } from "react";
import { childrenOf, mayStand, type TreeItem, type TreePlace, type TreeRules } from "./tree-moves.ts";

/** The drop position of a dragged row. */
export interface Landing {
  readonly on: string;
  readonly side: "before" | "inside" | "after";
}

/** Drag and drop for the rows of a tree: `move` receives a row that was dropped on a valid place. */
export function useTreeDrag(items: readonly TreeItem[], rules: TreeRules, move: (id: string, place: TreePlace) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [landing, setLanding] = useState<Landing | null>(null);

  const landingAt = (event: DragEvent, on: string): Landing | null => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - box.top) / box.height;
    const lower = part > 0.7 ? "after" : "inside";
    const found: Landing = { on, side: part < 0.3 ? "before" : lower };
    return dragged !== null && placeAt(items, dragged, found, rules) !== null ? found : null;
  };
  const end = () => {
    setDragged(null);
    setLanding(null);
  };
  const handlersOf = (id: string) => ({
    onDragStart: () => setDragged(id),
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      const found = landingAt(event, id);
      if (found !== null) event.preventDefault();
      if (found?.on !== landing?.on || found?.side !== landing?.side) setLanding(found);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      const found = landingAt(event, id);
      const place = dragged === null || found === null ? null : placeAt(items, dragged, found, rules);
      if (dragged !== null && place !== null) move(dragged, place);
      end();
    },
  });
  return { dragged, landing, handlersOf };
}

/** The place of a drop; null if the entry may not be there, or already is. */
function placeAt(items: readonly TreeItem[], id: string, { on, side }: Landing, rules: TreeRules): TreePlace | null {
  const target = items.find((item) => item.id === on);
  if (target === undefined || on === id) return null;
  const parentId = side === "inside" ? on : target.parentId;
  if (!mayStand(items, id, parentId, rules)) return null;
  const others = childrenOf(items, parentId).filter((item) => item.id !== id);
  if (side === "inside") return { parentId, index: others.length };
  return { parentId, index: others.indexOf(target) + (side === "after" ? 1 : 0) };
}

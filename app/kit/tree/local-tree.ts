import type { TreePlace } from "./tree-moves.ts";

/** A tree inside a form, which receives the moves and the expanded row. */
export interface LocalTree {
  readonly onMove: (id: string, place: TreePlace) => void;
  readonly onOpen: (id: string) => void;
  /** The row whose fields are expanded. */
  readonly openId: string | null;
}

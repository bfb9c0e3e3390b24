import type { TreePlace } from "./tree-moves.ts";

/** A tree inside a form, which gets its moves and opened rows. */
export interface LocalTree {
  readonly onMove: (id: string, place: TreePlace) => void;
  readonly onOpen: (id: string) => void;
  /** The row whose fields are open. */
  readonly openId: string | null;
}

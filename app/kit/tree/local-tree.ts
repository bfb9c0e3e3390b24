import type { TreePlace } from "./tree-moves.ts";

/** A tree that is part of a form: moves and openings are told to it. */
export interface LocalTree {
  readonly onMove: (id: string, place: TreePlace) => void;
  readonly onOpen: (id: string) => void;
  /** The row whose fields are open. */
  readonly openId: string | null;
}

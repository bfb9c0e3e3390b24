/** A search result, as pickers and the command palette show it. */
export interface Hit {
  /** The record's kind, as the search call names it. */
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** Distinguishes records of the same name: price, number, path. */
  readonly detail: string;
  /** Its page; null = it has none yet. */
  readonly to: string | null;
  /** Address of a small picture. */
  readonly picture: string | null;
  /** Alt text of a picture; "" = none. */
  readonly alt?: string;
  /** For a picture: the common prefix of its sizes' addresses. */
  readonly base?: string;
}

/** Rendered below a picker: another way to find or create records. */
export interface PickerExtraProps {
  readonly isMany: boolean;
  /** Selects a record. */
  readonly onPick: (hit: Hit) => void;
  /** Reports a record's newer name and picture, selected or not. */
  readonly onLearn: (hit: Hit) => void;
}

/** The staff search call; it returns `{hits: Hit[]}`. */
export const SEARCH_CALL = "/admin/api/search";

/** One thing found, as pickers and the command palette show it. */
export interface Hit {
  /** What sort of record it is, as the search call names it. */
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** What tells it from others of the same name: price, number, path. */
  readonly detail: string;
  /** Its page; null = it has none yet. */
  readonly to: string | null;
  /** Address of a small picture. */
  readonly picture: string | null;
  /** Alt text of a picture; "" = none. */
  readonly alt?: string;
  /** Of a picture: what the addresses of its sizes begin with. */
  readonly base?: string;
}

/** What stands below a picker: another way to find or make records. */
export interface PickerExtraProps {
  readonly isMany: boolean;
  /** Chooses a record. */
  readonly onPick: (hit: Hit) => void;
  /** Tells a record's newer name and picture, chosen or not. */
  readonly onLearn: (hit: Hit) => void;
}

/** The staff search call; its answer is `{hits: Hit[]}`. */
export const SEARCH_CALL = "/admin/api/search";

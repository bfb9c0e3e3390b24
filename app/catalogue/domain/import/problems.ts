/** Something in the file that was not taken as it stands. `lost`: what of it did not come in. */
export interface ImportProblem {
  readonly line: number;
  /** A sentence for the person who has the file. */
  readonly message: string;
  readonly lost: "product" | "row" | "detail";
}

export type Note = (line: number, lost: ImportProblem["lost"], message: string) => void;

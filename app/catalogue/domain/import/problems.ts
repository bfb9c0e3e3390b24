/** A problem of the file. `lost`: what was not imported. */
export interface ImportProblem {
  readonly line: number;
  /** A sentence for the owner of the file. */
  readonly message: string;
  readonly lost: "product" | "row" | "detail";
}

export type Note = (line: number, lost: ImportProblem["lost"], message: string) => void;

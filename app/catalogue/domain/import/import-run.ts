export type CsvSeparator = "," | ";" | "\t" | "|";
export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** State of an import: uploaded, checking, checked, running, done, failed, cancelled, undoing, undone. */
export const IMPORT_STATES = ["uploaded", "checking", "checked", "running", "done", "failed", "cancelled", "undoing", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export type ItemOutcome = "new" | "changed" | "unchanged" | "broken";

/** States in which a job is running. */
export const BUSY_STATES: readonly ImportState[] = ["checking", "running", "undoing"];
/** States with possible changes in the catalogue. */
export const UNDOABLE_STATES: readonly ImportState[] = ["done", "failed", "cancelled"];

/** Products by outcome, and other counts. */
export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly broken: number;
  readonly problems: number;
  readonly picturesWanted: number;
  readonly picturesStored: number;
}

/** Detected file format. */
export interface ImportFacts {
  readonly separator: CsvSeparator;
  readonly encoding: CsvEncoding;
  readonly headings: readonly string[];
  readonly samples: readonly (readonly string[])[];
}

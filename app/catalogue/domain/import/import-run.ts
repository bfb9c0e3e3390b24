/**
 * Where an import stands: its file is here (uploaded), is being looked at (checking), has been (checked); is being brought in (running), is in
 * (done), could not go on (failed), was stopped (cancelled); is being taken back (undoing), has been (undone).
 */
export const IMPORT_STATES = ["uploaded", "checking", "checked", "running", "done", "failed", "cancelled", "undoing", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export type ItemOutcome = "new" | "changed" | "unchanged" | "broken";

/** States in which a job works on it. */
export const BUSY_STATES: readonly ImportState[] = ["checking", "running", "undoing"];
/** States in which something of it may be in the catalogue. */
export const UNDOABLE_STATES: readonly ImportState[] = ["done", "failed", "cancelled"];

/** Products by outcome, and what else came up. */
export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly broken: number;
  readonly problems: number;
  readonly picturesWanted: number;
  readonly picturesStored: number;
}

/** How a file is written, as it was found when it came. */
export interface ImportFacts {
  readonly separator: string;
  readonly encoding: string;
  readonly headings: readonly string[];
  readonly samples: readonly (readonly string[])[];
}

import type { SubmissionResult } from "@conform-to/react";

/** What a record form needs of the server: texts by field name, limits for the browser, and what a stale edit is told by. */
export interface RecordFormData {
  readonly values: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, FieldLimits>>;
  /** null = a new record. */
  readonly version: number | null;
  /** Seals of the fields as they stand here, as JSON. */
  readonly seen: string;
}

export interface FieldLimits {
  readonly required: boolean;
  readonly maxLength: number | undefined;
}

/** A field in which this form and what somebody else has stored meanwhile differ. */
export interface FieldConflict {
  readonly name: string;
  /** What this form sent. */
  readonly mine: string;
  /** What is stored now. */
  readonly theirs: string;
  /** Changed here, too; then `mine` stays in the form, otherwise `theirs` does. */
  readonly isMine: boolean;
}

/** What a record form is answered when it was not stored. */
export type RecordAnswer =
  | { readonly kind: "invalid"; readonly result: SubmissionResult }
  | {
      readonly kind: "conflict";
      /** The form with both people's changes in it; storing it again stores that. */
      readonly form: RecordFormData;
      readonly fields: readonly FieldConflict[];
      readonly by: string;
    }
  | { readonly kind: "lost" };

/** One act in a record's history. */
export interface HistoryLine {
  readonly id: number;
  /** ISO 8601, and as people read it in the shop's zone. */
  readonly at: string;
  readonly when: string;
  readonly who: string;
  /** "changed name and hours", "added it" */
  readonly what: string;
  /** Who has taken it back; null = it was not. */
  readonly undoneBy: string | null;
  /** All that it wrote still stands. */
  readonly canUndo: boolean;
}

/** What a record form needs of the server: texts by field name, limits for the browser, and hashes to detect stale edits. */
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

/** A field that this form and another user have both changed. */
export interface FieldConflict {
  readonly name: string;
  /** What this form sent. */
  readonly mine: string;
  /** What is stored now. */
  readonly theirs: string;
}

/** Something to confirm before the form is stored. */
export interface FormQuestion {
  /** The field it is about; sent back as `confirmed`. */
  readonly field: string;
  /** What is unusual, and what else could be done. */
  readonly text: string;
  /** "Yes, show it at $0.00" */
  readonly yes: string;
}

export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** What a record form is answered when it was not stored. */
export type RecordAnswer =
  | {
      readonly kind: "invalid";
      /** Messages by field name, `name[0]` or `name.part`. */
      readonly errors: FieldMessages;
      /** What was sent, by field name. */
      readonly typed: Readonly<Record<string, string>>;
      readonly question?: FormQuestion;
    }
  | {
      readonly kind: "conflict";
      /** The form with both users' changes in it; saving it again stores that. A field that both changed has this form's text. */
      readonly form: RecordFormData;
      /** The texts that are stored now. */
      readonly stored: RecordFormData["values"];
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

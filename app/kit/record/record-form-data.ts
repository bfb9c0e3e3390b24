/** What a record form gets from the server: texts by field name, limits for the browser, and hashes to detect stale edits. */
export interface RecordFormData {
  readonly values: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, FieldLimits>>;
  /** null = a new record. */
  readonly version: number | null;
  /** Hashes of the fields as shown here, as JSON. */
  readonly seen: string;
}

export interface FieldLimits {
  readonly required: boolean;
  readonly maxLength: number | undefined;
}

/** A field that both this form and another user have changed. */
export interface FieldConflict {
  readonly name: string;
  /** What this form sent. */
  readonly mine: string;
  /** What is stored now. */
  readonly theirs: string;
}

/** Something to confirm before the form is stored. */
export interface FormQuestion {
  /** The field in question; sent back as `confirmed`. */
  readonly field: string;
  /** What is unusual, and the alternatives. */
  readonly text: string;
  /** "Yes, show it at $0.00" */
  readonly yes: string;
}

export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/** The response to a record form that was not stored. */
export type RecordAnswer =
  | {
      readonly kind: "invalid";
      /** Messages by field name, `name[0]` or `name.part`. */
      readonly errors: FieldMessages;
      /** The submitted texts by field name. */
      readonly typed: Readonly<Record<string, string>>;
      readonly question?: FormQuestion;
    }
  | {
      readonly kind: "conflict";
      /** The form with both users' changes merged; saving again stores them. A field that both changed has this form's text. */
      readonly form: RecordFormData;
      /** The currently stored texts. */
      readonly stored: RecordFormData["values"];
      readonly fields: readonly FieldConflict[];
      readonly by: string;
    }
  | { readonly kind: "lost" };

/** One entry of a record's history. */
export interface HistoryLine {
  readonly id: number;
  /** ISO 8601, and as a readable text in the shop's time zone. */
  readonly at: string;
  readonly when: string;
  readonly who: string;
  /** "changed name and hours", "added it" */
  readonly what: string;
  /** The user who reverted it; null = not reverted. */
  readonly undoneBy: string | null;
  /** Everything that it wrote is still in effect. */
  readonly canUndo: boolean;
}

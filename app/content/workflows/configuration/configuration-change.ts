import type { ConfigurationSection } from "#app/content/domain/configuration/configuration-section.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import type { SettingsActor } from "#app/store/data/site-settings.server.ts";

/** An error in a file with its position: "settings.TAX_RATE", "pages[3].slug". */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

export interface ExportOptions {
  /** Coupon codes have monetary value: files contain them only on request. */
  readonly withCodes: boolean;
}

/** The input and the findings of comparing a section. */
export interface Reading {
  readonly db: Db;
  readonly lock: "lock" | undefined;
  /** The currency of the file's amounts. */
  readonly currency: string;
  /** The shop has no products and categories yet: parts that refer to them are skipped and listed in `left`. */
  readonly isEmpty: boolean;
  readonly left: string[];
  readonly problems: FileProblem[];
}

/** One change that a file would make; `before` null = new. */
export interface ConfigurationChange {
  readonly section: ConfigurationSection;
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

export interface SectionPlan {
  readonly changes: readonly ConfigurationChange[];
  /** Writes the changes in the caller's transaction. */
  apply(recorder: Recorder, tx: Db, actor: SettingsActor): Promise<void>;
}

export const NO_CHANGES: SectionPlan = { changes: [], apply: () => Promise.resolve() };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The result of a schema. */
export type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** A section of the file. */
export interface ConfigurationPart<Wanted = unknown> {
  readonly section: ConfigurationSection;
  readonly schema: { safeParse(section: unknown): Parsed<Wanted> };
  /** The stores it writes to, for the history and its undo. */
  readonly stores: readonly RecordStore[];
  exported(db: Db, options: ExportOptions): Promise<unknown>;
  planned(wanted: Wanted, reading: Reading): Promise<SectionPlan>;
}

/** Rolls the transaction back: the combined result of the file is invalid. */
export class RefusedFile extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super("the file was refused");
    this.problems = problems;
  }
}

import type { ConfigurationSection } from "#app/content/domain/configuration/configuration-section.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import type { SettingsActor } from "#app/store/data/site-settings.server.ts";

/** What is wrong in a file, and where: "settings.TAX_RATE", "pages[3].slug". */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

export interface ExportOptions {
  /** Coupon codes are worth money: files contain them only on request. */
  readonly withCodes: boolean;
}

/** What a section of a file is compared with, and where it notes what it finds. */
export interface Reading {
  readonly db: Db;
  readonly lock: "lock" | undefined;
  /** The one that the file's amounts are in. */
  readonly currency: string;
  /** The shop has no products and categories yet: what names them is left out, and told in `left`. */
  readonly isEmpty: boolean;
  readonly left: string[];
  readonly problems: FileProblem[];
}

/** One thing that a file would change; `before` null = it is new. */
export interface ConfigurationChange {
  readonly section: ConfigurationSection;
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

export interface SectionPlan {
  readonly changes: readonly ConfigurationChange[];
  /** Writes them in the caller's transaction. */
  apply(recorder: Recorder, tx: Db, actor: SettingsActor): Promise<void>;
}

export const NO_CHANGES: SectionPlan = { changes: [], apply: () => Promise.resolve() };

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a schema returns. */
export type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** A section of the file. */
export interface ConfigurationPart<Wanted = unknown> {
  readonly section: ConfigurationSection;
  readonly schema: { safeParse(section: unknown): Parsed<Wanted> };
  /** The stores of what it writes, for the history and its Undo. */
  readonly stores: readonly RecordStore[];
  exported(db: Db, options: ExportOptions): Promise<unknown>;
  planned(wanted: Wanted, reading: Reading): Promise<SectionPlan>;
}

/** Takes a transaction back: what all of the file comes to together cannot be kept. */
export class RefusedFile extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super("the file was refused");
    this.problems = problems;
  }
}

import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";

/** What is wrong in a file, and where: "settings.TAX_RATE", "pages[3].slug". */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

export const CONFIGURATION_SECTIONS = ["settings", "templates", "pages", "home", "menus", "promotions", "roles"] as const;
type ConfigurationSection = (typeof CONFIGURATION_SECTIONS)[number];

export interface ExportOptions {
  /** Coupon codes are worth money: files contain them only on request. */
  readonly withCodes: boolean;
}

/** A section of the file whose noun stands above the content: whoever reads or writes files hands it in. */
export interface ConfigurationPart {
  readonly section: "promotions" | "roles";
  /** The stores of what it writes, for the history and its Undo. */
  readonly stores: readonly RecordStore[];
  /** Whether an entry of the file's list names products or categories. */
  namesCatalogue(entry: unknown): boolean;
  exported(db: Db, options: ExportOptions): Promise<readonly object[]>;
  /** What the file's list would change; mistakes are added to `problems`. `apply` writes it in the caller's transaction. */
  planned(
    db: Db,
    wanted: readonly unknown[],
    problems: FileProblem[],
    lock?: "lock",
  ): Promise<{ readonly changes: readonly ConfigurationChange[]; apply(recorder: Recorder, tx: Db): Promise<void> }>;
}

/** Takes a transaction back: what all of the file comes to together cannot be kept. */
export class RefusedFile extends Error {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[]) {
    super("the file was refused");
    this.problems = problems;
  }
}

/** One thing that a file would change; `before` null = it is new. */
export interface ConfigurationChange {
  readonly section: ConfigurationSection;
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

/** ["pages", 3, "slug"] → "pages[3].slug" */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`)).join("");
}

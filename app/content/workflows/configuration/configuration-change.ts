import type { Db } from "#app/platform/db/database.server.ts";
import type { Doer } from "#app/staff/workflows/change-records.server.ts";

/** What is wrong in a file, and where: "settings.TAX_RATE", "pages[3].slug". */
export interface FileProblem {
  readonly path: string;
  readonly message: string;
}

export const CONFIGURATION_SECTIONS = ["settings", "menus", "pages", "promotions"] as const;
export type ConfigurationSection = (typeof CONFIGURATION_SECTIONS)[number];

/** A section of the file whose noun stands above the content: whoever reads or writes files hands it in. */
export interface ConfigurationPart {
  readonly section: "promotions";
  exported(db: Db): Promise<readonly object[]>;
  /** What the file's list would change; mistakes are added to `problems`. `apply` writes it with the history of each record, in the caller's transaction. */
  planned(
    db: Db,
    wanted: readonly unknown[],
    problems: FileProblem[],
    lock?: "lock",
  ): Promise<{ readonly changes: readonly ConfigurationChange[]; apply(tx: Db, actor: Doer): Promise<void> }>;
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

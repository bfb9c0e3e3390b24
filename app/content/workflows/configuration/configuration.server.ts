import { listCategoryEntries } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import {
  CONFIGURATION_FORMAT,
  CONFIGURATION_VERSION,
  configurationSchema,
  type Configuration,
} from "#app/content/domain/configuration/configuration.schema.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { combinedRecords, recordTogether } from "#app/staff/workflows/combined-records.ts";
import { IMPORT_ACTION } from "#app/store/data/settings-history.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings, type ConfirmedActor } from "#app/store/data/site-settings.server.ts";
import { parseSetting } from "#app/store/domain/settings.schema.ts";
import { protectedSettings } from "#app/store/domain/settings.ts";
import { textOf } from "#app/values/narrow.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { stableHash } from "#app/values/stable-hash.ts";
import { readPart } from "./compare-entries.ts";
import {
  RefusedFile,
  type ConfigurationChange,
  type ConfigurationPart,
  type ExportOptions,
  type FileProblem,
  type Reading,
  type SectionPlan,
} from "./configuration-change.ts";

type Parts = readonly ConfigurationPart[];

const MAX_PROBLEMS = 50;
/** Deeper than any valid menu. */
const MAX_DEPTH = 24;

/** The records that a file writes, for the history and its undo. */
export function configurationRecords(parts: Parts): RecordStore {
  return combinedRecords(parts.flatMap((part) => part.stores));
}

/** All parts (without secrets) as one text, always in the same order. */
export async function exportConfiguration(db: Db, parts: Parts, options: ExportOptions = { withCodes: false }): Promise<string> {
  const file: Configuration = { format: CONFIGURATION_FORMAT, version: CONFIGURATION_VERSION };
  for (const part of parts) file[part.section] = await part.exported(db, options);
  return `${JSON.stringify(file, null, 2)}\n`;
}

export interface ComparedConfiguration {
  readonly changes: readonly ConfigurationChange[];
  /** Parts that need missing products: "2 menu items (Coffee, Tea)". A later import of the file adds them. */
  readonly left: readonly string[];
  readonly seal: string;
}

interface Plan {
  readonly compared: ComparedConfiguration;
  readonly sections: readonly SectionPlan[];
}

/** The changes that the file would make, and a hash of exactly these. Writes nothing. */
export async function compareConfiguration(
  db: Db,
  text: string,
  parts: Parts,
): Promise<Result<ComparedConfiguration, readonly FileProblem[]>> {
  const plan = await planOf(db, text, parts);
  return plan.ok ? ok(plan.value.compared) : plan;
}

export type ApplyAnswer =
  /** `entry` is the history entry; null if nothing changed. */
  | { readonly kind: "done"; readonly changed: number; readonly entry: number | null }
  /** The shop has changed since the comparison; nothing was written. */
  | ({ readonly kind: "overtaken" } & ComparedConfiguration)
  /** It changes roles or protected settings without a recent confirmation; nothing was written. */
  | ({ readonly kind: "unconfirmed" } & ComparedConfiguration)
  | { readonly kind: "refused"; readonly problems: readonly FileProblem[] };

/** Writes the changes of `compareConfiguration` in one transaction; `seal` null = without comparing. Repeating it changes nothing. */
export async function applyConfiguration(
  db: Db,
  text: string,
  seal: string | null,
  actor: ConfirmedActor,
  parts: Parts,
): Promise<ApplyAnswer> {
  const applied = inTransaction(db, async (tx): Promise<ApplyAnswer> => {
    await lockSettings(tx);
    const plan = await planOf(tx, text, parts, "lock");
    if (!plan.ok) return { kind: "refused", problems: plan.error };
    const { compared, sections } = plan.value;
    const { changes } = compared;
    if (seal !== null && seal !== compared.seal) return { kind: "overtaken", ...compared };
    if (changes.length === 0) return { kind: "done", changed: 0, entry: null };
    if (!actor.isConfirmed && changes.some(needsConfirmation)) return { kind: "unconfirmed", ...compared };
    const recorder = recordTogether(
      tx,
      parts.flatMap((part) => part.stores),
    );
    for (const section of sections) await section.apply(recorder, tx, actor);
    const entry = await recorder.write({ id: actor.userId, name: actor.userName }, IMPORT_ACTION, "configuration");
    return { kind: "done", changed: changes.length, entry };
  });
  return applied.catch((error: unknown): ApplyAnswer => {
    if (error instanceof RefusedFile) return { kind: "refused", problems: error.problems };
    throw error;
  });
}

function needsConfirmation({ section, name }: ConfigurationChange): boolean {
  return section === "roles" || (section === "settings" && protectedSettings([name]).length > 0);
}

async function planOf(db: Db, text: string, parts: Parts, lock?: "lock"): Promise<Result<Plan, readonly FileProblem[]>> {
  const file = readFile(text);
  if (!file.ok) return file;
  const current = await readSettings(db);
  const currency = parseSetting("CURRENCY", textOf(file.value.settings, "CURRENCY") ?? current.CURRENCY);
  const reading: Reading = {
    db,
    lock,
    currency: currency.ok ? currency.value : current.CURRENCY,
    isEmpty: (await db.$count(products)) === 0 && (await listCategoryEntries(db)).length === 0,
    left: [],
    problems: [],
  };
  const sections: SectionPlan[] = [];
  for (const part of parts) {
    const wanted = readPart(part.schema.safeParse(file.value[part.section]), part.section, reading.problems);
    if (wanted !== undefined) sections.push(await part.planned(wanted, reading));
  }
  if (reading.problems.length > 0) return fail(reading.problems.slice(0, MAX_PROBLEMS));
  const changes = sections.flatMap((section) => section.changes);
  return ok({ sections, compared: { changes, left: reading.left, seal: stableHash(JSON.stringify(changes)) } });
}

function readFile(text: string): Result<Configuration, readonly FileProblem[]> {
  const problems: FileProblem[] = [];
  try {
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (isDeeper(json, MAX_DEPTH)) return fail([{ path: "", message: "This is no configuration of this shop." }]);
    const file = readPart(configurationSchema.safeParse(json), "", problems);
    return file === undefined ? fail(problems.slice(0, MAX_PROBLEMS)) : ok(file);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail([{ path: "", message: `The file is no JSON: ${error.message.slice(0, 200)}.` }]);
  }
}

/** Whether objects and arrays are nested deeper than this. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1));
}

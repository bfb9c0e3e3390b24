import { lockImports } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import {
  closeChanges,
  findRun,
  listOpenChanges,
  removeChunks,
  updateRun,
  type ImportRun,
  type RecordedChange,
  type RunActor,
} from "#app/catalogue/data/import/import-runs.server.ts";
import {
  binProducts,
  putTemplateBack,
  readProductStates,
  removeMadeCategory,
  writeProductFields,
  type EarlierFields,
  type ProductState,
  type TemplateState,
} from "#app/catalogue/data/import/product-states.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { isKnownTaxClass } from "#app/catalogue/domain/import/tax-class.ts";
import { giveStockReason } from "#app/catalogue/data/stock.server.ts";
import { holdSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { otherTaxRates } from "#app/store/domain/tax-rates.ts";
import { fieldHash } from "#app/staff/domain/record-changes.ts";
import { counted } from "#texts/plural.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";

const BATCH = 500;
/** Fields that orders and time change: they do not show that staff edited the product. */
const LIVELY = ["stock", "variants", "is_sold_out", "sold_out_until"];
/** More are counted, but not named. */
const MOST_NAMED = 100;

interface UndoTally {
  binned: number;
  restored: number;
  readonly kept: string[];
  keptCount: number;
}

/**
 * Undoes a whole run in batches: created products go to the bin, changed ones get their earlier values. Values that were changed since are
 * kept and reported. Restarted, it continues where it stopped.
 */
export async function undoImport(
  db: Db,
  runId: number,
  actor: RunActor,
  now: Date,
  onProgress?: (done: number) => Promise<boolean>,
): Promise<void> {
  const run = await findRun(db, runId);
  if (run === undefined || run.state !== "undoing") return;
  const undo: Undo = { db, run, actor, now, tally: { binned: 0, restored: 0, kept: [], keptCount: 0 } };
  await putTemplatesBack(undo);
  let done = 0;
  for (;;) {
    const batch = await takeProductsBack(undo);
    done += batch;
    if (batch < BATCH || (await onProgress?.(done)) === false) break;
  }
  await endUndo(undo);
}

interface Undo {
  readonly db: Db;
  readonly run: ImportRun;
  readonly actor: RunActor;
  readonly now: Date;
  readonly tally: UndoTally;
}

async function putTemplatesBack({ db, run }: Undo): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockImports(tx);
    const templates = await listOpenChanges(tx, run.id, "template", 100_000);
    for (const { before } of templates) if (before !== null) await putTemplateBack(tx, before as TemplateState);
    await closeChanges(tx, run.id, "template", idsOf(templates));
  });
}

/** Undoes one batch; returns its size. */
function takeProductsBack({ db, run, actor, now, tally }: Undo): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockImports(tx);
    await giveStockReason(tx, { reason: "import", ...actor });
    await holdSettings(tx);
    const rates = otherTaxRates((await readSettings(tx)).REDUCED_TAX_RATES).map((rate) => rate.key);
    const changes = await listOpenChanges(tx, run.id, "product", BATCH);
    const states = await readProductStates(tx, idsOf(changes), "lock");
    const plans = changes.map((change) => planTakeBack(change, states.get(change.recordId), tally, rates));
    const binned = plans.flatMap((plan) => (plan?.bin === true ? [plan.id] : []));
    const earlier = plans.flatMap((plan) => (plan === null || plan.bin ? [] : [plan]));
    await binProducts(tx, binned, now);
    const taken = await writeProductFields(tx, earlier, now);
    const nameOf = new Map(changes.map(({ recordId, name }) => [recordId, name]));
    for (const { id, skus } of taken)
      keep(tally, `“${nameOf.get(id) ?? ""}” comes back without ${skus.slice(0, 3).join(", ")}: the SKU is used elsewhere now.`);
    tally.binned += binned.length;
    tally.restored += earlier.length;
    await closeChanges(tx, run.id, "product", idsOf(changes));
    return changes.length;
  });
}

/** Deletes unused categories of the import and stores the result of the undo. */
async function endUndo({ db, run, actor, now, tally }: Undo): Promise<void> {
  await inTransaction(db, async (tx) => {
    const left = await listOpenChanges(tx, run.id, "product", 1);
    const categories = left.length > 0 ? [] : await listOpenChanges(tx, run.id, "category", 100_000);
    for (const { recordId, name } of categories) {
      if (!(await removeMadeCategory(tx, recordId, name))) keep(tally, `The category “${name}” stays: it was changed or is in use.`);
    }
    await closeChanges(tx, run.id, "category", idsOf(categories));
    const kept = tally.keptCount > tally.kept.length ? [`And ${tally.keptCount - tally.kept.length} more like these.`] : [];
    const summary = [
      `${counted(tally.binned, "product", "products")} moved to the bin, ${counted(tally.restored, "product", "products")} back as before.`,
      ...tally.kept,
      ...kept,
    ];
    await updateRun(tx, run.id, {
      state: left.length > 0 ? "cancelled" : "undone",
      summary,
      endedAt: now,
      ...(left.length > 0 ? {} : { undoneAt: now, undoneBy: actor.userName }),
    });
    if (left.length === 0) await removeChunks(tx, run.id);
    await recordAudit(tx, {
      ...actor,
      action: "undo-import",
      subject: run.fileName,
      subjectKind: "import",
      subjectIds: [run.id],
      after: { binned: tally.binned, restored: tally.restored, kept: tally.keptCount },
    });
  });
}

type TakeBack = { readonly bin: true; readonly id: number } | ({ readonly bin: false } & EarlierFields);

/** The undo of one product; null = unchanged. Values that were changed since are added to the report. */
function planTakeBack(
  { recordId, name, before, after }: RecordedChange,
  state: ProductState | undefined,
  tally: UndoTally,
  rates: readonly string[],
): TakeBack | null {
  if (state === undefined || (before === null && state["deleted_at"] !== null)) return null;
  const stands = (field: string) => fieldHash(state[field]) === after?.[field];
  if (before === null) {
    const touched = Object.keys(after ?? {}).filter((field) => !LIVELY.includes(field) && !stands(field));
    if (touched.length === 0) return { bin: true, id: recordId };
    keep(tally, `“${name}” stays: ${wordsOf(touched)} changed since.`);
    return null;
  }
  const fields: readonly (readonly [string, unknown])[] = Object.entries(before);
  const overtaken = fields.filter(([field]) => !stands(field)).map(([field]) => field);
  const isGone = ([field, value]: (typeof fields)[number]) => field === "tax_class" && !isKnownTaxClass(String(value), rates);
  const wanted = fields.filter(([field]) => stands(field));
  // If values from the file are kept, the product also keeps the file's key.
  const isKept = ([field]: (typeof fields)[number]) => field === "import_key" && overtaken.some((each) => !LIVELY.includes(each));
  const possible = wanted.filter((field) => !isGone(field) && !isKept(field));
  for (const [, value] of wanted.filter(isGone))
    keep(tally, `“${name}” keeps its tax class: its earlier one, “${String(value)}”, is no longer in the settings.`);
  if (overtaken.length > 0) keep(tally, `“${name}”: ${wordsOf(overtaken)} changed since, so that stays.`);
  return possible.length === 0 ? null : { bin: false, id: recordId, fields: Object.fromEntries(possible) };
}

function keep(tally: UndoTally, sentence: string): void {
  tally.keptCount += 1;
  if (tally.kept.length < MOST_NAMED) tally.kept.push(sentence);
}

function idsOf(changes: readonly RecordedChange[]): number[] {
  return changes.map((change) => change.recordId);
}

/** "price_cents" → "price" */
function wordsOf(fields: readonly string[]): string {
  const words = fields.map((field) =>
    field
      .replace(/^is_/, "")
      .replace(/_(?:cents|html)$/, "")
      .replace("deleted_at", "bin")
      .replace("links", "options")
      .replace("variants", "stock by option")
      .replaceAll("_", " "),
  );
  const shown = words.length > 4 ? [...words.slice(0, 4), "more"] : words;
  return `${shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "something")} ${shown.length > 1 ? "were" : "was"}`;
}

import { recordAudit } from "#app/staff/data/history.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { readHeader, unescapeCell, type ImportHeader, type ImportRecord } from "#app/catalogue/domain/import/columns.ts";
import { planProduct, type ImportProblem, type PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { NotTextError, readCsvRows } from "./csv-rows.server.ts";
import { applyBatch, rehearseBatch, startDryRun, type DryRun, type ImportDecision } from "./import-batch.server.ts";
import { importPictures, wantsPictures } from "./import-pictures.server.ts";
import { sanitizeHtml } from "#app/platform/sanitize-html.server.ts";

export interface ImportOptions {
  readonly db: Db;
  /** null = pictures are left alone. */
  readonly pictures: { readonly media: MediaStore; readonly fetchPicture: FetchPicture; readonly publicUrl: string } | null;
  readonly now: Date;
  readonly isDryRun: boolean;
  /** For the audit: "Ana", "operator". */
  readonly actor: { readonly userId: number | null; readonly userName: string };
  readonly fileName: string;
  /** Called after each batch with what has come out so far. */
  readonly onProgress?: (report: ImportReport) => void;
}

export interface ProductChange {
  readonly line: number;
  readonly name: string;
  /** A few words per difference; empty for a new product. */
  readonly changes: readonly string[];
  readonly removedOptions: readonly string[];
}

/** Lists are cut at `MAX_LISTED` entries, counts are not: a report of a huge file stays readable, and in memory. */
export interface ImportReport {
  readonly rows: number;
  readonly products: { readonly new: number; readonly changed: number; readonly unchanged: number; readonly broken: number };
  readonly newProducts: readonly ProductChange[];
  readonly changedProducts: readonly ProductChange[];
  readonly newCategories: readonly string[];
  readonly newTemplates: number;
  /** Wanted: a dry run fetches none. */
  readonly pictures: { readonly wanted: number; readonly stored: number };
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
}

export const MAX_LISTED = 500;
/** Products per transaction. */
const BATCH = 100;
/** More rows under one handle are no product. */
const MAX_ROWS_PER_PRODUCT = 5000;

/**
 * Brings a product file into the catalogue, or says what it would do. Rows of one handle are one product and must stand together. Products go in
 * by batches of a hundred, each whole or not at all; broken rows are reported with their line and the rest goes in. Reading the same file again
 * changes nothing. Memory does not grow with the file, except for the handles seen.
 *
 * The error is a sentence: the file is no product file.
 */
export async function importCatalogue(source: AsyncIterable<Uint8Array>, options: ImportOptions): Promise<Result<ImportReport, string>> {
  const run = createRun(options, options.isDryRun ? await startDryRun(options.db) : null);
  try {
    for await (const group of productRows(source, run)) {
      const { product, problems } = planProduct(group, sanitizeHtml);
      problems.forEach(run.addProblem);
      if (product === null) run.counts.broken += 1;
      else await run.add(product);
    }
  } catch (error) {
    if (error instanceof NotTextError) return fail(error.message);
    throw error;
  }
  if (run.headerProblem !== null) return fail(run.headerProblem);
  await run.flush();
  const report = run.report();
  if (!options.isDryRun && report.products.new + report.products.changed > 0) {
    const { new: made, changed } = report.products;
    await inTransaction(options.db, (tx) =>
      recordAudit(tx, { ...options.actor, action: "import-products", subject: options.fileName, after: { new: made, changed } }),
    );
  }
  return ok(report);
}

type Run = ReturnType<typeof createRun>;

function createRun(options: ImportOptions, dryRun: DryRun | null) {
  const counts = { rows: 0, new: 0, changed: 0, unchanged: 0, broken: 0, problems: 0, templates: 0, wanted: 0, stored: 0 };
  const problems: ImportProblem[] = [];
  const lists: { new: ProductChange[]; changed: ProductChange[]; categories: string[] } = { new: [], changed: [], categories: [] };
  const silentHosts = new Set<string>();
  let waiting: PlannedProduct[] = [];

  function addProblem(problem: ImportProblem): void {
    counts.problems += 1;
    if (problems.length < MAX_LISTED) problems.push(problem);
  }

  function note(decision: ImportDecision): void {
    counts[decision.kind] += 1;
    if (wantsPictures(decision)) counts.wanted += decision.planned.images.length;
    if (decision.kind === "unchanged" || lists[decision.kind].length >= MAX_LISTED) return;
    const { planned, changes, removedOptions } = decision;
    lists[decision.kind].push({ line: planned.line, name: planned.name, changes, removedOptions });
  }

  async function flush(): Promise<void> {
    const plans = waiting;
    waiting = [];
    if (plans.length === 0) return;
    if (dryRun !== null) {
      (await rehearseBatch(options.db, plans, dryRun, options.now)).forEach(note);
    } else {
      const result = await applyBatch(options.db, plans, options.now);
      result.decisions.forEach(note);
      counts.templates += result.templatesMade;
      lists.categories.push(...result.categoriesMade);
      if (options.pictures !== null) {
        const pictures = await importPictures({ db: options.db, silentHosts, ...options.pictures }, result.decisions);
        counts.stored += pictures.stored;
        pictures.problems.forEach(addProblem);
      }
    }
    options.onProgress?.(report());
  }

  function report(): ImportReport {
    return {
      rows: counts.rows,
      products: { new: counts.new, changed: counts.changed, unchanged: counts.unchanged, broken: counts.broken },
      newProducts: lists.new,
      changedProducts: lists.changed,
      newCategories: dryRun === null ? lists.categories : dryRun.categories.made,
      newTemplates: dryRun === null ? counts.templates : dryRun.shelf.made,
      pictures: { wanted: counts.wanted, stored: counts.stored },
      problemCount: counts.problems,
      problems: problems.toSorted((a, b) => a.line - b.line),
    };
  }

  return {
    counts,
    headerProblem: null as string | null,
    addProblem,
    flush,
    report,
    async add(product: PlannedProduct): Promise<void> {
      waiting.push(product);
      if (waiting.length >= BATCH) await flush();
    },
  };
}

/** The rows of each product, together. Rows that belong to none are reported. */
async function* productRows(source: AsyncIterable<Uint8Array>, run: Run): AsyncGenerator<readonly ImportRecord[]> {
  const seen = new Set<string>();
  let header: ImportHeader | null = null;
  let group: ImportRecord[] = [];
  for await (const row of readCsvRows(source)) {
    if ("problem" in row) {
      run.addProblem({ line: row.line, lost: "row", message: row.problem });
      continue;
    }
    if (header === null) {
      const read = readHeader(row.cells);
      if (!read.ok) {
        run.headerProblem = read.error;
        return;
      }
      header = read.value;
      continue;
    }
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    run.counts.rows += 1;
    const record = toRecord(header, row.line, row.cells);
    if (typeof record === "string") {
      run.addProblem({ line: row.line, lost: "row", message: record });
      continue;
    }
    const handle = record.cells.handle;
    if (handle !== group[0]?.cells.handle) {
      if (group.length > 0) yield group;
      group = [];
      if (handle !== undefined && seen.has(handle)) {
        run.addProblem({
          line: row.line,
          lost: "row",
          message: `Rows of "${handle}" stand further up already; rows of one product must stand together.`,
        });
        continue;
      }
      if (handle !== undefined) seen.add(handle);
    }
    if (group.length === MAX_ROWS_PER_PRODUCT)
      run.addProblem({ line: row.line, lost: "row", message: `A product has at most ${MAX_ROWS_PER_PRODUCT} rows.` });
    else group.push(record);
  }
  if (header === null && run.headerProblem === null) run.headerProblem = "The file is empty.";
  if (group.length > 0) yield group;
}

/** The cells by column; a sentence when they cannot be told apart or belong to nothing. */
function toRecord(header: ImportHeader, line: number, cells: readonly string[]): ImportRecord | string {
  if (cells.slice(header.length).some((cell) => cell.trim() !== "")) {
    return `This row has ${cells.length} cells, the heading ${header.length}; a comma may stand outside quotation marks.`;
  }
  const named: Partial<Record<NonNullable<ImportHeader[number]>, string>> = {};
  header.forEach((column, index) => {
    if (column !== null) named[column] = unescapeCell(cells[index] ?? "");
  });
  const handle = named.handle?.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim() ?? "";
  return handle === "" ? "This row has no handle." : { line, cells: { ...named, handle } };
}

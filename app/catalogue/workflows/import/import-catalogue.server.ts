import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import { insertItems, insertProblems, type ImportItem } from "#app/catalogue/data/import/import-runs.server.ts";
import { changeText } from "#app/catalogue/domain/import/differences.ts";
import type { ImportMapping } from "#app/catalogue/domain/import/mapping.ts";
import { planProduct, type PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import type { ImportProblem } from "#app/catalogue/domain/import/problems.ts";
import { unknownRateText } from "#app/catalogue/domain/import/tax-class.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { plainTextOf, sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { weeklyHours } from "#app/store/domain/settings.schema.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { taxClassRates } from "#app/store/domain/tax-rates.ts";
import { MAX_TITLE_LENGTH } from "#app/values/limits.ts";
import { applyBatch, rehearseBatch, startDryRun, type DryRun } from "./import-batch.server.ts";
import { oldAddressOf } from "./import-handles.server.ts";
import { withoutSku, type ImportDecision } from "./import-decisions.server.ts";
import { importPictures, silentHostProblems, wantsPictures, type PictureImport } from "./import-pictures.server.ts";
import { readProducts, type FileFacts, type OpenFile } from "./read-products.server.ts";
import { jsonOf } from "#app/values/json.ts";
import { counted } from "#texts/plural.ts";

export interface ImportOptions {
  readonly db: Db;
  /** The run that stores the results, line by line. */
  readonly runId: number;
  /** null = pictures are not imported. */
  readonly pictures: { readonly media: MediaStore; readonly fetchPicture: FetchPicture; readonly publicUrl: string } | null;
  readonly now: Date;
  readonly isDryRun: boolean;
  /** Called after each batch with the results so far; false stops the import. */
  readonly onProgress?: (report: ImportReport) => Promise<boolean>;
}

export interface ProductChange {
  readonly line: number;
  readonly name: string;
  /** A short text per difference; empty for a new product. */
  readonly changes: readonly string[];
  readonly removedOptions: readonly string[];
}

/** Lists are limited to `MAX_LISTED` entries, counts are not: the report of a huge file stays readable and small. */
export interface ImportReport {
  rows: number;
  readonly products: Record<"new" | "changed" | "unchanged" | "broken", number>;
  readonly newProducts: ProductChange[];
  readonly changedProducts: ProductChange[];
  newCategories: readonly string[];
  newTemplates: number;
  /** Products that the file hides, such as archived ones. */
  hidden: number;
  /** Number of visible products with an address in the previous shop. */
  oldAddresses: number;
  /** One of them, as an example. */
  oldAddress: string;
  /** Wanted: a dry run fetches none. */
  readonly pictures: { wanted: number; stored: number };
  problemCount: number;
  readonly problems: ImportProblem[];
  readonly isStopped: boolean;
}

/** The number of products that the file hides, in words; "" = none. */
export function hiddenText({ hidden }: Pick<ImportReport, "hidden">): string {
  return hidden === 0 ? "" : `Not shown in the shop, because the file hides or archives them: ${counted(hidden, "product", "products")}.`;
}

/** The redirects from the previous shop, in words; "" = none. */
export function oldAddressesText({ oldAddresses, oldAddress }: Pick<ImportReport, "oldAddresses" | "oldAddress">): string {
  const found = counted(oldAddresses, "product", "products");
  return oldAddresses === 0 ? "" : `Addresses of the old shop such as ${oldAddress} lead to ${found}.`;
}

const MAX_LISTED = 500;
/** The most reported problems: a file with an error in every line needs no more. */
const MAX_KEPT_PROBLEMS = 20_000;
/** Products per transaction. */
const BATCH = 100;

/**
 * Imports a product file, or reports what it would do. Products are written in batches of a hundred, each in one transaction; broken rows
 * are reported with their line and skipped. Importing the same file again changes nothing.
 */
export async function importCatalogue(
  open: OpenFile,
  facts: Pick<FileFacts, "dialect" | "headings">,
  mapping: ImportMapping,
  options: ImportOptions,
): Promise<ImportReport> {
  const run = createRun(options, options.isDryRun ? await startDryRun(options.db) : null);
  const settings = await readSettings(options.db);
  const taxClasses = taxClassRates(settings);
  const notes = {
    problem: (problem: ImportProblem) => addProblem(run, problem),
    row: () => {
      run.report.rows += 1;
    },
    broken: (line: number, name: string) => addBroken(run, line, name),
  };
  const shop = { currency: settings.CURRENCY, now: options.now };
  for await (const { records, importKey } of readProducts(open, facts, mapping, shop, notes)) {
    const { product, problems } = planProduct(records, {
      importKey,
      decimal: mapping.decimal,
      format: moneyFormat(settings),
      cleanHtml: sanitizeHtml,
      plainText: plainTextOf,
      hasHtmlSummary: mapping.format !== "shopify",
      parseHours,
      taxClasses,
    });
    problems.forEach(notes.problem);
    if (product === null) notes.broken(records[0]?.line ?? 0, records[0]?.cells.title || (records[0]?.cells.handle ?? ""));
    else run.waiting.push(withFreeSku(run, product));
    if (run.waiting.length === BATCH && !(await flush(run))) return endedReport(run, true);
  }
  const isWhole = await flush(run);
  for (const problem of silentHostProblems(run.silentHosts)) addProblem(run, problem);
  await keep(run);
  return endedReport(run, !isWhole);
}

function endedReport({ report }: ImportRun, isStopped: boolean): ImportReport {
  return { ...report, problems: report.problems.toSorted((a, b) => a.line - b.line), isStopped };
}

/** Hours in the export's format. */
function parseHours(cell: string): WeeklyHours | null | undefined {
  return cell === "" ? null : weeklyHours.safeParse(jsonOf(cell)).data;
}

/** The state of an import. */
interface ImportRun {
  readonly options: ImportOptions;
  /** null = the import writes. */
  readonly dryRun: DryRun | null;
  readonly report: ImportReport;
  readonly silentHosts: PictureImport["silentHosts"];
  /** Names of the products read so far, by SKU. */
  readonly skus: Map<string, string>;
  /** The next batch. */
  waiting: PlannedProduct[];
  /** Results not yet stored in the run. */
  fresh: { readonly items: ImportItem[]; readonly problems: ImportProblem[] };
}

function createRun(options: ImportOptions, dryRun: DryRun | null): ImportRun {
  return {
    options,
    dryRun,
    report: {
      rows: 0,
      products: { new: 0, changed: 0, unchanged: 0, broken: 0 },
      newProducts: [],
      changedProducts: [],
      newCategories: [],
      newTemplates: 0,
      hidden: 0,
      oldAddresses: 0,
      oldAddress: "",
      pictures: { wanted: 0, stored: 0 },
      problemCount: 0,
      problems: [],
      isStopped: false,
    },
    silentHosts: new Map(),
    skus: new Map(),
    waiting: [],
    fresh: { items: [], problems: [] },
  };
}

function addProblem({ report, fresh }: ImportRun, problem: ImportProblem): void {
  report.problemCount += 1;
  if (report.problemCount <= MAX_KEPT_PROBLEMS) fresh.problems.push(problem);
  if (report.problems.length < MAX_LISTED) report.problems.push(problem);
}

function addBroken({ report, fresh }: ImportRun, line: number, name: string): void {
  report.products.broken += 1;
  fresh.items.push({
    line,
    name: (name || `Line ${line}`).slice(0, MAX_TITLE_LENGTH).toWellFormed(),
    outcome: "broken",
    productId: null,
    changes: [],
  });
}

/** The product without SKUs that an earlier product of the file has, also for its variants. */
function withFreeSku(run: ImportRun, product: PlannedProduct): PlannedProduct {
  const isFree = (sku: string | null | undefined, line: number) => {
    if (sku === null || sku === undefined) return true;
    const earlier = run.skus.get(sku.toLowerCase());
    if (earlier === undefined) run.skus.set(sku.toLowerCase(), product.name);
    else addProblem(run, { line, lost: "detail", message: skuLeftOut(earlier, product.name) });
    return earlier === undefined;
  };
  const freeProduct = isFree(product.details.sku, product.line) ? product : withoutSku(product);
  return {
    ...freeProduct,
    variants: freeProduct.variants?.map((variant) => (isFree(variant.sku, variant.line) ? variant : { ...variant, sku: null })),
  };
}

function skuLeftOut(holder: string, name: string, sku = ""): string {
  return `“${holder}” has the SKU ${sku === "" ? "" : `${sku} `}of “${name}”, so the SKU is left out.`;
}

function besideText(name: string, options: readonly string[]): string {
  const more = options.length > 3 ? ` and ${options.length - 3} more` : "";
  return `“${name}” is also counted by ${options.slice(0, 3).join("; ")}${more}. Files cannot contain these, so they stay as they are.`;
}

function addDecision(run: ImportRun, decision: ImportDecision): void {
  const { report, fresh } = run;
  const { planned, kind, changes, removedOptions, productId } = decision;
  report.products[kind] += 1;
  const oldAddress = oldAddressOf(planned);
  if (planned.isHidden === true) report.hidden += 1;
  else if (oldAddress !== null) {
    report.oldAddresses += 1;
    report.oldAddress ||= oldAddress;
  }
  for (const [message, line] of notesOf(decision)) addProblem(run, { line, lost: "detail", message });
  if (wantsPictures(decision)) report.pictures.wanted += planned.images.length;
  const gone = removedOptions.map((options) => ({ field: "options that go", before: options, after: "" }));
  fresh.items.push({ line: planned.line, name: planned.name, outcome: kind, productId, changes: [...changes, ...gone] });
  const list = kind === "new" ? report.newProducts : report.changedProducts;
  if (kind === "unchanged" || list.length >= MAX_LISTED) return;
  list.push({ line: planned.line, name: planned.name, changes: kind === "new" ? [] : changes.map(changeText), removedOptions });
}

/** The parts of a product that are not imported as in the file, with their line. */
function notesOf(decision: ImportDecision): readonly (readonly [message: string, line: number])[] {
  const { planned, current, skuHolder } = decision;
  const { name, line } = planned;
  const beside = planned.variants === undefined ? [] : (current?.variantsBeside ?? []);
  const ofProduct = [
    ...decision.unknownCustomizations.map((each) => `There is no customization “${each}” here, so “${name}” is imported without it.`),
    skuHolder === null ? null : skuLeftOut(skuHolder, name),
    decision.nameNote,
    decision.leastNote,
    beside.length === 0 ? null : besideText(name, beside),
  ];
  return [
    ...ofProduct.flatMap((message) => (message === null ? [] : [[message, line] as const])),
    ...decision.variantSkus.map(({ line: own, sku, holder }) => [skuLeftOut(holder, name, sku), own] as const),
  ];
}

/** Decides about the waiting batch and writes it, unless this is a dry run. False = a stop was requested. */
async function flush(run: ImportRun): Promise<boolean> {
  const { options, dryRun, report } = run;
  const plans = run.waiting;
  run.waiting = [];
  if (dryRun !== null) {
    for (const decision of await rehearseBatch(options.db, plans, dryRun, options.now)) addDecision(run, decision);
    report.newTemplates = dryRun.shelf.made;
    report.newCategories = dryRun.categories.made.map(({ name }) => name);
  } else if (plans.length > 0) {
    await writePlans(run, plans);
  }
  await keep(run);
  return (await options.onProgress?.(report)) ?? true;
}

async function writePlans(run: ImportRun, plans: readonly PlannedProduct[]): Promise<void> {
  const { report, silentHosts, options } = run;
  const { db, runId } = options;
  const result = await applyBatch(db, plans, runId, options.now);
  for (const decision of result.decisions) addDecision(run, decision);
  for (const { line, taxClass } of result.unrated)
    if (taxClass !== undefined) addProblem(run, { line, lost: "detail", message: unknownRateText(taxClass, result.rates) });
  report.newTemplates += result.templatesMade;
  report.newCategories = [...report.newCategories, ...result.categoriesMade];
  if (options.pictures === null) return;
  const pictures = await importPictures({ db, runId, silentHosts, ...options.pictures }, result.decisions);
  report.pictures.stored += pictures.stored;
  for (const problem of pictures.problems) addProblem(run, problem);
}

async function keep(run: ImportRun): Promise<void> {
  const { items, problems } = run.fresh;
  run.fresh = { items: [], problems: [] };
  await insertItems(run.options.db, run.options.runId, items);
  await insertProblems(run.options.db, run.options.runId, problems);
}

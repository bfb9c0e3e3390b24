import { isDeepStrictEqual } from "node:util";
import type { Db } from "#app/platform/db/database.server.ts";
import { findTemplateIds, listProductLinks, saveProductLinks } from "#app/catalogue/data/import/imported-templates.server.ts";
import {
  rememberSource,
  addToCategories,
  insertImportedProducts,
  listCategoryEntries,
  loadCurrentProducts,
  lockImports,
  putOldPaths,
  setProductCategories,
  updateImportedProduct,
  type ImportedProduct,
} from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { VARIANTS_FIELD, type CurrentProduct } from "#app/catalogue/domain/import/differences.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { isKnownTaxClass, TAXED, wantedTaxClass, type TaxClassRates } from "#app/catalogue/domain/import/tax-class.ts";
import { loadVariants, putVariants } from "#app/catalogue/data/variants/variant-records.server.ts";
import { variantsBesideFiles, variantsOfPlan } from "#app/catalogue/domain/import/variants/planned-variants.ts";
import { isSameTable, tableOfPlan, variantGroups, variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { withCustomizations } from "./import-customizations.ts";
import { createCategoryResolver, type CategoryResolver } from "./import-categories.server.ts";
import { decide, isKeyedLoosely, writesAll, type ImportDecision } from "./import-decisions.server.ts";
import { createShelf, planLinks, plainTemplateKey, stockShelf, type TemplateShelf } from "./import-links.server.ts";
import { findRun, insertChanges, type RecordedChange } from "#app/catalogue/data/import/import-runs.server.ts";
import {
  readProductStates,
  takeUnusedImportTemplates,
  type ProductState,
  type TemplateState,
} from "#app/catalogue/data/import/product-states.server.ts";
import { checkedTransaction } from "#app/staff/workflows/change-records.server.ts";
import { changedFields, fieldHashes } from "#app/staff/domain/record-changes.ts";
import { plainTextOf } from "#app/platform/sanitize-html.server.ts";
import { giveStockReason } from "#app/catalogue/data/stock.server.ts";
import { holdSettings } from "#app/store/data/settings-lock.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { taxClassRates } from "#app/store/domain/tax-rates.ts";

export interface BatchResult {
  readonly decisions: readonly ImportDecision[];
  readonly categoriesMade: readonly string[];
  readonly templatesMade: number;
  /** Plans whose tax rate was removed after the file was read: they are imported as taxed. */
  readonly unrated: readonly PlannedProduct[];
  /** The tax classes at that time. */
  readonly rates: TaxClassRates;
}

const SUMMARY_LENGTH = 140;

/** Decides about a batch of products and writes it in one transaction, with the data for undo. The handles are distinct. */
export function applyBatch(db: Db, plans: readonly PlannedProduct[], runId: number, now: Date): Promise<BatchResult> {
  // Retried if a staff member takes a SKU meanwhile.
  return checkedTransaction(db, async (tx) => {
    await lockImports(tx);
    const run = await findRun(tx, runId);
    await giveStockReason(tx, { reason: "import", userId: run?.userId ?? null, userName: run?.userName ?? "" });
    await holdSettings(tx);
    const rates = taxClassRates(await readSettings(tx));
    const unrated = plans.filter(({ taxClass }) => !isKnownTaxClass(taxClass, Object.keys(rates)));
    const rated = plans.map((plan) => (unrated.includes(plan) ? { ...plan, taxClass: TAXED } : plan));
    const shelf = createShelf(tx, false);
    const categories = createCategoryResolver(await listCategoryEntries(tx), tx);
    const decided = await decide(tx, rated, now);
    const touched = decided.flatMap((decision) => (decision.kind === "changed" || isTied(decision) ? (decision.productId ?? []) : []));
    const before = await readProductStates(tx, touched, "lock");
    const { decisions, templatesGone } = await writeBatch(tx, decided, { shelf, categories }, now);
    await putOldPaths(
      tx,
      decisions.flatMap(({ productId, planned: { oldPath } }) =>
        productId === null || oldPath === undefined ? [] : [{ id: productId, oldPath }],
      ),
    );
    await insertChanges(tx, runId, [
      ...(await productChanges(tx, decisions, before)),
      ...categories.made.map(({ id, name }) => ({ recordKind: "category" as const, recordId: id, name, before: null, after: {} })),
      ...[...templatesGone].map(([id, state]) => ({ recordKind: "template" as const, recordId: id, name: "", before: state, after: null })),
    ]);
    return { decisions, categoriesMade: categories.made.map(({ name }) => name), templatesMade: shelf.made, unrated, rates };
  });
}

/** Whether the line becomes the source of a product without one. */
const isTied = ({ planned, current }: ImportDecision) => current?.importKey === null && isKeyedLoosely(planned);

/** The changes of a batch's products, field by field. */
async function productChanges(
  tx: Db,
  decisions: readonly ImportDecision[],
  before: ReadonlyMap<number, ProductState>,
): Promise<readonly RecordedChange[]> {
  const written = decisions.filter(({ kind, productId }) => kind === "new" || before.has(productId ?? 0));
  const after = await readProductStates(
    tx,
    written.flatMap((decision) => decision.productId ?? []),
  );
  return written.flatMap(({ productId, planned: { name } }): RecordedChange[] => {
    const state = after.get(productId ?? 0);
    const change = state === undefined ? undefined : changedFields(before.get(productId ?? 0) ?? null, state);
    if (change === undefined || productId === null) return [];
    return [{ recordKind: "product", recordId: productId, name, before: change.before, after: fieldHashes(change.after ?? {}) }];
  });
}

/** State of a dry run across batches, so that nothing is reported twice. */
export interface DryRun {
  readonly shelf: TemplateShelf;
  readonly categories: CategoryResolver;
}

export async function startDryRun(db: Db): Promise<DryRun> {
  return { shelf: createShelf(db, true), categories: createCategoryResolver(await listCategoryEntries(db), null) };
}

/** The same decisions without writing. */
export async function rehearseBatch(db: Db, plans: readonly PlannedProduct[], run: DryRun, now: Date): Promise<readonly ImportDecision[]> {
  const decisions = await decide(db, plans, now);
  await planWrites(db, decisions, run);
  return decisions;
}

/** A decided product with the data to write. */
interface PlannedWrite {
  readonly decision: ImportDecision;
  readonly row: ImportedProduct;
  readonly categoryIds: readonly number[];
  readonly plan: Awaited<ReturnType<typeof planLinks>>;
  /** The product's current links. */
  readonly before: PlannedWrite["plan"]["links"];
}

async function writeBatch(
  tx: Db,
  decisions: readonly ImportDecision[],
  run: DryRun,
  now: Date,
): Promise<{ readonly decisions: readonly ImportDecision[]; readonly templatesGone: ReadonlyMap<number, TemplateState> }> {
  for (const { kind, additions, current, planned, changes, hash: importHash } of decisions) {
    if (additions === null || current === null) continue;
    if (kind === "unchanged") await rememberSource(tx, current.id, { importHash });
    else await updateImportedProduct(tx, current.id, { ...additions.details, importHash }, now);
    if (changes.some(({ field }) => field === VARIANTS_FIELD))
      await putPlannedVariants(tx, current, planned, variantGroups(current.groups), additions.planVariants);
  }
  for (const decision of decisions.filter(isTied))
    if (decision.productId !== null)
      await rememberSource(tx, decision.productId, { importKey: decision.planned.importKey, importHash: decision.hash });
  const writes = await planWrites(tx, decisions, run);
  const unlinked = new Set<number>();
  for (const write of writes) {
    if (write.decision.current === null) continue;
    await writeCurrent(tx, write, write.decision.current, now);
    for (const link of write.before)
      if (!write.plan.links.some((each) => each.templateId === link.templateId)) unlinked.add(link.templateId);
  }
  const idOf = await insertNew(
    tx,
    writes.filter(({ decision }) => decision.current === null),
    now,
  );
  const templatesGone = await takeUnusedImportTemplates(tx, [...unlinked]);
  const written = decisions.map((decision) =>
    decision.kind === "new" ? { ...decision, productId: idOf.get(decision.planned.handle) ?? null } : decision,
  );
  await requireExactPrices(
    tx,
    written.filter(writesAll),
    new Map(writes.map(({ decision, plan }) => [decision.planned.handle, plan.templateIds])),
    now,
  );
  return { decisions: written, templatesGone };
}

async function planWrites(db: Db, decisions: readonly ImportDecision[], run: DryRun): Promise<readonly PlannedWrite[]> {
  const changing = decisions.filter(writesAll);
  const ids = changing.flatMap(({ current }) => current?.id ?? []);
  const links = await listProductLinks(db, ids);
  const templateIds = [...links.values()].flat().map((link) => link.templateId);
  const keys = changing.flatMap(({ planned }) => planned.prices.groups.map(plainTemplateKey));
  await stockShelf(run.shelf, templateIds, keys);
  const templateIdOf = await findTemplateIds(db, [...new Set(decisions.flatMap(({ planned }) => planned.customizations ?? []))]);
  const writes: PlannedWrite[] = [];
  for (const decision of changing) {
    const { planned, current } = decision;
    const before = links.get(current?.id ?? 0) ?? [];
    const categoryIds = await run.categories.resolve(planned.categories);
    const plan = withCustomizations(
      await planLinks(planned.prices, { groups: current?.groups ?? [], links: before }, run.shelf),
      planned.customizations,
      current,
      templateIdOf,
    );
    writes.push({ decision, row: rowOf(decision, plan.basePrice), categoryIds, plan, before });
  }
  return writes;
}

async function writeCurrent(tx: Db, { decision, row, categoryIds, plan, before }: PlannedWrite, current: CurrentProduct, now: Date) {
  // A match by SKU or name must not replace the hash of the product's own source.
  const { planned } = decision;
  const isOther = isKeyedLoosely(planned) && current.importKey !== null && current.importKey !== planned.importKey;
  await updateImportedProduct(tx, current.id, isOther ? { ...row, importHash: undefined } : row, now);
  const staffOwn =
    planned.categories.kind === "labels"
      ? current.categories.filter((category) => category.importKey === null).map((category) => category.id)
      : [];
  const wanted = new Set([...categoryIds, ...staffOwn]);
  const isPlaced = wanted.size === current.categories.length && current.categories.every(({ id }) => wanted.has(id));
  if (!isPlaced) await setProductCategories(tx, current.id, [...wanted]);
  if (!isDeepStrictEqual(plan.links, before))
    await saveProductLinks(
      tx,
      [current.id],
      plan.links.map((link) => ({ ...link, productId: current.id })),
    );
}

/** The new products' ids by handle. */
async function insertNew(tx: Db, writes: readonly PlannedWrite[], now: Date): Promise<ReadonlyMap<string, number | null>> {
  const ids = await insertImportedProducts(
    tx,
    writes.map(({ row, decision }) => ({ ...row, importKey: decision.planned.importKey })),
    now,
  );
  await addToCategories(
    tx,
    writes.flatMap(({ categoryIds }, index) =>
      categoryIds.map((categoryId) => ({ productId: ids[index] ?? 0, categoryId, position: ids[index] ?? 0 })),
    ),
  );
  await saveProductLinks(
    tx,
    [],
    writes.flatMap(({ plan }, index) => plan.links.map((link) => ({ ...link, productId: ids[index] ?? 0 }))),
  );
  return new Map(writes.map(({ decision }, index) => [decision.planned.handle, ids[index] ?? null]));
}

function rowOf({ planned, current, hash }: ImportDecision, priceCents: number): ImportedProduct {
  // A summary written by staff is kept.
  const isOurs = current === null || current.summary === summaryOf(current.descriptionHtml);
  const { descriptionHtml, details } = planned;
  const { soldOutUntil, compareAtCents, ...others } = details;
  return {
    name: planned.name,
    summary: isOurs && descriptionHtml !== undefined ? summaryOf(descriptionHtml) : undefined,
    ...others,
    soldOutUntil: soldOutUntil == null ? soldOutUntil : new Date(soldOutUntil),
    compareAtCents: compareAtCents == null ? compareAtCents : compareAtCents + priceCents - planned.prices.basePrice,
    descriptionHtml,
    priceCents,
    taxClass: wantedTaxClass(planned, current?.taxClass ?? null),
    isHidden: planned.isHidden,
    stock: planned.stock,
    tags: planned.tags,
    importHash: hash,
  };
}

/** The first sentence of a description, for cards and lists; "" if it is too long for them. The product page does not show it. */
export function summaryOf(html: string): string {
  const text = plainTextOf(html);
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return sentence.length <= SUMMARY_LENGTH ? sentence : "";
}

/** Reads the written prices back: a customer must pay exactly the file's price, or the whole batch is rolled back. */
async function requireExactPrices(
  tx: Db,
  written: readonly ImportDecision[],
  templateIds: ReadonlyMap<string, readonly number[]>,
  now: Date,
): Promise<void> {
  const products = await loadCurrentProducts(tx, { ids: written.flatMap((decision) => decision.productId ?? []) }, now);
  for (const { planned, productId } of written) {
    const product = products.find((each) => each.id === productId);
    const ours = (templateIds.get(planned.handle) ?? []).flatMap((id) => product?.groups.filter((group) => group.id === id) ?? []);
    if (product === undefined || !isSameTable(variantTableOf(product.price, ours), tableOfPlan(planned.prices))) {
      throw new Error(`"${planned.name}" (line ${planned.line}) would not cost what the file says; nothing of this part was written`);
    }
    await putPlannedVariants(tx, product, planned, ours);
  }
}

/** Stores stock and codes of the file's variants; variants that files cannot express are kept. */
async function putPlannedVariants(
  tx: Db,
  product: Pick<CurrentProduct, "id" | "groups">,
  planned: PlannedProduct,
  groups: CurrentProduct["groups"],
  plan = variantsOfPlan,
): Promise<void> {
  if (planned.variants === undefined) return;
  const stored = (await loadVariants(tx, [product.id], "lock")).get(product.id) ?? [];
  const beside = variantsBesideFiles(stored, groups);
  const inFile = stored.filter((variant) => !beside.includes(variant));
  await putVariants(tx, product.id, [...beside, ...plan(planned, groups, inFile)]);
}

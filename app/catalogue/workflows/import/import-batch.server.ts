import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { deleteUnusedImportTemplates, listProductLinks, saveProductLinks } from "#app/catalogue/data/import/imported-templates.server.ts";
import {
  addToCategories,
  insertImportedProducts,
  listCategoryEntries,
  loadCurrentProducts,
  lockImports,
  setProductCategories,
  updateImportedProduct,
  type ImportedProduct,
} from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { differencesOf, removedOptions, type CurrentProduct } from "#app/catalogue/domain/import/differences.ts";
import type { PlannedProduct } from "#app/catalogue/domain/import/plan-product.ts";
import { isSameTable, tableOfPlan, variantTableOf } from "#app/catalogue/domain/import/variants.ts";
import { createCategoryResolver, type CategoryResolver } from "./import-categories.server.ts";
import { importKeyOf, isOwnHandle, ownIdIn, planHash } from "./import-handles.server.ts";
import { createShelf, planLinks, plainTemplateKey, stockShelf, type TemplateShelf } from "./import-links.server.ts";
import { plainTextOf } from "#app/platform/sanitize-html.server.ts";

/** What an import does, or would do, about one product. */
export interface ImportDecision {
  readonly planned: PlannedProduct;
  readonly kind: "new" | "changed" | "unchanged";
  /** As it was before; null for a new one. */
  readonly current: CurrentProduct | null;
  /** Its id afterwards; null when nothing was written. */
  readonly productId: number | null;
  /** A few words per difference. */
  readonly changes: readonly string[];
  readonly removedOptions: readonly string[];
}

export interface BatchResult {
  readonly decisions: readonly ImportDecision[];
  readonly categoriesMade: readonly string[];
  readonly templatesMade: number;
}

const SUMMARY_LENGTH = 140;

/** Decides about a batch of products and writes it, in one transaction. The handles are distinct. */
export function applyBatch(db: Db, plans: readonly PlannedProduct[], now: Date): Promise<BatchResult> {
  return inTransaction(db, async (tx) => {
    await lockImports(tx);
    const shelf = createShelf(tx, false);
    const categories = createCategoryResolver(await listCategoryEntries(tx), tx);
    const decisions = await writeBatch(tx, await decide(tx, plans, now), { shelf, categories }, now);
    return { decisions, categoriesMade: categories.made, templatesMade: shelf.made };
  });
}

/** What a dry run carries from batch to batch, so that nothing is announced twice. */
export interface DryRun {
  readonly shelf: TemplateShelf;
  readonly categories: CategoryResolver;
}

export async function startDryRun(db: Db): Promise<DryRun> {
  return { shelf: createShelf(db, true), categories: createCategoryResolver(await listCategoryEntries(db), null) };
}

/** The same decisions without writing anything. */
export async function rehearseBatch(db: Db, plans: readonly PlannedProduct[], run: DryRun, now: Date): Promise<readonly ImportDecision[]> {
  const decisions = await decide(db, plans, now);
  const waiting = decisions.filter((decision) => decision.kind !== "unchanged");
  const links = await prepareLinks(db, waiting, run.shelf);
  for (const { planned, current } of waiting) {
    await run.categories.resolve(planned.categories);
    await planLinks(planned.prices, { groups: current?.groups ?? [], links: links.get(current?.id ?? 0) ?? [] }, run.shelf);
  }
  return decisions;
}

/**
 * Unchanged is a product whose wishes are those of the last import (whatever staff have changed since), or for which the file says what the shop
 * has anyway (an export read back).
 */
async function decide(db: Db, plans: readonly PlannedProduct[], now: Date): Promise<readonly ImportDecision[]> {
  const found = await loadCurrentProducts(
    db,
    { importKeys: plans.map((planned) => importKeyOf(planned.handle)), ids: plans.flatMap((planned) => ownIdIn(planned.handle) ?? []) },
    now,
  );
  const byKey = new Map(found.flatMap((product) => (product.importKey === null ? [] : [[product.importKey, product] as const])));
  const byId = new Map(found.map((product) => [product.id, product]));
  return plans.map((planned): ImportDecision => {
    const candidate = byId.get(ownIdIn(planned.handle) ?? 0);
    const own = candidate !== undefined && isOwnHandle(planned.handle, candidate) ? candidate : undefined;
    const current = byKey.get(importKeyOf(planned.handle)) ?? own ?? null;
    if (current === null) return { planned, kind: "new", current, productId: null, changes: [], removedOptions: [] };
    const changes = current.importHash === planHash(planned) ? [] : differencesOf(planned, current);
    if (changes.length === 0) return { planned, kind: "unchanged", current, productId: current.id, changes, removedOptions: [] };
    return { planned, kind: "changed", current, productId: current.id, changes, removedOptions: removedOptions(planned, current) };
  });
}

async function prepareLinks(db: Db, decisions: readonly ImportDecision[], shelf: TemplateShelf): ReturnType<typeof listProductLinks> {
  const links = await listProductLinks(
    db,
    decisions.flatMap((decision) => decision.current?.id ?? []),
  );
  const keys = decisions.flatMap(({ planned }) => planned.prices.groups.map(plainTemplateKey));
  await stockShelf(
    shelf,
    [...links.values()].flat().map((link) => link.templateId),
    keys,
  );
  return links;
}

async function writeBatch(tx: Db, decisions: readonly ImportDecision[], run: DryRun, now: Date): Promise<readonly ImportDecision[]> {
  const links = await prepareLinks(
    tx,
    decisions.filter((decision) => decision.kind !== "unchanged"),
    run.shelf,
  );
  const unlinked = new Set<number>();
  const templateIds = new Map<string, readonly number[]>();
  const fresh: {
    readonly decision: ImportDecision;
    readonly row: ImportedProduct & { readonly importKey: string };
    readonly categoryIds: readonly number[];
    readonly plan: Awaited<ReturnType<typeof planLinks>>;
  }[] = [];
  for (const decision of decisions) {
    const { planned, current, kind } = decision;
    if (kind === "unchanged") continue;
    const before = links.get(current?.id ?? 0) ?? [];
    const categoryIds = await run.categories.resolve(planned.categories);
    const plan = await planLinks(planned.prices, { groups: current?.groups ?? [], links: before }, run.shelf);
    const row = rowOf(planned, plan.basePrice, current);
    templateIds.set(planned.handle, plan.templateIds);
    if (current === null) {
      fresh.push({ decision, row: { ...row, importKey: importKeyOf(planned.handle) }, categoryIds, plan });
      continue;
    }
    await updateImportedProduct(tx, current.id, row, now);
    const staffOwn =
      planned.categories.kind === "labels"
        ? current.categories.filter((category) => category.importKey === null).map((category) => category.id)
        : [];
    await setProductCategories(tx, current.id, [...new Set([...categoryIds, ...staffOwn])]);
    await saveProductLinks(
      tx,
      [current.id],
      plan.links.map((link) => ({ ...link, productId: current.id })),
    );
    for (const link of before) if (!plan.links.some((each) => each.templateId === link.templateId)) unlinked.add(link.templateId);
  }
  const ids = await insertImportedProducts(
    tx,
    fresh.map(({ row }) => row),
    now,
  );
  await addToCategories(
    tx,
    fresh.flatMap(({ categoryIds }, index) =>
      categoryIds.map((categoryId) => ({ productId: ids[index] ?? 0, categoryId, position: ids[index] ?? 0 })),
    ),
  );
  await saveProductLinks(
    tx,
    [],
    fresh.flatMap(({ plan }, index) => plan.links.map((link) => ({ ...link, productId: ids[index] ?? 0 }))),
  );
  await deleteUnusedImportTemplates(tx, [...unlinked]);
  const idOf = new Map(fresh.map(({ decision }, index) => [decision.planned.handle, ids[index] ?? null]));
  const written = decisions.map((decision) =>
    decision.kind === "new" ? { ...decision, productId: idOf.get(decision.planned.handle) ?? null } : decision,
  );
  await requireExactPrices(
    tx,
    written.filter((decision) => decision.kind !== "unchanged"),
    templateIds,
    now,
  );
  return written;
}

function rowOf(planned: PlannedProduct, priceCents: number, current: CurrentProduct | null): ImportedProduct {
  // A summary that staff have written themselves stays.
  const isOurs = current === null || current.summary === summaryOf(current.descriptionHtml);
  return {
    name: planned.name,
    summary: isOurs ? summaryOf(planned.descriptionHtml) : undefined,
    descriptionHtml: planned.descriptionHtml,
    priceCents,
    taxClass: planned.taxClass,
    isHidden: planned.isHidden,
    stock: planned.stock,
    tags: planned.tags,
    importHash: planHash(planned),
  };
}

/** The first sentence of a description for cards and lists, whole; "" when it is too long for them. The product page leaves it out. */
export function summaryOf(html: string): string {
  const text = plainTextOf(html);
  const sentence = /^.*?[.!?](?=\s|$)/u.exec(text)?.[0] ?? text;
  return sentence.length <= SUMMARY_LENGTH ? sentence : "";
}

/** Reads back what was written: a customer must pay exactly what the file says, or nothing of the batch goes in. */
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
  }
}

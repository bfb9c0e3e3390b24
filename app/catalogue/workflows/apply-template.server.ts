import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { listProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import { drawCopyIds, lastPlaces, putTemplateUses, releaseCopies } from "#app/catalogue/data/customizations/template-uses.server.ts";
import type { TemplateRecord } from "#app/catalogue/domain/customization/customization-template.ts";
import {
  detachedUse,
  planUse,
  type Application,
  type ApplicationFacts,
  type ApplicationPlan,
  type PlannedUse,
} from "#app/catalogue/domain/customization/template-application.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { StoredRecord } from "#app/staff/data/record-store.ts";
import { actOnRecord, type Actor } from "#app/staff/workflows/change-records.server.ts";
import { stableHash } from "#app/values/stable-hash.ts";

/** The preview; undefined for an unknown template. Writes nothing. */
export async function previewApplication(
  db: Db,
  templateId: number,
  productIds: readonly number[],
  application: Application,
): Promise<ApplicationPlan | undefined> {
  const record = (await customizationTemplateRecords.find(db, [templateId])).get(templateId);
  return record === undefined ? undefined : (await makePlan(db, record, productIds, application, false)).plan;
}

export type ApplicationAnswer =
  | { readonly kind: "missing" }
  /** The products have changed since the preview: this is the new one. */
  | { readonly kind: "outdated"; readonly plan: ApplicationPlan }
  | { readonly kind: "done"; readonly plan: ApplicationPlan; readonly entry: number | null };

/** Applies the preview with this hash in one transaction, with one history entry for undo. */
export async function applyTemplate(
  db: Db,
  actor: Actor,
  templateId: number,
  { productIds, application, seal }: { readonly productIds: readonly number[]; readonly application: Application; readonly seal: string },
): Promise<ApplicationAnswer> {
  let plan: ApplicationPlan | undefined;
  const answer = await actOnRecord(db, customizationTemplateRecords, actor, {
    action: "apply",
    id: templateId,
    touches: [],
    run: async (tx) => {
      const record = (await customizationTemplateRecords.find(tx, [templateId])).get(templateId);
      if (record === undefined) throw new Error("a locked template is gone");
      const made = await makePlan(tx, record, productIds, application, true);
      plan = made.plan;
      if (made.plan.seal !== seal) return;
      const touched = new Set(made.uses.map((each) => each.productId));
      const others = (record.value.products ?? []).filter((use) => !touched.has(use.productId));
      await putTemplateUses(tx, templateId, [...others, ...made.uses.flatMap((each) => each.uses)]);
    },
  });
  if (answer.kind !== "done" || plan === undefined) return { kind: "missing" };
  return plan.seal === seal ? { kind: "done", plan, entry: answer.entry } : { kind: "outdated", plan };
}

/**
 * The first step of deleting a template: its links become copies. A product with an older copy next to its link keeps that as its own
 * question.
 */
export async function detachAllUses(tx: Db, templateId: number): Promise<void> {
  const record = (await customizationTemplateRecords.find(tx, [templateId])).get(templateId);
  const uses = record?.value.products ?? [];
  if (record === undefined || uses.length === 0) return;
  const facts = await factsOf(tx, record, [], uses.length, true);
  const links = uses.filter((use) => use.copy === null);
  const linked = new Set(links.map((use) => use.productId));
  const copies = uses.filter((use) => use.copy !== null);
  await releaseCopies(
    tx,
    copies.filter((use) => linked.has(use.productId)).flatMap(({ copy }) => copy?.id ?? []),
  );
  const others = copies.filter((use) => !linked.has(use.productId));
  await putTemplateUses(tx, templateId, [...others, ...links.map((use) => detachedUse(use, facts))]);
}

async function makePlan(
  db: Db,
  record: StoredRecord<TemplateRecord>,
  productIds: readonly number[],
  application: Application,
  isReal: boolean,
): Promise<{ readonly plan: ApplicationPlan; readonly uses: readonly PlannedUse[] }> {
  const names = await listProductNames(db, productIds);
  const present = Map.groupBy(record.value.products ?? [], (use) => use.productId);
  const facts = await factsOf(db, record, productIds, application.mode === "copy" ? names.length : 0, isReal);
  const uses = names.map(({ id }) => planUse(id, present.get(id) ?? [], application, facts));
  const products = uses.map(({ productId, outcome, isChanged }, index) => ({
    id: productId,
    name: names[index]?.name ?? "",
    outcome,
    isChanged,
  }));
  const sealed = [
    record.version,
    application.mode,
    application.conflict,
    products.map(({ id, outcome, isChanged }) => [id, outcome, isChanged]),
  ];
  return { uses, plan: { products, seal: stableHash(JSON.stringify(sealed)) } };
}

/** A preview uses negative ids, which are never stored. */
async function factsOf(
  db: Db,
  { value, version }: StoredRecord<TemplateRecord>,
  productIds: readonly number[],
  copies: number,
  isReal: boolean,
): Promise<ApplicationFacts> {
  const places = await lastPlaces(db, productIds);
  const ids = isReal ? await drawCopyIds(db, copies, copies * value.options.length) : { groups: [], options: [] };
  let next = 0;
  const draw = (from: number[]) => () => {
    const id = isReal ? from.pop() : --next;
    if (id === undefined) throw new Error("too few ids were drawn for copies");
    return id;
  };
  return {
    template: value,
    version,
    placeOf: (productId) => places.get(productId) ?? 0,
    drawGroupId: draw(ids.groups),
    drawOptionId: draw(ids.options),
  };
}

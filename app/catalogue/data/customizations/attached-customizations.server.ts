import { asc, eq, inArray, sql } from "drizzle-orm";
import { groupOfCopy, withCopiedReferences } from "#app/catalogue/domain/customization/customization-copy.ts";
import {
  applyOverrides,
  MAX_OPTION_UNITS,
  maxUnits,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import { tidyOverrides, type AttachedCustomization, type KeptCopy } from "#app/catalogue/domain/customization/attached-customization.ts";
import type { KnownQuestion } from "#app/catalogue/domain/customization/known-question.ts";
import { templateOfQuestion } from "#app/catalogue/domain/customization/product-question.ts";
import { templateProblems } from "#app/catalogue/domain/customization/customization-template.ts";
import type { ProductRecord } from "#app/catalogue/domain/product-record.ts";
import type { FieldProblems } from "#app/staff/data/record-store.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { loadTemplates } from "./customization-templates.server.ts";
import { isOneOf } from "#app/catalogue/data/is-one-of.ts";
import { customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";

interface Attached {
  readonly customizations: readonly AttachedCustomization[];
  readonly copies: readonly KeptCopy[];
}

/** Customizations of these products in order, copies included. */
export async function loadAttached(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, Attached>> {
  const rows = await db
    .select()
    .from(productCustomizations)
    .where(isOneOf(productCustomizations.productId, productIds))
    .orderBy(asc(productCustomizations.position), asc(productCustomizations.id));
  return new Map(
    [...Map.groupBy(rows, (row) => row.productId)].map(([productId, own]) => [
      productId,
      {
        customizations: own.map(({ templateId, body, overrides }) => ({
          kind: body === null ? "link" : "copy",
          id: body?.id ?? templateId ?? 0,
          overrides: tidyOverrides(overrides),
        })),
        copies: own.flatMap(({ body, copiedFrom, templateVersion }) => (body === null ? [] : [{ body, copiedFrom, templateVersion }])),
      },
    ]),
  );
}

/** Sets a product's customizations. Existing links keep their row; copies come from `copies`. */
export async function putAttached(tx: Db, productId: number, { customizations, copies = [] }: ProductRecord): Promise<void> {
  const stored = await tx.delete(productCustomizations).where(eq(productCustomizations.productId, productId)).returning();
  if (customizations.length === 0) return;
  const versions = new Map(
    (
      await tx
        .select({ id: customizationTemplates.id, version: customizationTemplates.version })
        .from(customizationTemplates)
        .where(inArray(customizationTemplates.id, idsOf(customizations, "link")))
    ).map((row) => [row.id, row.version]),
  );
  const rows = customizations.flatMap(({ kind, id, overrides }, position): readonly (typeof productCustomizations.$inferInsert)[] => {
    const had = stored.find((row) => (kind === "link" ? row.templateId === id : row.body?.id === id));
    const copy = copies.find(({ body }) => body.id === id);
    if (had !== undefined) return [{ ...had, ...(kind === "copy" && copy !== undefined ? { body: copy.body } : {}), overrides, position }];
    if (kind === "copy") return copy === undefined ? [] : [{ ...copy, productId, overrides, position }];
    const templateVersion = versions.get(id);
    return templateVersion === undefined ? [] : [{ productId, templateId: id, templateVersion, overrides, position }];
  });
  if (rows.length > 0) await tx.insert(productCustomizations).values([...rows]);
}

/** Data for the product form: the groups without overrides. */
export async function loadQuestions(
  db: Db,
  { customizations, copies = [] }: Pick<ProductRecord, "customizations" | "copies">,
  now: Date,
): Promise<readonly KnownQuestion[]> {
  const templates = await loadTemplates(db, idsOf(customizations, "link"), now);
  const groups = withCopiedReferences(
    [...templates.values(), ...copies.map(({ body }) => groupOfCopy(body, now))],
    copies.map(({ body }) => body),
  );
  return groups.map((group, index) => ({ kind: index < templates.size ? "link" : "copy", id: group.id, name: group.name, group }));
}

/** Why the customizations can never be filled in, regardless of sold-out marks; undefined if they can. */
export async function attachedProblem(tx: Db, { customizations, copies = [] }: ProductRecord): Promise<string | undefined> {
  const templates = await loadTemplates(tx, idsOf(customizations, "link"), new Date(0));
  for (const { kind, id, overrides } of customizations) {
    const copy = copies.find(({ body }) => body.id === id)?.body;
    const copied = copy && groupOfCopy(copy, new Date(0));
    const base = kind === "link" ? templates.get(id) : copied;
    if (base === undefined) return "One of these questions is gone. Remove it.";
    const problem = groupProblem(applyOverrides(base, overrides));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Errors of the product's new and changed questions, by form field. */
export async function questionProblems(
  tx: Db,
  productId: number | null,
  { copies = [] }: ProductRecord,
  before: ProductRecord | undefined,
): Promise<FieldProblems> {
  const isChanged = ({ body }: KeptCopy) => !isSame(body, before?.copies?.find((copy) => copy.body.id === body.id)?.body);
  const problems = copies.flatMap((copy, index) => {
    const found = isChanged(copy) ? templateProblems(templateOfQuestion(copy.body)) : {};
    return Object.entries(found).map(([field, message]) => [`copies[${index}].${field}`, message] as const);
  });
  const isForeign = await areTaken(tx, productId, newIds(copies, before?.copies ?? []));
  return { ...Object.fromEntries(problems), ...(isForeign ? { copies: "One of these questions is gone. Reload the page." } : {}) };
}

interface CopyIds {
  readonly groups: readonly number[];
  readonly options: readonly number[];
}

/** Ids above 0 that are new to the product: from an undo, or invented by the client. */
function newIds(copies: readonly KeptCopy[], before: readonly KeptCopy[]): CopyIds {
  const groups = new Set(before.map(({ body }) => body.id));
  const options = new Set(before.flatMap(({ body }) => body.options.map((option) => option.id)));
  return {
    groups: copies.map(({ body }) => body.id).filter((id) => id > 0 && !groups.has(id)),
    options: copies.flatMap(({ body }) => body.options.map((option) => option.id)).filter((id) => id > 0 && !options.has(id)),
  };
}

/** Whether one of these ids belongs to a template or another product. */
async function areTaken(tx: Db, productId: number | null, { groups, options }: CopyIds): Promise<boolean> {
  if (groups.length === 0 && options.length === 0) return false;
  const [groupIds, optionIds] = [sql`${sql.param([...groups])}::int[]`, sql`${sql.param([...options])}::int[]`];
  const [row] = await tx.execute<{ taken: boolean }>(
    sql`select exists (select 1 from customization_templates where id = any(${groupIds}))
        or exists (select 1 from customization_options where id = any(${optionIds}))
        or exists (select 1 from product_customizations p where p.product_id <> ${productId ?? 0} and p.body is not null
          and ((p.body->>'id')::int = any(${groupIds})
            or exists (select 1 from jsonb_array_elements(p.body->'options') o where (o->>'id')::int = any(${optionIds})))) as taken`,
    "objects",
  );
  return row?.taken === true;
}

function groupProblem(group: CustomizationTemplate): string | undefined {
  const { title, kind, minSelect, maxPerOption } = group;
  const most = maxUnits(group);
  if (most !== null && minSelect > most) return `“${title}” requires at least ${minSelect} and allows at most ${most}.`;
  if (kind === "text") return undefined;
  const offered = group.options.filter((option) => !option.hidden).length * (kind === "quantity" ? (maxPerOption ?? MAX_OPTION_UNITS) : 1);
  return minSelect > offered ? `“${title}” requires at least ${minSelect}, but only ${offered} can be chosen.` : undefined;
}

function idsOf(customizations: readonly AttachedCustomization[], kind: AttachedCustomization["kind"]): number[] {
  return customizations.filter((each) => each.kind === kind).map((each) => each.id);
}

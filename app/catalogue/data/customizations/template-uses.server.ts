import { and, asc, inArray, isNull, max, or, sql } from "drizzle-orm";
import type { TemplateRecord, TemplateUse } from "#app/catalogue/domain/customization/customization-template.ts";
import { renumberedCopy } from "#app/catalogue/domain/customization/customization-copy.ts";
import { returnedUses } from "#app/catalogue/domain/customization/template-application.ts";
import type { ProductRecord } from "#app/catalogue/domain/product-record.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productCustomizations, products } from "#app/catalogue/data/tables.ts";

/** Links and copies of these templates. `lock` locks them for the transaction. */
export async function listTemplateUses(
  db: Db,
  templateIds: readonly number[],
  lock?: "lock",
): Promise<ReadonlyMap<number, readonly TemplateUse[]>> {
  if (templateIds.length === 0) return new Map();
  const query = db
    .select({
      templateId: sql<number>`coalesce(${productCustomizations.templateId}, ${productCustomizations.copiedFrom})`,
      productId: productCustomizations.productId,
      position: productCustomizations.position,
      overrides: productCustomizations.overrides,
      version: productCustomizations.templateVersion,
      copy: productCustomizations.body,
    })
    .from(productCustomizations)
    .where(or(inArray(productCustomizations.templateId, [...templateIds]), inArray(productCustomizations.copiedFrom, [...templateIds])))
    .orderBy(asc(productCustomizations.productId), asc(productCustomizations.id));
  const rows = await (lock === undefined ? query : query.for("update"));
  const uses = Map.groupBy(rows, (row) => row.templateId);
  return new Map([...uses].map(([id, own]) => [id, own.map(({ templateId: _templateId, ...use }) => use)]));
}

/** Sets the template's uses. Correct rows stay; deleted products are skipped. */
export async function putTemplateUses(tx: Db, templateId: number, wanted: readonly TemplateUse[]): Promise<void> {
  const stored = (await listTemplateUses(tx, [templateId])).get(templateId) ?? [];
  const keyOf = (use: TemplateUse) => JSON.stringify([use.productId, use.copy !== null]);
  const before = new Map(stored.map((use) => [keyOf(use), use]));
  const after = new Map(wanted.map((use) => [keyOf(use), use]));
  const gone = stored.filter((use) => !after.has(keyOf(use)));
  for (const isCopy of [false, true]) {
    const productIds = gone.filter((use) => (use.copy !== null) === isCopy).map((use) => use.productId);
    if (productIds.length === 0) continue;
    const column = isCopy ? productCustomizations.copiedFrom : productCustomizations.templateId;
    await tx
      .delete(productCustomizations)
      .where(sql`${column} = ${templateId} and ${inArray(productCustomizations.productId, productIds)}`);
  }
  const changed = wanted.filter((use) => JSON.stringify(before.get(keyOf(use))) !== JSON.stringify(use));
  for (let at = 0; at < changed.length; at += ROWS_PER_WRITE) await writeUses(tx, templateId, changed.slice(at, at + ROWS_PER_WRITE));
}

/** Detaches these copies from their template. */
export async function releaseCopies(tx: Db, copyIds: readonly number[]): Promise<void> {
  if (copyIds.length > 0) await tx.update(productCustomizations).set({ copiedFrom: null }).where(isCopy(copyIds));
}

const isCopy = (ids: readonly number[]) =>
  inArray(
    sql`(${productCustomizations.body}->>'id')::int`,
    ids.map((id) => sql`${id}`),
  );

/** Restores the uses of a restored template without undoing later changes (`returnedUses`). */
export async function bringUsesBack(tx: Db, templateId: number, template: TemplateRecord): Promise<void> {
  const before = Map.groupBy(template.products ?? [], (use) => use.productId);
  const copyIds = [...before.values()].flat().flatMap(({ copy }) => copy?.id ?? []);
  const made = await listTemplateUses(tx, [templateId]);
  const present = Map.groupBy(made.get(templateId) ?? [], (use) => use.productId);
  const hasBecomeCopies =
    template.hasBecomeCopies ?? [...present.values()].flat().some((use) => use.copy !== null && !copyIds.includes(use.copy.id));
  const uses = [...new Set([...before.keys(), ...present.keys()])].flatMap((productId) =>
    returnedUses(template, before.get(productId) ?? [], present.get(productId) ?? [], hasBecomeCopies),
  );
  await putTemplateUses(tx, templateId, uses);
  const taken = new Set(uses.filter((use) => use.copy !== null).map((use) => use.productId));
  const free = [...before].flatMap(([productId, own]) => (taken.has(productId) ? [] : own.flatMap(({ copy }) => copy?.id ?? [])));
  if (free.length > 0)
    await tx
      .update(productCustomizations)
      .set({ copiedFrom: templateId })
      .where(and(isCopy(free), isNull(productCustomizations.copiedFrom)));
}

/** Rows per statement. */
const ROWS_PER_WRITE = 500;

async function writeUses(tx: Db, templateId: number, uses: readonly TemplateUse[]): Promise<void> {
  const alive = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      inArray(
        products.id,
        uses.map((use) => use.productId),
      ),
    )
    .orderBy(asc(products.id))
    .for("key share");
  const ids = new Set(alive.map((row) => row.id));
  for (const isCopy of [false, true]) {
    const rows = uses.filter((use) => (use.copy !== null) === isCopy && ids.has(use.productId));
    if (rows.length === 0) continue;
    await tx
      .insert(productCustomizations)
      .values(
        rows.map((use) => ({
          productId: use.productId,
          templateId: isCopy ? null : templateId,
          copiedFrom: isCopy ? templateId : null,
          position: use.position,
          overrides: use.overrides,
          templateVersion: use.version,
          body: use.copy,
        })),
      )
      .onConflictDoUpdate({
        target: [productCustomizations.productId, isCopy ? productCustomizations.copiedFrom : productCustomizations.templateId],
        set: {
          position: sql`excluded.position`,
          overrides: sql`excluded.overrides`,
          templateVersion: sql`excluded.template_version`,
          body: sql`excluded.body`,
        },
      });
  }
}

/** New ids for copies from the templates' and options' sequences, so that they are unique. */
export async function drawCopyIds(
  tx: Db,
  groups: number,
  options: number,
): Promise<{ readonly groups: number[]; readonly options: number[] }> {
  return { groups: await draw("customization_templates", groups), options: await draw("customization_options", options) };

  async function draw(table: string, many: number): Promise<number[]> {
    if (many === 0) return [];
    const rows = await tx.execute<{ id: string }>(
      sql`select nextval(pg_get_serial_sequence(${table}, 'id')) id from generate_series(1, ${many})`,
      "objects",
    );
    return rows.map((row) => Number(row.id));
  }
}

/** A product's record with ids assigned to new questions and options, which have ids below 1. */
export async function withNewIds(tx: Db, record: ProductRecord): Promise<ProductRecord> {
  const copies = record.copies ?? [];
  const isNew = ({ id }: { readonly id: number }) => id < 1;
  const ids = await drawCopyIds(
    tx,
    copies.filter(({ body }) => isNew(body)).length,
    copies.reduce((count, { body }) => count + body.options.filter(isNew).length, 0),
  );
  const numbered = new Map(
    copies.map((copy) => {
      const { body } = copy;
      const id = isNew(body) ? (ids.groups.shift() ?? 0) : body.id;
      const options = body.options.map((option) => (isNew(option) ? { ...option, id: ids.options.shift() ?? 0 } : option));
      return [body.id, { ...copy, body: { ...body, id, options } }] as const;
    }),
  );
  const customizations = record.customizations.map((each) =>
    each.kind === "copy" ? { ...each, id: numbered.get(each.id)?.body.id ?? each.id } : each,
  );
  return { ...record, customizations, copies: [...numbered.values()] };
}

/** A product's record for a duplicate: copies get new ids. */
export async function withOwnCopies(db: Db, record: ProductRecord): Promise<ProductRecord> {
  const copies = record.copies ?? [];
  const ids = await drawCopyIds(
    db,
    copies.length,
    copies.reduce((count, { body }) => count + body.options.length, 0),
  );
  const made = copies.map((copy, index) => ({
    ...copy,
    body: renumberedCopy(copy.body, ids.groups[index] ?? 0, ids.options.splice(0, copy.body.options.length)),
  }));
  const customizations = record.customizations.map((each) => {
    const at = each.kind === "copy" ? copies.findIndex(({ body }) => body.id === each.id) : -1;
    const [before, after] = [copies[at]?.body, made[at]?.body];
    if (before === undefined || after === undefined) return each;
    const renumber = ([id, own]: readonly [string, object]) => [
      after.options[before.options.findIndex((option) => String(option.id) === id)]?.id ?? id,
      own,
    ];
    const options = Object.fromEntries(Object.entries(each.overrides.options ?? {}).map(renumber));
    return { ...each, id: after.id, overrides: { ...each.overrides, ...(each.overrides.options === undefined ? {} : { options }) } };
  });
  return { ...record, customizations, copies: made };
}

/** Last position of customizations per product. */
export async function lastPlaces(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ id: productCustomizations.productId, last: max(productCustomizations.position) })
    .from(productCustomizations)
    .where(inArray(productCustomizations.productId, [...productIds]))
    .groupBy(productCustomizations.productId);
  return new Map(rows.map((row) => [row.id, (row.last ?? -1) + 1]));
}

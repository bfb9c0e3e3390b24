import { and, asc, eq, inArray, max, ne, notInArray, sql } from "drizzle-orm";
import {
  neverShownIds,
  ON_SALE,
  templateProblems,
  UNTIL_UNDONE,
  type TemplateOption,
  type TemplateRecord,
} from "#app/catalogue/domain/customization/customization-template.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { customizationOptions, customizationTemplates, productCustomizations } from "#app/catalogue/data/tables.ts";
import { bringUsesBack, listTemplateUses, putTemplateUses } from "./template-uses.server.ts";
import { insertRow, readRows } from "#app/staff/data/table-records.ts";

export const customizationTemplateRecords: RecordStore<TemplateRecord> = {
  kind: "customization-template",
  nameOf: (value) => value.name,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const rows = await readRows(db, customizationTemplates, ids, lock);
    const options = Map.groupBy(
      await db
        .select()
        .from(customizationOptions)
        .where(inArray(customizationOptions.templateId, [...ids]))
        .orderBy(asc(customizationOptions.position), asc(customizationOptions.id)),
      (row) => row.templateId,
    );
    const uses = await listTemplateUses(db, ids, lock);
    return new Map(
      rows.map((row) => {
        const own = (options.get(row.id) ?? []).map(toOption);
        const value: TemplateRecord = {
          key: row.key,
          name: row.name,
          title: row.title,
          help: row.help,
          kind: row.kind,
          minSelect: row.minSelect,
          maxSelect: row.maxSelect,
          maxPerOption: row.maxPerOption,
          freeCount: row.freeCount,
          showWhenOptionIds: row.showWhenOptionIds,
          maxLength: row.maxLength,
          kitchenLabel: row.kitchenLabel ?? "",
          priceOptionIds: [...new Set(own.flatMap((option) => Object.keys(option.prices).map(Number)))].toSorted((a, b) => a - b),
          options: own,
          position: row.position,
          importKey: row.importKey,
          products: uses.get(row.id) ?? [],
        };
        return [row.id, { version: row.version, value }];
      }),
    );
  },

  async check(tx, id, value) {
    const problems: Record<string, string> = { ...templateProblems(value) };
    const stored = id === null ? [] : await tx.select().from(customizationOptions).where(eq(customizationOptions.templateId, id));
    const ownIds = new Set(stored.map((option) => option.id));
    for (const [index, option] of value.options.entries())
      if (option.id !== null && !ownIds.has(option.id))
        problems[`options[${index}].name`] ??= "This option is gone. Remove it, and add it again.";
    Object.assign(problems, await referenceProblems(tx, id, value, ownIds));
    return Object.keys(problems).length === 0 ? undefined : problems;
  },

  async insert(tx, { options, products, hasBecomeCopies, ...value }, id) {
    const [last] = await tx.select({ position: max(customizationTemplates.position) }).from(customizationTemplates);
    const inserted = await insertRow(tx, customizationTemplates, {
      ...columnsOf(value),
      position: value.position ?? (last?.position ?? -1) + 1,
      ...(id === undefined ? {} : { id }),
    });
    await putOptions(tx, inserted, options, value.priceOptionIds);
    if (products !== undefined) await bringUsesBack(tx, inserted, { options, products, hasBecomeCopies, ...value });
    return inserted;
  },

  async update(tx, id, { options, products, hasBecomeCopies: _hasBecomeCopies, ...value }) {
    await tx
      .update(customizationTemplates)
      .set({ ...columnsOf(value), version: sql`${customizationTemplates.version} + 1`, updatedAt: sql`now()` })
      .where(eq(customizationTemplates.id, id));
    await putOptions(tx, id, options, value.priceOptionIds);
    if (products !== undefined) await putTemplateUses(tx, id, products);
  },

  // Other templates depend on its options for visibility or prices.
  async isHeld(tx, id, isGoing) {
    return (await listDependents(tx, id)).some((dependent) => !isGoing(this.kind, dependent.id));
  },

  async remove(tx, id) {
    await tx.delete(productCustomizations).where(eq(productCustomizations.templateId, id));
    await tx.delete(customizationTemplates).where(eq(customizationTemplates.id, id));
  },
};

type Columns = Omit<TemplateRecord, "options" | "products" | "hasBecomeCopies">;

/** Drops the fields that its kind does not use. */
function columnsOf({ priceOptionIds: _priceOptionIds, kitchenLabel, ...value }: Columns) {
  const isText = value.kind === "text";
  const maxSelect = isText ? null : value.maxSelect;
  return {
    ...value,
    maxSelect: value.kind === "single" ? 1 : maxSelect,
    maxPerOption: value.kind === "quantity" ? value.maxPerOption : null,
    freeCount: isText ? 0 : value.freeCount,
    maxLength: isText ? value.maxLength : null,
    showWhenOptionIds: [...value.showWhenOptionIds],
    kitchenLabel: kitchenLabel === "" ? null : kitchenLabel,
  };
}

function toOption(row: typeof customizationOptions.$inferSelect): TemplateOption {
  return {
    id: row.id,
    name: row.name,
    kitchenName: row.kitchenName ?? "",
    price: row.priceDeltaCents,
    prices: row.priceByOption,
    isDefault: row.isDefault,
    defaultQuantity: row.defaultQuantity,
    countsTowardFree: row.countsTowardFree,
    allergens: row.allergens,
    dietaryTags: row.dietaryTags,
    calories: row.calories,
    soldOut: row.isSoldOut ? (row.soldOutUntil?.toISOString() ?? UNTIL_UNDONE) : ON_SALE,
    isHidden: row.isHidden,
  };
}

/** Sets the template's options in this order. Stored ones keep ids; missing ones are deleted. */
async function putOptions(
  tx: Db,
  templateId: number,
  options: readonly TemplateOption[],
  priceOptionIds: readonly number[],
): Promise<void> {
  const kept = options.flatMap((option) => option.id ?? []);
  const own = eq(customizationOptions.templateId, templateId);
  await tx.delete(customizationOptions).where(kept.length === 0 ? own : and(own, notInArray(customizationOptions.id, kept)));
  for (const [position, option] of options.entries()) {
    const values = {
      name: option.name,
      kitchenName: option.kitchenName === "" ? null : option.kitchenName,
      priceDeltaCents: option.price,
      priceByOption: Object.fromEntries(Object.entries(option.prices).filter(([id]) => priceOptionIds.includes(Number(id)))),
      isDefault: option.isDefault,
      defaultQuantity: option.defaultQuantity,
      countsTowardFree: option.countsTowardFree,
      allergens: [...option.allergens],
      dietaryTags: [...option.dietaryTags],
      calories: option.calories,
      isSoldOut: option.soldOut !== ON_SALE,
      soldOutUntil: option.soldOut === ON_SALE || option.soldOut === UNTIL_UNDONE ? null : sql`${option.soldOut}::timestamptz`,
      isHidden: option.isHidden,
      position,
    };
    const insert = tx.insert(customizationOptions);
    if (option.id === null) await insert.values({ ...values, templateId });
    else await insert.values({ ...values, templateId, id: option.id }).onConflictDoUpdate({ target: customizationOptions.id, set: values });
  }
}

/** Errors for unknown referenced ids, and for removing referenced options. */
async function referenceProblems(tx: Db, id: number | null, value: TemplateRecord, ownIds: ReadonlySet<number>): Promise<FieldProblems> {
  const problems: Record<string, string> = {};
  const named = [...new Set([...value.showWhenOptionIds, ...value.priceOptionIds])];
  const found = new Map(
    (
      await tx
        .select({ id: customizationOptions.id, templateId: customizationOptions.templateId })
        .from(customizationOptions)
        .where(inArray(customizationOptions.id, named))
    ).map((option) => [option.id, option.templateId]),
  );
  for (const field of ["showWhenOptionIds", "priceOptionIds"] as const) {
    if (value[field].some((each) => !found.has(each))) problems[field] = "One of these options is gone. Remove it.";
    else if (value[field].some((each) => ownIds.has(each)))
      problems[field] =
        field === "showWhenOptionIds" ? "It cannot depend on one of its own options." : "Its prices cannot depend on its own options.";
  }
  if (problems["showWhenOptionIds"] === undefined && value.showWhenOptionIds.length > 0) {
    const rules = await showRules(tx);
    const self = id ?? 0;
    rules.set(self, [...new Set(value.showWhenOptionIds.map((each) => found.get(each) ?? 0))]);
    if (neverShownIds(rules).includes(self)) problems["showWhenOptionIds"] = "It would never show: what it waits for waits for it.";
  }
  const kept = new Set(value.options.map((option) => option.id));
  const gone = [...ownIds].filter((each) => !kept.has(each));
  const [dependent] = id === null ? [] : await listDependents(tx, id, gone);
  const [copy] = dependent !== undefined || id === null ? [] : await listDependentCopies(tx, id, gone);
  if (dependent !== undefined)
    problems["options"] = `“${dependent.name}” depends on an option that is no longer here. Change that template first.`;
  if (copy !== undefined)
    problems["options"] = `“${copy.title}” of ${copy.product} depends on an option that is no longer here. Change that product first.`;
  return problems;
}

/** For each conditional template, the templates that it depends on. */
async function showRules(db: Db): Promise<Map<number, readonly number[]>> {
  const rows = await db.execute<{ id: number; owners: number[] }>(
    sql`select t.id, coalesce(array_agg(distinct o.template_id) filter (where o.id is not null), '{}') owners
        from customization_templates t left join customization_options o on o.id = any(t.show_when_option_ids)
        where cardinality(t.show_when_option_ids) > 0 group by t.id`,
    "objects",
  );
  return new Map(rows.map((row) => [row.id, row.owners]));
}

/** Copies that refer to one of these options by condition or price. */
async function listDependentCopies(
  db: Db,
  id: number,
  optionIds: readonly number[],
): Promise<readonly { readonly title: string; readonly product: string }[]> {
  if (optionIds.length === 0) return [];
  const all = sql.param([...optionIds]);
  return db.execute(
    sql`select c.body->>'title' as title, p.name as product
        from product_customizations l join product_customizations c on c.product_id = l.product_id and c.body is not null
        join products p on p.id = l.product_id
        where l.template_id = ${id} and p.deleted_at is null
        and (exists (select 1 from jsonb_array_elements_text(c.body->'showWhenOptionIds') e where e::int = any(${all}::int[]))
          or exists (select 1 from jsonb_array_elements(c.body->'options') o where o->'priceByOption' ?| ${all}::int[]::text[]))
        order by p.name limit 1`,
    "objects",
  );
}

/** Other templates that refer to one of these options (default: any). */
export async function listDependents(
  db: Db,
  id: number,
  optionIds?: readonly number[],
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const ids =
    optionIds ??
    (await db.select({ id: customizationOptions.id }).from(customizationOptions).where(eq(customizationOptions.templateId, id))).map(
      (row) => row.id,
    );
  if (ids.length === 0) return [];
  const all = sql.param([...ids]);
  return db
    .select({ id: customizationTemplates.id, name: customizationTemplates.name })
    .from(customizationTemplates)
    .where(
      and(
        ne(customizationTemplates.id, id),
        sql`(${customizationTemplates.showWhenOptionIds} && ${all}::int[] or exists (select 1 from customization_options o
             where o.template_id = ${customizationTemplates.id} and o.price_by_option ?| ${all}::int[]::text[]))`,
      ),
    )
    .orderBy(asc(sortText(customizationTemplates.name)));
}

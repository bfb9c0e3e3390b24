import { asc } from "drizzle-orm";
import { readCatalogueNames, type CatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { withoutNull } from "#app/catalogue/domain/customization/attached-customization.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { customizationTemplates } from "#app/catalogue/data/tables.ts";
import type { TemplateRecord, TemplateUse } from "#app/catalogue/domain/customization/customization-template.ts";
import type { TemplateEntry, UseEntry } from "#app/content/domain/configuration/configured-template.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listRecords } from "#app/staff/data/record-store.ts";

export interface StoredTemplate {
  readonly id: number;
  readonly value: TemplateRecord;
  /** In the file's format. */
  readonly entry: TemplateEntry;
}

/** The names that replace ids. */
interface Names extends Pick<CatalogueNames, "uniqueName"> {
  readonly options: ReadonlyMap<number, { readonly template: string; readonly option: string }>;
}

/** Every customization template in order; `lock` locks them against other writers. */
export async function listStoredTemplates(db: Db, lock?: "lock"): Promise<readonly StoredTemplate[]> {
  const rows = db
    .select({ id: customizationTemplates.id })
    .from(customizationTemplates)
    .orderBy(asc(customizationTemplates.position), asc(customizationTemplates.id));
  const stored = await listRecords(db, customizationTemplateRecords, rows, lock);
  const { uniqueName } = await readCatalogueNames(
    db,
    stored.flatMap(({ value }) => linksOf(value).map((use) => use.productId)),
  );
  const options = new Map(
    stored.flatMap(({ value }) => value.options.map((option) => [option.id ?? 0, { template: value.key ?? "", option: option.name }])),
  );
  return stored.map(({ id, value }) => ({ id, value, entry: entryOf(value, { options, uniqueName }) }));
}

/** The linked products; a copy belongs only to its product. */
export function linksOf({ products = [] }: TemplateRecord): readonly TemplateUse[] {
  return products.filter((use) => use.copy === null);
}

/** "Sold out" is a temporary state and is not exported. */
function entryOf(value: TemplateRecord, names: Names): TemplateEntry {
  const { key = "", options, showWhenOptionIds, products: _p, priceOptionIds: _o, position: _a, importKey: _i, ...fields } = value;
  return {
    key,
    ...fields,
    maxSelect: value.kind === "single" ? 1 : value.maxSelect,
    showWhen: showWhenOptionIds.flatMap((id) => names.options.get(id) ?? []),
    options: options.map(({ id: _id, soldOut: _soldOut, ...option }) => ({
      ...option,
      prices: Object.entries(option.prices).flatMap(([id, price]) => {
        const other = names.options.get(Number(id));
        return other === undefined ? [] : [{ ...other, price }];
      }),
      allergens: [...option.allergens],
      dietaryTags: [...option.dietaryTags],
    })),
    products: linksOf(value).flatMap((use) => useEntry(value, use, names)),
  };
}

/** Fields that are left out are inherited. */
function useEntry(template: TemplateRecord, { productId, position, overrides }: TemplateUse, names: Names): readonly UseEntry[] {
  const product = names.uniqueName(productId);
  if (product === undefined) return [];
  const { title, minSelect, maxSelect, freeCount } = overrides;
  const options = template.options.flatMap((option) => {
    const { priceDelta, hidden, isDefault } = overrides.options?.[String(option.id)] ?? {};
    const own = withoutNull({ price: priceDelta, isHidden: hidden, isDefault });
    return Object.keys(own).length === 0 ? [] : [{ option: option.name, ...own }];
  });
  return [{ product, place: position, ...withoutNull({ title, minSelect, maxSelect, freeCount }), options }];
}

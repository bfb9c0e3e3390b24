import { asc } from "drizzle-orm";
import { readCatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { customizationTemplateRecords } from "#app/catalogue/data/customizations/customization-template-records.server.ts";
import { customizationTemplates } from "#app/catalogue/data/tables.ts";
import type { TemplateRecord, TemplateUse } from "#app/catalogue/domain/customization/customization-template.ts";
import type { FileTemplate, FileUse } from "#app/content/domain/configured-template.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { storedAmount } from "#app/values/money/stored-amount.ts";

export interface StoredTemplate {
  readonly id: number;
  readonly value: TemplateRecord;
  readonly file: FileTemplate;
}

/** Every customization template in its order, as it is stored and as a file has it, prices as `storedAmount` writes them; `lock` holds them against other writers. */
export async function listStoredTemplates(db: Db, lock?: "lock"): Promise<readonly StoredTemplate[]> {
  const rows = await db
    .select({ id: customizationTemplates.id })
    .from(customizationTemplates)
    .orderBy(asc(customizationTemplates.position), asc(customizationTemplates.id));
  const ids = rows.map(({ id }) => id);
  const records = await customizationTemplateRecords.find(db, ids, lock);
  const values = ids.flatMap((id) => {
    const value = records.get(id)?.value;
    return value === undefined ? [] : [{ id, value }];
  });
  const names = await readCatalogueNames(
    db,
    values.flatMap(({ value }) => linksOf(value).map((use) => use.productId)),
  );
  const options = new Map(
    values.flatMap(({ value }) => value.options.map((option) => [option.id ?? 0, { template: value.key ?? "", option: option.name }])),
  );
  const optionOf = (id: number | string) => options.get(Number(id)) ?? [];
  return values.map(({ id, value }) => ({ id, value, file: fileOf(value) }));

  function fileOf(value: TemplateRecord): FileTemplate {
    const { key = "", name, title, help, kind, minSelect, maxPerOption, freeCount, maxLength, kitchenLabel } = value;
    const maxSelect = kind === "single" ? 1 : value.maxSelect;
    return {
      key,
      name,
      title,
      help,
      kind,
      minSelect,
      maxSelect,
      maxPerOption,
      freeCount,
      maxLength,
      kitchenLabel,
      showWhen: value.showWhenOptionIds.flatMap(optionOf),
      options: value.options.map((option) => ({
        name: option.name,
        kitchenName: option.kitchenName,
        price: storedAmount(option.price),
        prices: Object.entries(option.prices).flatMap(([other, price]) =>
          [optionOf(other)].flat().map((each) => ({ ...each, price: storedAmount(price) })),
        ),
        isDefault: option.isDefault,
        defaultQuantity: option.defaultQuantity,
        countsTowardFree: option.countsTowardFree,
        allergens: [...option.allergens],
        dietaryTags: [...option.dietaryTags],
        calories: option.calories,
        isHidden: option.isHidden,
      })),
      products: linksOf(value).flatMap((use): readonly FileUse[] => {
        const product = names.uniqueName(use.productId);
        return product === undefined ? [] : [fileUse(value, product, use)];
      }),
    };
  }
}

/** The products linked to it; copies belong to their product alone. */
export function linksOf({ products = [] }: TemplateRecord): readonly TemplateUse[] {
  return products.filter((use) => use.copy === null);
}

/** Being sold out belongs to the moment and stays here. */
function fileUse(template: TemplateRecord, product: string, { position, overrides }: TemplateUse): FileUse {
  const { title, minSelect, maxSelect, freeCount, options = {} } = overrides;
  const given = Object.entries({ title, minSelect, maxSelect, freeCount }).filter(([, value]) => value !== undefined && value !== null);
  return {
    product,
    place: position,
    ...(Object.fromEntries(given) as Pick<FileUse, "title" | "minSelect" | "maxSelect" | "freeCount">),
    options: template.options.flatMap((option) => {
      const { priceDelta = null, hidden = null, isDefault = null } = options[String(option.id)] ?? {};
      if (priceDelta === null && hidden === null && isDefault === null) return [];
      return [
        {
          option: option.name,
          ...(priceDelta === null ? {} : { price: storedAmount(priceDelta) }),
          ...(hidden === null ? {} : { isHidden: hidden }),
          ...(isDefault === null ? {} : { isDefault }),
        },
      ];
    }),
  };
}

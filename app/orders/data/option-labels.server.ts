import { and, eq, inArray } from "drizzle-orm";
import { customizationOptions, customizationTemplates } from "#app/catalogue/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/**
 * Labels such as "Size: Large" by option key of reports ("<template id>-<option id>"). Orders do not know a shared group's title. Keys of deleted
 * options and of a product's own groups are left out.
 */
export async function loadOptionLabels(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const templateIds = [...new Set(keys.map((key) => Number(key.split("-")[0])))].filter(Number.isSafeInteger);
  const optionIds = [...new Set(keys.map((key) => Number(key.split("-")[1])))].filter(Number.isSafeInteger);
  if (templateIds.length === 0 || optionIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: customizationOptions.id,
      templateId: customizationTemplates.id,
      name: customizationOptions.name,
      group: customizationTemplates.title,
    })
    .from(customizationOptions)
    .innerJoin(customizationTemplates, eq(customizationTemplates.id, customizationOptions.templateId))
    .where(and(inArray(customizationTemplates.id, templateIds), inArray(customizationOptions.id, optionIds)));
  return new Map(rows.map(({ id, templateId, name, group }) => [`${templateId}-${id}`, `${group}: ${name}`]));
}

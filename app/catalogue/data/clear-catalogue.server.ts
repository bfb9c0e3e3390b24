import type { Db } from "#app/platform/db/database.server.ts";
import { importRuns } from "./import/tables.ts";
import { productWords } from "./search/tables.ts";
import { categories, customizationTemplates, products } from "./tables.ts";

/** Deletes products, categories, customization templates, imports and search words. Ids are not reused. */
export async function clearCatalogue(tx: Db): Promise<void> {
  await tx.delete(products);
  await tx.delete(customizationTemplates);
  // A category cannot be deleted before its children.
  await tx.update(categories).set({ parentId: null });
  await tx.delete(categories);
  await tx.delete(importRuns);
  await tx.delete(productWords);
}

import type { Db } from "#app/platform/db/database.server.ts";
import { importRuns } from "./import/tables.ts";
import { productWords } from "./search/tables.ts";
import { categories, customizationTemplates, products } from "./tables.ts";

/** Removes products, categories, customization templates, imports and the words of the search. Numbers are not used again. */
export async function clearCatalogue(tx: Db): Promise<void> {
  await tx.delete(products);
  await tx.delete(customizationTemplates);
  // A category may not go before those below it.
  await tx.update(categories).set({ parentId: null });
  await tx.delete(categories);
  await tx.delete(importRuns);
  await tx.delete(productWords);
}

import { regionFormat } from "#app/values/clock/region-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { listCategoryNames } from "#app/catalogue/data/categories.server.ts";
import { listProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import { listMenuFacts } from "#app/catalogue/data/menu-facts.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { PromotionListRow } from "#app/promotions/data/promotion-records.server.ts";
import { listReferencedIds } from "#app/promotions/domain/referenced-ids.ts";
import type { Promotion, PromotionNames } from "#app/promotions/domain/promotion.ts";
import { readBack } from "#app/promotions/domain/read-back.ts";
import { listConflicts, listWarnings, pricesOf } from "#app/promotions/domain/warnings.ts";
import { findDeepestDiscount } from "#app/promotions/domain/deepest-discount.ts";
import type { Readback } from "#app/promotions/ui/staff/promotion-readback.tsx";

/** Names of the records that promotions refer to. */
export async function readNames(db: Db, promotions: readonly Promotion[]): Promise<PromotionNames> {
  const mentions = listReferencedIds(promotions);
  const [products, categories, settings] = await Promise.all([
    listProductNames(db, mentions.productIds),
    listCategoryNames(db, mentions.categoryIds),
    readSettings(db),
  ]);
  return {
    format: moneyFormat(settings),
    region: regionFormat(settings.LOCALE),
    products: Object.fromEntries(products.map(({ id, name }) => [id, name])),
    categories: Object.fromEntries(categories),
  };
}

/** A promotion in words, with its conflicts among the running and planned ones. */
export async function readbackOf(db: Db, promotion: Promotion, rows: readonly PromotionListRow[], now: Date): Promise<Readback> {
  const others = rows
    .filter(({ id, state }) => id !== promotion.id && (state === "active" || state === "scheduled"))
    .map((row) => row.promotion);
  const menu = await listMenuFacts(db);
  const names = await readNames(db, [promotion]);
  const worst = findDeepestDiscount(promotion, others, menu, now, names.format);
  return {
    sentence: readBack(promotion, names),
    warnings: [...listWarnings(promotion, others, pricesOf(menu), names.format), ...(worst === null ? [] : [{ field: null, text: worst }])],
    conflicts: listConflicts(promotion, others),
  };
}

import * as texts from "#texts/home/page.ts";
import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { listCategoryNames, listShownCategories } from "#app/catalogue/data/categories.server.ts";
import { listProductsById } from "#app/catalogue/data/products.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import { conditionKind, isGroup } from "#app/promotions/domain/conditions/list.ts";
import { listReferencedIds } from "#app/promotions/domain/referenced-ids.ts";
import { offerState } from "#app/promotions/domain/offer-state.ts";
import type { Condition, Promotion } from "#app/promotions/domain/promotion.ts";
import { offerHours } from "#app/promotions/domain/sale-prices.ts";
import type { OfferText } from "#app/promotions/ui/offers.tsx";

/** Maximum products and categories named per offer. */
const MOST_LINKS = 3;

/**
 * The automatic promotions that every customer may earn now or within a week, in the order staff set; each with the products or categories
 * it is about.
 */
export async function listCurrentOffers(
  db: Db,
  clock: ShopClock,
  now: Date,
): Promise<{ readonly running: readonly OfferText[]; readonly coming: readonly OfferText[] }> {
  const promotions = (await listPromotionsForCart(db, [], now, [])).filter(isForAnybody);
  const running: OfferText[] = [];
  const coming: OfferText[] = [];
  for (const promotion of promotions) {
    const state = offerState(promotion, now, clock);
    if (state === null) continue;
    const { id, title, description, schedule, endsAt } = promotion;
    const when = state === "now" ? offerHours({ schedule, endsAt }, { ...clock, now }) : texts.starts(state.starts);
    (state === "now" ? running : coming).push({ id, title, description, when, links: await linksOf(db, promotion, now) });
  }
  return { running, coming };
}

function isForAnybody({ limits, uses, spent, condition }: Promotion): boolean {
  if (limits.totalUses !== null && uses >= limits.totalUses) return false;
  if (limits.budget !== null && spent >= limits.budget) return false;
  return !isForSomeOnly(condition);
}

/** True for promotions limited to certain customers: showing them to all would promise too much. */
function isForSomeOnly(condition: Condition): boolean {
  if (isGroup(condition)) return condition.type === "all" && condition.of.some(isForSomeOnly);
  return conditionKind(condition).isForNamedCustomers === true;
}

/** The offer's visible categories and products; none for an offer on everything. */
async function linksOf(db: Db, promotion: Promotion, now: Date): Promise<OfferText["links"]> {
  const { categoryIds, productIds } = listReferencedIds([promotion]);
  const shown = new Set((await listShownCategories(db)).map((category) => category.id));
  const names = await listCategoryNames(db, categoryIds);
  const sections = categoryIds.filter((id) => shown.has(id)).map((id) => ({ label: names.get(id) ?? "", to: `/${id}/products` }));
  const dishes = sections.length >= MOST_LINKS ? [] : await listProductsById(db, productIds.slice(0, MOST_LINKS), now);
  return [...sections, ...dishes.map(({ id, name }) => ({ label: name, to: `/products/${id}` }))].slice(0, MOST_LINKS);
}

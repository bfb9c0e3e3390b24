import type { Db } from "#app/platform/db/database.server.ts";
import { listPromotionsForCart } from "#app/promotions/data/promotions.server.ts";
import type { Condition, Promotion } from "#app/promotions/domain/promotion.ts";
import { offerHours } from "#app/promotions/domain/sale-prices.ts";

/** A promotion that needs no code, as the home page tells of it. */
export interface Offer {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  /** "Mon–Fri 3:00–5:00 PM", "Until March 3", both, or "" for one without end. */
  readonly when: string;
}

/** The automatic promotions anybody may earn now or later today or this week, in the order staff made them. */
export async function listCurrentOffers(db: Db, timeZone: string, now: Date): Promise<readonly Offer[]> {
  const promotions = await listPromotionsForCart(db, [], now, []);
  return promotions.filter((promotion) => isOnOffer(promotion, now)).map((promotion) => toOffer(promotion, timeZone, now));
}

function isOnOffer(promotion: Promotion, now: Date): boolean {
  const { startsAt, limits, uses, spent, condition } = promotion;
  if (startsAt !== null && startsAt > now) return false;
  if (limits.totalUses !== null && uses >= limits.totalUses) return false;
  if (limits.budget !== null && spent >= limits.budget) return false;
  return !isForSomeOnly(condition);
}

/** True for promotions that only certain people earn: naming them to everybody would promise too much. */
function isForSomeOnly(condition: Condition): boolean {
  if (condition.type === "customer-email") return true;
  return condition.type === "all" && condition.of.some(isForSomeOnly);
}

function toOffer({ id, title, description, schedule, endsAt }: Promotion, timeZone: string, now: Date): Offer {
  return { id, title, description, when: offerHours({ schedule, endsAt }, { now, timeZone }) };
}

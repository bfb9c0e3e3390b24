import * as texts from "#texts/catalogue/order-rules.ts";
import type { LeadTime } from "#app/store/domain/hours/slots.ts";
import { addMinutes } from "#app/values/time.ts";

/** A product's rules for every order with it. */
export interface OrderRules {
  /** Hours between ordering and the earliest preparation; 0 = none. */
  readonly leadHours: number;
  /** Units in one order, over all its lines; null = no limit. */
  readonly maxPerOrder: number | null;
  /** Cannot be delivered. */
  readonly isPickupOnly: boolean;
}

export const NO_ORDER_RULES: OrderRules = { leadHours: 0, maxPerOrder: null, isPickupOnly: false };

/** The rules for customers: "Order at least 48 hours ahead". */
export function orderRuleNotes(
  { leadHours, maxPerOrder, isPickupOnly }: OrderRules,
  textOf: (units: number) => string = String,
): readonly string[] {
  return [
    ...(leadHours === 0 ? [] : [texts.orderAhead(leadHours)]),
    ...(isPickupOnly ? [texts.pickupOnly] : []),
    ...(maxPerOrder === null ? [] : [texts.mostPerOrder(textOf(maxPerOrder))]),
  ];
}

interface Led {
  readonly name: string;
  readonly leadHours: number;
}

/** The longest lead time of these products; undefined = none. */
export function leadTimeOf(products: readonly Led[], now: Date): LeadTime | undefined {
  const [longest] = products.filter(({ leadHours }) => leadHours > 0).toSorted((a, b) => b.leadHours - a.leadHours);
  return longest === undefined ? undefined : { until: addMinutes(now, longest.leadHours * 60), text: `${leadText(longest)}.` };
}

/** "Birthday cake must be ordered at least 48 hours ahead", without a full stop. */
export function leadText({ name, leadHours }: Led): string {
  return texts.mustBeOrderedAhead(name, leadHours);
}

/** Why a product with a lead time cannot be ordered for any offered time. */
export function noLeadTimeText(product: Led, days: OfferedDays): string {
  return texts.noTimeIsFree(leadText(product), offeredDaysText(days));
}

export interface OfferedDays {
  readonly allowScheduling: boolean;
  readonly scheduleDaysAhead: number;
}

/** "the shop takes orders for 6 days ahead" */
export function offeredDaysText({ allowScheduling, scheduleDaysAhead: days }: OfferedDays): string {
  if (!allowScheduling) return texts.noOrdersForLater;
  return days === 0 ? texts.onlyForToday : texts.forDaysAhead(days);
}

interface Counted {
  readonly name: string;
  readonly stock: number | null;
  readonly maxPerOrder: number | null;
}

/** The smaller of the stock and the largest quantity per order, with a sentence about it; null = no limit. */
export function unitLimit(
  { name, stock, maxPerOrder }: Counted,
  textOf: (units: number) => string = String,
): {
  readonly code: "stock" | "max_per_order";
  readonly most: number;
  readonly text: string;
} | null {
  if (stock !== null && (maxPerOrder === null || stock < maxPerOrder))
    return {
      code: "stock",
      most: stock,
      text: stock === 1 && textOf(1) === "1" ? texts.oneIsLeft(name) : texts.someAreLeft(textOf(stock), name),
    };
  return maxPerOrder === null ? null : { code: "max_per_order", most: maxPerOrder, text: texts.mostOfProduct(textOf(maxPerOrder), name) };
}

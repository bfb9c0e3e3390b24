import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import type { ConditionKind } from "./condition-kind.ts";

const MOST = 1_000;

/** `max` was added later: older records lack it, which means no limit. */
type OrderCount = { readonly type: string; readonly min: number | null; readonly max?: number | null };

const TOO_MANY = `Enter at most ${MOST} orders.`;
const least = z.int("Enter a number of orders.").min(1, "Enter at least 1 order.").max(MOST, TOO_MANY);
const most = z.int("Enter a number of orders.").min(0, "Enter 0 or more orders.").max(MOST, TOO_MANY);

/** The customer has this number of earlier orders that count. A minimum is not met until the customer is known. */
export const orderCount: ConditionKind<OrderCount> = {
  type: "order-count",
  label: "Number of the customer's earlier orders",
  heading: "",
  fields: [
    {
      name: "min",
      label: "Earlier orders, at least",
      help: "Rejected and cancelled orders do not count. 9 = from the tenth order on.",
      input: "count",
      required: false,
      initial: 1,
    },
    { name: "max", label: "At most", help: "Empty = no limit.", input: "count", required: false, initial: null },
  ],
  about: "customer",
  needsOrderCount: true,
  schema: () =>
    z
      .strictObject({ type: z.literal("order-count"), min: least.nullable(), max: most.nullable().default(null) })
      .refine(({ min, max }) => min !== null || max !== null, "Enter the least or the most earlier orders.")
      .refine(({ min, max }) => min === null || max === null || min <= max, "The most must not be below the least."),
  describe: (condition) => `for customers ${ordersText(condition)}`,
  findUnmet: (condition, { input: { customer } }) => {
    const unmet = { message: texts.forCustomers(ordersText(condition)), shortfall: null };
    if (customer.isAnonymous === true) return unmet;
    const { min, max = null } = condition;
    const { orderCount: all, placedCount = all } = customer;
    if (min !== null && placedCount === null) return { message: texts.enterEmailForReturning, shortfall: null };
    const isEnough = min === null || (placedCount ?? 0) >= min;
    // Unpaid checkouts do not count towards the minimum, but against the maximum, as for a first order.
    return isEnough && (max === null || (all ?? 0) <= max) ? null : unmet;
  },
  explainOpposite: (condition) => texts.notForCustomers(ordersText(condition)),
  example: ({ min }) => (min === null ? {} : { customer: { orderCount: min } }),
};

/** "who have ordered before", "with 2 to 5 earlier orders" */
function ordersText({ min, max = null }: OrderCount): string {
  if (max === null) return min === null || min === 1 ? texts.whoOrdered : texts.withAtLeast(min);
  if (min === null) return max === 0 ? texts.whoNeverOrdered : texts.withAtMost(max);
  return min === max ? texts.withExactly(max) : texts.withBetween(min, max);
}

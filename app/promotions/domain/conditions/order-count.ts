import { z } from "zod";
import type { ConditionKind } from "./condition-kind.ts";

const MOST = 1_000;

type OrderCount = { readonly type: string; readonly min: number };

/** The customer has so many earlier orders that count; it waits until the customer is known. */
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
      required: true,
      initial: 1,
    },
  ],
  about: "customer",
  needsOrderCount: true,
  schema: () =>
    z.strictObject({
      type: z.literal("order-count"),
      min: z.int("Enter a number of orders.").min(1, "Enter at least 1 order.").max(MOST, `Enter at most ${MOST} orders.`),
    }),
  describe: ({ min }) => (min === 1 ? "for customers who have ordered before" : `for customers with at least ${min} earlier orders`),
  findUnmet: ({ min }, { input: { customer } }) => {
    if (customer.isAnonymous === true) return { message: "For customers who have ordered before.", shortfall: null };
    const { orderCount: all, placedCount = all } = customer;
    if (placedCount === null)
      return { message: "Enter your e-mail address at checkout: this is for customers who have ordered before.", shortfall: null };
    if (placedCount >= min) return null;
    return {
      message: min === 1 ? "For customers who have ordered before." : `For customers with at least ${min} earlier orders.`,
      shortfall: null,
    };
  },
  explainOpposite: () => "Not for customers who have ordered so often.",
  example: ({ min }) => ({ earlierOrders: min }),
};

import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import type { ConditionKind } from "./condition-kind.ts";

/** The customer has not ordered before. An unknown customer counts as new, because the checkout tests again with the email address. */
export const firstOrder: ConditionKind = {
  type: "first-order",
  label: "First order of the customer",
  heading: "It is the customer's first order.",
  fields: [],
  about: "customer",
  needsOrderCount: true,
  schema: () => z.strictObject({ type: z.literal("first-order") }),
  describe: () => "first order only",
  findUnmet: (_, { input }) => ((input.customer.orderCount ?? 0) === 0 ? null : { message: texts.firstOrderOnly, shortfall: null }),
  explainOpposite: () => texts.notFirstOrder,
};

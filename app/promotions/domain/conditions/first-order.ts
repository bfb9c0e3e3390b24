import { z } from "zod";
import type { ConditionKind, ConditionOf } from "./condition-kind.ts";

/**
 * The customer has not ordered before. One who is not known yet counts as such, because the checkout asks again with the e-mail address.
 */
export const firstOrder = {
  schema: () => z.strictObject({ type: z.literal("first-order") }),
  describe: () => "first order only",
  findUnmet: (_, { input }) => ((input.customer.orderCount ?? 0) === 0 ? null : { message: "First order only.", shortfall: null }),
  explainOpposite: () => "Not on a first order.",
} satisfies ConditionKind<ConditionOf<"first-order">>;

import { z } from "zod";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { ConditionKind, ConditionOf } from "./condition-kind.ts";

/** The order is picked up, or delivered. */
export const fulfillment = {
  schema: () => z.strictObject({ type: z.literal("fulfillment"), is: z.enum(["pickup", "delivery"]) }),
  describe: ({ is }) => `${is} only`,
  findUnmet: ({ is }, { input }) => (input.fulfillment === is ? null : { message: onlyText(is), shortfall: null }),
  explainOpposite: ({ is }) => onlyText(is === "pickup" ? "delivery" : "pickup"),
} satisfies ConditionKind<ConditionOf<"fulfillment">>;

function onlyText(is: Fulfillment): string {
  return is === "pickup" ? "Pickup only." : "Delivery only.";
}

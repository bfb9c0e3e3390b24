import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { ConditionKind } from "./condition-kind.ts";

type Way = { readonly type: string; readonly is: Fulfillment };

/** The order is picked up, or delivered. */
export const fulfillment: ConditionKind<Way> = {
  type: "fulfillment",
  label: "Pickup or delivery",
  heading: "",
  fields: [
    {
      name: "is",
      label: "Only for",
      help: "",
      input: "choice",
      required: true,
      options: [
        { value: "pickup", label: "Pickup" },
        { value: "delivery", label: "Delivery" },
      ],
      initial: "pickup",
    },
  ],
  about: "order",
  schema: () => z.strictObject({ type: z.literal("fulfillment"), is: z.enum(["pickup", "delivery"]) }),
  describe: ({ is }) => `${is} only`,
  findUnmet: ({ is }, { input }) => (input.fulfillment === is ? null : { message: onlyText(is), shortfall: null }),
  explainOpposite: ({ is }) => onlyText(is === "pickup" ? "delivery" : "pickup"),
  example: ({ is }) => ({ fulfillment: is }),
};

function onlyText(is: Fulfillment): string {
  return is === "pickup" ? texts.pickupOnly : texts.deliveryOnly;
}

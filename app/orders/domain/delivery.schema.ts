import { z } from "zod";
import { MAX_ID } from "#app/values/limits.ts";

/** The buttons of the deliveries besides steps of the order: take it, give it back, or assign it (`courier` "" = unassign). */
export const deliveryForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["take", "give-back"]), order: z.guid() }),
  z.object({
    intent: z.literal("assign"),
    order: z.guid(),
    courier: z.union([
      z.literal("").transform(() => null),
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .transform(Number)
        .refine((id) => id <= MAX_ID),
    ]),
  }),
]);

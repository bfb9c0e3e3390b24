import { z } from "zod";
import { PROBLEM_REMEDIES } from "#app/payments/domain/payment-problem.ts";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { wireId, wireObject, wireText } from "#app/values/wire.schema.ts";

/** Staff actions on a payment problem. Manual resolution needs a note. */
export const remedySchema = wireObject({
  problem: wireId("the problem"),
  remedy: z.enum(PROBLEM_REMEDIES, "Press one of the buttons of this problem."),
  note: wireText("what you did", MAX_REASON_LENGTH).default(""),
}).refine(({ remedy, note }) => remedy !== "by_hand" || note.trim() !== "", {
  path: ["note"],
  message: "Say in a few words what you did; colleagues read it here.",
});

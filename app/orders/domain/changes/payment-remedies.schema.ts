import { z } from "zod";
import { PROBLEM_REMEDIES } from "#app/payments/domain/payment-problem.ts";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { wireId, wireObject, wireText } from "#app/values/wire.schema.ts";

/** What staff press on a payment problem. Settling one by hand takes a few words on what was done. */
export const remedySchema = wireObject({
  problem: wireId("the problem"),
  remedy: z.enum(PROBLEM_REMEDIES, "Press one of the buttons of this problem."),
  note: wireText("what you did", MAX_REASON_LENGTH).default(""),
}).refine(({ remedy, note }) => remedy !== "by_hand" || note.trim() !== "", {
  path: ["note"],
  message: "Say in a few words what you did; colleagues read it here.",
});

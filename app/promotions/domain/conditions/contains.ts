import { z } from "zod";
import { findLines, unitsOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { targetSchema } from "#app/promotions/domain/target.schema.ts";
import { addItemsText, targetText } from "#app/promotions/domain/wording.ts";
import type { ConditionKind, ConditionOf } from "./condition-kind.ts";

/** Something of a target is in the cart. */
export const contains = {
  schema: () => z.strictObject({ type: z.literal("contains"), target: targetSchema }),
  describe: ({ target }, names) => `with ${targetText(target, names)} in the cart`,
  findUnmet: ({ target }, facts) =>
    unitsOf(facts, findLines(facts, target)) > 0
      ? null
      : { message: addItemsText(1, target, facts.names), shortfall: { kind: "items", amount: 1 } },
  explainOpposite: ({ target }, { names }) => `Not together with ${targetText(target, names)}.`,
} satisfies ConditionKind<ConditionOf<"contains">>;

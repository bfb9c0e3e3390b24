import { sentence } from "#texts/promotions/wording.ts";
import * as texts from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { findLines, unitsOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { targetField } from "#app/promotions/domain/kinds/action-fields.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { requireUnits } from "#app/promotions/domain/requirements.ts";
import { targetSchema } from "#app/promotions/domain/target.schema.ts";
import { addItemsText, targetText } from "#app/promotions/domain/wording.ts";
import type { ConditionKind } from "./condition-kind.ts";

type Contains = { readonly type: string; readonly target: Target };

/** At least one item of a target is in the cart. */
export const contains: ConditionKind<Contains> = {
  type: "contains",
  label: "The cart contains",
  heading: "",
  fields: [{ ...targetField, label: "The cart contains", help: "" }],
  about: "cart",
  schema: () => z.strictObject({ type: z.literal("contains"), target: targetSchema }),
  describe: ({ target }, names) => `with ${targetText(target, names)} in the cart`,
  findUnmet: ({ target }, facts) =>
    unitsOf(facts, findLines(facts, target)) > 0
      ? null
      : { message: sentence(addItemsText(1, target, facts.names)), shortfall: { kind: "items", amount: 1 } },
  explainOpposite: ({ target }, { names }) => texts.notTogetherWith(targetText(target, names)),
  listTargets: ({ target }) => [target],
  listRequirements: ({ target }) => requireUnits([{ target, count: 1 }]),
  staysTrue: () => true,
};

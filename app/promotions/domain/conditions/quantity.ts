import { sentence } from "#texts/promotions/wording.ts";
import { fewerThan } from "#texts/promotions/conditions.ts";
import { z } from "zod";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { findLines, unitsOf } from "#app/promotions/domain/engine/cart-facts.ts";
import { targetField } from "#app/promotions/domain/kinds/action-fields.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { requireUnits } from "#app/promotions/domain/requirements.ts";
import { targetSchema } from "#app/promotions/domain/target.schema.ts";
import { addItemsText, unitsText } from "#app/promotions/domain/wording.ts";
import type { ConditionKind } from "./condition-kind.ts";

type Quantity = { readonly type: string; readonly target: Target; readonly min: number };

const many = z.int("Enter a number of items.").min(1, "Enter at least 1 item.").max(MAX_QUANTITY);

/** At least this many units are in the cart. */
export const quantity: ConditionKind<Quantity> = {
  type: "quantity",
  label: "A number of items",
  heading: "",
  fields: [
    { name: "min", label: "Minimum number of items", help: "", input: "count", required: true, initial: 2 },
    { ...targetField, label: "Of", help: "" },
  ],
  about: "cart",
  schema: () => z.strictObject({ type: z.literal("quantity"), target: targetSchema, min: many }),
  describe: ({ target, min }, names) => `with at least ${unitsText(min, target, names)}`,
  findUnmet: ({ target, min }, facts) => {
    const amount = min - unitsOf(facts, findLines(facts, target));
    return amount <= 0 ? null : { message: sentence(addItemsText(amount, target, facts.names)), shortfall: { kind: "items", amount } };
  },
  explainOpposite: ({ target, min }, { names }) => fewerThan(unitsText(min, target, names)),
  listTargets: ({ target }) => [target],
  listRequirements: ({ target, min }) => requireUnits([{ target, count: min }]),
  staysTrue: () => true,
};

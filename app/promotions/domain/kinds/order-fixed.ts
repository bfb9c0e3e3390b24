import { offOf } from "#texts/promotions/actions.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { amountField, targetField } from "./action-fields.ts";
import { takeOffTogether } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { amountSchema, optionalTargetSchema } from "#app/promotions/domain/target.schema.ts";
import { orderText } from "#app/promotions/domain/wording.ts";

interface OrderFixedParams {
  readonly amount: Cents;
  readonly target: Target;
}

/** An amount off the whole order, at most the order's remaining price. */
export const orderFixed: ActionKind<OrderFixedParams> = {
  code: "order-fixed",
  label: "Amount off the order",
  example: "$5 off the whole order",
  paramsSchema: z.strictObject({ amount: amountSchema, target: optionalTargetSchema }),
  fields: [amountField, { ...targetField, label: "Counting", help: "Exclude what the amount is not taken from." }],
  workClass: "order",
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) => offOf(formatShortMoney(params.amount, names.format), orderText(params.target, names)),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffTogether(work, set, params.amount);
  },
  explainMissing: (params, work) => nothingEligible(work, params.target),
};

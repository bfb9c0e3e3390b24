import { offOf } from "#texts/promotions/actions.ts";
import { z } from "zod";
import { applyRate, formatPercentage, type PartsPerMillion } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { rateField, targetField } from "./action-fields.ts";
import { setValueLeft, takeOffTogether } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { optionalTargetSchema, rateSchema } from "#app/promotions/domain/target.schema.ts";
import { orderText } from "#app/promotions/domain/wording.ts";

interface OrderPercentParams {
  readonly rate: PartsPerMillion;
  readonly target: Target;
}

/** A percentage off the whole order, rounded once. */
export const orderPercent: ActionKind<OrderPercentParams> = {
  code: "order-percent",
  label: "Percentage off the order",
  example: "10% off the whole order",
  paramsSchema: z.strictObject({ rate: rateSchema, target: optionalTargetSchema }),
  fields: [rateField, { ...targetField, label: "Counting", help: "Exclude what the percentage is not taken from." }],
  workClass: "order",
  isPercentage: () => true,
  listTargets: (params) => [params.target],
  describe: (params, names) => offOf(formatPercentage(params.rate, names.format), orderText(params.target, names)),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffTogether(work, set, applyRate(setValueLeft(work, set), params.rate));
  },
  effectOnLines: (params) => ({ type: "part", rate: params.rate }),
  explainMissing: (params, work) => nothingEligible(work, params.target),
};

import { z } from "zod";
import { applyRate, type PartsPerMillion } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { nothingEligible, rateField, takeOffEachLine, targetField } from "#app/promotions/domain/engine/discounting.ts";
import { rateSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { offText, targetText } from "#app/promotions/domain/wording.ts";

interface ItemPercentParams {
  readonly rate: PartsPerMillion;
  readonly target: Target;
}

/** A percentage off certain items, rounded per line, because the customer sees it on each line. */
export const itemPercent: ActionKind<ItemPercentParams> = {
  code: "item-percent",
  label: "Percentage off items",
  example: "20% off all pizzas",
  paramsSchema: z.strictObject({ rate: rateSchema, target: targetSchema }),
  fields: [rateField, targetField],
  workClass: "item",
  isPercentage: () => true,
  listTargets: (params) => [params.target],
  describe: (params, names) => `${offText(params.rate)} ${targetText(params.target, names)}`,
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffEachLine(work, set, (value) => applyRate(value, params.rate));
  },
  effectOnLines: (params) => ({ type: "part", rate: params.rate }),
  explainMissing: (_, work) => nothingEligible(work),
};

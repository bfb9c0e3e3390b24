import * as texts from "#texts/promotions/actions.ts";
import { z } from "zod";
import { formatPercentage, type PartsPerMillion } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { rateField, targetField, unitLimitFields, unitLimitText } from "./action-fields.ts";
import { takePercentOffEachLine, pickUnits, type UnitLimit } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { rateSchema, targetSchema, unitLimitShape } from "#app/promotions/domain/target.schema.ts";
import { targetText } from "#app/promotions/domain/wording.ts";

interface ItemPercentParams extends UnitLimit {
  readonly rate: PartsPerMillion;
  readonly target: Target;
}

/** A percentage off certain items, rounded per line, because the customer sees it on each line. */
export const itemPercent: ActionKind<ItemPercentParams> = {
  code: "item-percent",
  label: "Percentage off items",
  example: "20% off all pizzas",
  paramsSchema: z.strictObject({ rate: rateSchema, target: targetSchema, ...unitLimitShape }),
  fields: [rateField, targetField, ...unitLimitFields],
  workClass: "item",
  unitLimit: (params) => params.maxUnits ?? null,
  takesPieces: (params) => (params.maxUnits ?? null) !== null,
  isPercentage: () => true,
  listTargets: (params) => [params.target],
  describe: (params, names) =>
    texts.offOfMost(formatPercentage(params.rate, names.format), targetText(params.target, names), unitLimitText(params)),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takePercentOffEachLine(work, pickUnits(work, set, params), params.rate);
  },
  effectOnLines: (params) => ((params.maxUnits ?? null) !== null ? null : { type: "part", rate: params.rate }),
  explainMissing: (params, work) => nothingEligible(work, params.target),
};

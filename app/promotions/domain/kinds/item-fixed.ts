import * as texts from "#texts/promotions/actions.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { amountField, targetField, unitLimitFields, unitLimitText } from "./action-fields.ts";
import { takeOffEachLine, pickUnits, type UnitLimit } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { amountSchema, targetSchema, unitLimitShape } from "#app/promotions/domain/target.schema.ts";
import { eachText } from "#app/promotions/domain/wording.ts";

interface ItemFixedParams extends UnitLimit {
  readonly amount: Cents;
  readonly target: Target;
}

/** An amount off every unit of certain items; a unit never falls below zero. */
export const itemFixed: ActionKind<ItemFixedParams> = {
  code: "item-fixed",
  label: "Amount off items",
  example: "$2 off every burger",
  paramsSchema: z.strictObject({ amount: amountSchema, target: targetSchema, ...unitLimitShape }),
  fields: [{ ...amountField, label: "Amount off each item", initial: 100 }, targetField, ...unitLimitFields],
  workClass: "item",
  unitLimit: (params) => params.maxUnits ?? null,
  takesPieces: () => true,
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) =>
    texts.offOfMost(formatShortMoney(params.amount, names.format), eachText(params.target, names), unitLimitText(params)),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffEachLine(work, pickUnits(work, set, params), (_, units) => params.amount * units);
  },
  effectOnLines: (params) => ((params.maxUnits ?? null) !== null ? null : { type: "off", amount: params.amount }),
  explainMissing: (params, work) => nothingEligible(work, params.target),
};

import * as texts from "#texts/promotions/actions.ts";
import { belowPrice } from "#texts/promotions/reasons.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { targetField, unitLimitFields, unitLimitText } from "./action-fields.ts";
import { takeOffEachLine, pickUnits, type UnitLimit } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { priceSchema, targetSchema, unitLimitShape } from "#app/promotions/domain/target.schema.ts";
import { targetText } from "#app/promotions/domain/wording.ts";
import { capitalised } from "#app/values/text.ts";

interface ItemPriceParams extends UnitLimit {
  readonly price: Cents;
  readonly target: Target;
}

/** A fixed price for certain items; a cheaper item keeps its price. */
export const itemPrice: ActionKind<ItemPriceParams> = {
  code: "item-price",
  label: "Items at a price",
  example: "Any coffee for $2.50",
  paramsSchema: z.strictObject({ price: priceSchema, target: targetSchema, ...unitLimitShape }),
  fields: [
    {
      name: "price",
      label: "Price of each item",
      help: "With the options the customer chose.",
      input: "money",
      required: true,
      initial: 500,
    },
    targetField,
    ...unitLimitFields,
  ],
  workClass: "item",
  unitLimit: (params) => params.maxUnits ?? null,
  takesPieces: () => true,
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) =>
    texts.itemsFor(capitalised(targetText(params.target, names)), formatShortMoney(params.price, names.format), unitLimitText(params)),
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined
      ? 0
      : takeOffEachLine(work, pickUnits(work, set, params), (value, units) => Math.max(0, value - params.price * units));
  },
  effectOnLines: (params) => ((params.maxUnits ?? null) !== null ? null : { type: "price", price: params.price }),
  explainMissing: (params, work) => nothingEligible(work, params.target, belowPrice),
};

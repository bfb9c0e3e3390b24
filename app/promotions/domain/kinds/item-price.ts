import { z } from "zod";
import type { Cents } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { nothingEligible, takeOffEachLine, targetField } from "#app/promotions/domain/engine/discounting.ts";
import { priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { amountText, targetText } from "#app/promotions/domain/wording.ts";
import { capitalised } from "#app/values/text.ts";

interface ItemPriceParams {
  readonly price: Cents;
  readonly target: Target;
}

/** Certain items at a price; one that costs less already keeps its price. */
export const itemPrice: ActionKind<ItemPriceParams> = {
  code: "item-price",
  label: "Items at a price",
  example: "Any coffee for $2.50",
  paramsSchema: z.strictObject({ price: priceSchema, target: targetSchema }),
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
  ],
  workClass: "item",
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) => `${capitalised(targetText(params.target, names))} for ${amountText(params.price)} each`,
  apply: (params, work) => {
    const [set] = work.sets;
    return set === undefined ? 0 : takeOffEachLine(work, set, (value, units) => Math.max(0, value - params.price * units));
  },
  effectOnLines: (params) => ({ type: "price", price: params.price }),
  explainMissing: (_, work) =>
    nothingEligible(work, work.sets[0]?.lines.length === 0 ? undefined : "These items cost no more than the offer's price already."),
};

import * as texts from "#texts/promotions/actions.ts";
import { earns, sentence } from "#texts/promotions/wording.ts";
import { belowPrice } from "#texts/promotions/reasons.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { targetField, repeatsField } from "./action-fields.ts";
import { takeOffUnits } from "#app/promotions/domain/engine/discounting.ts";
import { nothingEligible } from "./explain-missing.ts";
import { countSchema, priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { countUnits, listUnits, sumOfUnits, type Unit } from "#app/promotions/domain/engine/units.ts";
import { addItemsText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";

interface BundleParams {
  readonly quantity: number;
  readonly target: Target;
  readonly price: Cents;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
}

/**
 * Any N items of a target for one price, as often as whole bundles fit. The most expensive units are bundled first, which is best for the
 * customer. Units that cost no more than the bundle stay out of it.
 */
export const bundle: ActionKind<BundleParams> = {
  code: "bundle",
  label: "Several for a price",
  example: "Any 3 tacos for $10",
  paramsSchema: z.strictObject({
    quantity: countSchema.min(2, "A bundle has at least 2 items."),
    target: targetSchema,
    price: priceSchema,
    maxRepeats: countSchema.nullable().default(null),
  }),
  fields: [
    { name: "quantity", label: "How many", help: "At least 2.", input: "count", required: true, initial: 3 },
    targetField,
    { name: "price", label: "Price together", help: "", input: "money", required: true, initial: 1000 },
    repeatsField,
  ],
  workClass: "unit",
  takesPieces: () => true,
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) => {
    const price = formatShortMoney(params.price, names.format);
    return texts.bundle(unitsText(params.quantity, params.target, names), price, repeatsText(params.maxRepeats));
  },
  apply: (params, work) => {
    const { units, saved } = formBundles(params, work);
    const amount = Math.min(saved, work.limit);
    if (amount > 0) takeOffUnits(work, amount, units);
    return amount;
  },
  countTimes,
  nextStep: (params, work) => {
    const [set] = work.sets;
    const times = countTimes(params, work);
    if (set === undefined || times >= (params.maxRepeats ?? Infinity)) return null;
    const missing = params.quantity * (times + 1) - countUnits(work, set);
    if (missing <= 0) return null;
    const { names } = work.facts;
    return earns(
      addItemsText(missing, params.target, names),
      texts.anotherBundle(params.quantity, formatShortMoney(params.price, names.format)),
    );
  },
  explainMissing: (params, work) => {
    const [set] = work.sets;
    const missing = set === undefined ? 0 : params.quantity - countUnits(work, set);
    return missing > 0
      ? {
          reason: "condition",
          message: sentence(addItemsText(missing, params.target, work.facts.names)),
          shortfall: { kind: "items", amount: missing },
        }
      : nothingEligible(work, params.target, belowPrice);
  },
};

/** How many whole bundles fit, including bundles that save nothing. */
function countTimes(params: BundleParams, work: Work): number {
  const [set] = work.sets;
  return set === undefined ? 0 : Math.min(params.maxRepeats ?? Infinity, Math.floor(countUnits(work, set) / params.quantity));
}

/** The bundles that cost more than their price, most expensive units first. */
function formBundles(
  { quantity, price, maxRepeats }: BundleParams,
  work: Work,
): { readonly units: readonly Unit[]; readonly saved: Cents } {
  const [set] = work.sets;
  const units = set === undefined ? [] : listUnits(work, set.has, (maxRepeats ?? Infinity) * quantity);
  let saved = 0;
  let end = 0;
  for (; end + quantity <= units.length; end += quantity) {
    const value = sumOfUnits(units.slice(end, end + quantity));
    if (value <= price) break;
    saved += value - price;
  }
  return { units: units.slice(0, end), saved };
}

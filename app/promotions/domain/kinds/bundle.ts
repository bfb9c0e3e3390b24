import { z } from "zod";
import type { Cents } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { nothingEligible, takeOffTaken, targetField, repeatsField } from "#app/promotions/domain/engine/discounting.ts";
import { countSchema, priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import {
  addUnits,
  consume,
  consumeUnits,
  countInRun,
  countUnits,
  getRunOrder,
  makeUnitList,
  sumOfUnits,
} from "#app/promotions/domain/engine/units.ts";
import { addItemsText, amountText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";

interface BundleParams {
  readonly quantity: number;
  readonly target: Target;
  readonly price: Cents;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
}

/**
 * Any N of a target for one price, as often as whole bundles fit. The dearest units are bundled first, which is best for the
 * customer; units that would cost no more than the bundle stay out of it.
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
  isPercentage: () => false,
  listTargets: (params) => [params.target],
  describe: (params, names) => {
    const price = amountText(params.price);
    return `Any ${unitsText(params.quantity, params.target, names)} for ${price}${repeatsText(params.maxRepeats)}`;
  },
  apply: (params, work) => {
    const [set] = work.sets;
    if (set === undefined) return 0;
    const bundles = countTimes(params, work);
    if (bundles === 0) return 0;
    const saved = consumeBundles(params, bundles, work, set);
    const amount = Math.min(saved, work.limit);
    if (amount > 0) takeOffTaken(work, set, amount);
    return amount;
  },
  countTimes,
  nextStep: (params, work) => {
    const [set] = work.sets;
    const times = countTimes(params, work);
    if (set === undefined || times >= (params.maxRepeats ?? Infinity)) return null;
    const missing = params.quantity * (times + 1) - countUnits(work.cart, set);
    if (missing <= 0) return null;
    const { names } = work.facts;
    return `${addItemsText(missing, params.target, names).slice(0, -1)}: another ${params.quantity} for ${amountText(params.price)}.`;
  },
  explainMissing: (params, work) => {
    const [set] = work.sets;
    const missing = set === undefined ? 0 : params.quantity - countUnits(work.cart, set);
    return missing > 0
      ? {
          reason: "condition",
          message: addItemsText(missing, params.target, work.facts.names),
          shortfall: { kind: "items", amount: missing },
        }
      : nothingEligible(work, params.target, "These items cost no more than the offer's price already.");
  },
};

/** How many whole bundles fit, worth it or not. */
function countTimes(params: BundleParams, { cart, sets: [set] }: Work): number {
  return set === undefined ? 0 : Math.min(params.maxRepeats ?? Infinity, Math.floor(countUnits(cart, set) / params.quantity));
}

/** Units of the bundle being filled; nothing in it outlives a call. */
const pending = makeUnitList();

/** Consumes up to `bundles` bundles, dearest units first, while they cost more than the bundle. Answers what is saved. */
function consumeBundles(params: BundleParams, bundles: number, work: Work, set: LineSet): Cents {
  const { quantity, price } = params;
  const { cart, buffers } = work;
  buffers.taken.fill(0);
  const order = getRunOrder(cart);
  pending.count = 0;
  let left = bundles;
  let saved = 0;
  for (let run = order.count - 1; run >= 0 && left > 0; run -= 1) {
    if (set.has[order.positions[run] ?? 0] !== 1) continue;
    const unitPrice = order.prices[run] ?? 0;
    for (let available = countInRun(cart, order, run); available > 0 && left > 0;) {
      if (pending.count === 0 && available >= quantity) {
        const whole = Math.min(left, Math.floor(available / quantity));
        if (unitPrice * quantity <= price) return saved;
        saved += whole * (unitPrice * quantity - price);
        consume(cart, order, run, whole * quantity, buffers.taken);
        available -= whole * quantity;
        left -= whole;
        continue;
      }
      const units = Math.min(quantity - pending.count, available);
      addUnits(pending, run, units);
      available -= units;
      if (pending.count < quantity) continue;
      const value = sumOfUnits(order, pending);
      if (value <= price) return saved;
      saved += value - price;
      consumeUnits(cart, order, pending, buffers.taken);
      pending.count = 0;
      left -= 1;
    }
  }
  return saved;
}

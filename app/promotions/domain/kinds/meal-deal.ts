import { z } from "zod";
import type { Cents } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { repeatsField, takeOffTaken } from "#app/promotions/domain/engine/discounting.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { countSchema, priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { consume, getRunOrder, listUnits } from "#app/promotions/domain/engine/units.ts";
import type { Unit } from "#app/promotions/domain/engine/working-cart.ts";
import { addAllText, amountText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";

interface MealDealParams {
  /** One unit of each makes a meal. */
  readonly parts: readonly Target[];
  readonly price: Cents;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
}

interface Meals {
  /** The chosen units, part by part. */
  readonly units: readonly Unit[];
  readonly count: number;
  readonly saved: Cents;
}

const MAX_PARTS = 6;
const NO_MEALS: Meals = { units: [], count: 0, saved: 0 };

/**
 * One of each of several targets for one price, as often as whole meals fit. The dearest units are taken first; no meal is made that would
 * save nothing. A unit that fits two parts serves the one where it is worth most.
 */
export const mealDeal: ActionKind<MealDealParams> = {
  code: "meal-deal",
  label: "Meal deal",
  example: "A pizza, a side and a drink for $18",
  paramsSchema: z.strictObject({
    parts: z.array(targetSchema).min(2, "A meal has at least 2 parts.").max(MAX_PARTS, `A meal has at most ${MAX_PARTS} parts.`),
    price: priceSchema,
    maxRepeats: countSchema.nullable().default(null),
  }),
  fields: [
    {
      name: "parts",
      label: "One of each of",
      help: "From 2 to 6 parts: a pizza, a side, a drink.",
      input: "targets",
      required: true,
      initial: [{ everything: true }, { everything: true }],
    },
    { name: "price", label: "Price together", help: "", input: "money", required: true, initial: 1800 },
    repeatsField,
  ],
  workClass: "unit",
  isPercentage: () => false,
  listTargets: (params) => params.parts,
  describe: (params, names) => {
    const parts = params.parts.map((part) => unitsText(1, part, names));
    return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""} for ${amountText(params.price)}${repeatsText(params.maxRepeats)}`;
  },
  apply: (params, work) => {
    const { units, saved } = findMeals(params, work);
    const amount = Math.min(saved, work.limit);
    if (amount === 0) return 0;
    const order = getRunOrder(work.cart);
    work.buffers.taken.fill(0);
    for (const unit of units) consume(work.cart, order, unit.run, 1, work.buffers.taken);
    takeOffTaken(work, unionOf(work.sets), amount);
    return amount;
  },
  countTimes: (params, work) => findMeals(params, work).count,
  nextStep: (params, work) => {
    const { count } = findMeals(params, work);
    const missing = count >= (params.maxRepeats ?? Infinity) ? [] : listMissing(params, work, count + 1);
    return missing.length === 0
      ? null
      : `${addAllText(missing, work.facts.names).slice(0, -1)}: one more meal for ${amountText(params.price)}.`;
  },
  explainMissing: (params, work) => {
    const missing = listMissing(params, work, 1);
    return missing.length > 0
      ? {
          reason: "condition",
          message: addAllText(missing, work.facts.names),
          shortfall: { kind: "items", amount: missing.reduce((sum, part) => sum + part.count, 0) },
        }
      : { reason: "no-eligible-items", message: "These items cost no more than the offer's price already.", shortfall: null };
  },
};

/** The number of meals that saves most, each number with its dearest units. */
function findMeals(params: MealDealParams, work: Work): Meals {
  const order = getRunOrder(work.cart);
  const { has } = unionOf(work.sets);
  const units = listUnits(work.cart, order, has);
  let best = NO_MEALS;
  let dearest = 0;
  const most = Math.min(params.maxRepeats ?? units.length, Math.floor(units.length / params.parts.length));
  const parts = params.parts.length;
  for (let count = 1; count <= most; count += 1) {
    for (let index = (count - 1) * parts; index < count * parts; index += 1) dearest += units[index]?.price ?? 0;
    if (dearest - count * params.price <= best.saved) break;
    const chosen = fillParts(work.sets, units, count).flat();
    if (chosen.length < count * parts) break;
    const saved = chosen.reduce((total, unit) => total + unit.price, 0) - count * params.price;
    if (saved <= best.saved) break;
    best = { units: chosen, count, saved };
  }
  return best;
}

/** The dearest units that fill the parts, each with at most `count`: a dearer unit may push another to a part where that fits as well. */
function fillParts(sets: readonly LineSet[], units: readonly Unit[], count: number): readonly (readonly Unit[])[] {
  const { partsOf } = unionOf(sets);
  const filled: Unit[][] = sets.map(() => []);
  /** Parts a unit was offered to in vain, as bits: they are full of units that fit nowhere else, and stay so. */
  let closed = 0;
  let tried = 0;
  function place(unit: Unit): boolean {
    for (let part = 0; part < filled.length; part += 1) {
      const inPart = filled[part];
      if (((partsOf[unit.position] ?? 0) & ~tried & (1 << part)) === 0 || inPart === undefined) continue;
      tried |= 1 << part;
      const moved = inPart.length < count ? inPart.length : inPart.findIndex(place);
      if (moved < 0) continue;
      inPart[moved] = unit;
      return true;
    }
    return false;
  }
  let left = count * sets.length;
  for (const unit of units) {
    if (((partsOf[unit.position] ?? 0) & ~closed) === 0) continue;
    tried = closed;
    if (place(unit)) left -= 1;
    else closed = tried;
    if (left === 0) break;
  }
  return filled;
}

/** One entry per part that lacks a unit for so many meals. */
function listMissing(params: MealDealParams, work: Work, count: number): { readonly count: number; readonly target: Target }[] {
  const units = listUnits(work.cart, getRunOrder(work.cart), unionOf(work.sets).has);
  const filled = fillParts(work.sets, units, count);
  return params.parts.map((target, part) => ({ count: count - (filled[part]?.length ?? 0), target })).filter((part) => part.count > 0);
}

interface Union extends LineSet {
  /** The parts of the meal each position fits, as bits. */
  readonly partsOf: Uint8Array;
}

const unions = new WeakMap<readonly LineSet[], Union>();

/** All lines of all parts; the sets of a cart stay the same while combinations are tried. */
function unionOf(sets: readonly LineSet[]): Union {
  const known = unions.get(sets);
  if (known !== undefined) return known;
  const partsOf = new Uint8Array(sets[0]?.has.length ?? 0);
  for (const [part, set] of sets.entries()) for (const position of set.lines) partsOf[position] = (partsOf[position] ?? 0) | (1 << part);
  const union = {
    partsOf,
    has: partsOf.map((parts) => Number(parts > 0)),
    rate: -1,
    lines: [...partsOf.keys()].filter((position) => partsOf[position] !== 0),
  };
  unions.set(sets, union);
  return union;
}

import * as texts from "#texts/promotions/actions.ts";
import { earns, sentence } from "#texts/promotions/wording.ts";
import { belowPrice } from "#texts/promotions/reasons.ts";
import { z } from "zod";
import { type Cents, formatShortMoney } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { repeatsField } from "./action-fields.ts";
import { takeOffUnits } from "#app/promotions/domain/engine/discounting.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { countSchema, priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { listUnits, sumOfUnits, type Unit } from "#app/promotions/domain/engine/units.ts";
import { addAllText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";

interface MealDealParams {
  /** One unit of each makes a meal. */
  readonly parts: readonly Target[];
  readonly price: Cents;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
}

interface Meals {
  readonly count: number;
  readonly saved: Cents;
  readonly units: readonly Unit[];
}

const MAX_PARTS = 6;

/**
 * One of each of several targets for one price, as often as whole meals fit. The most expensive units are used first. Meals that would save
 * nothing are not formed. A unit that fits two parts fills the part where it saves most.
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
  takesPieces: () => true,
  isPercentage: () => false,
  listTargets: (params) => params.parts,
  describe: (params, names) => {
    const parts = params.parts.map((part) => unitsText(1, part, names));
    return texts.meal(parts, formatShortMoney(params.price, names.format), repeatsText(params.maxRepeats));
  },
  apply: (params, work) => {
    const { units, saved } = findMeals(params, work);
    const amount = Math.min(saved, work.limit);
    if (amount > 0) takeOffUnits(work, amount, units);
    return amount;
  },
  countTimes: (params, work) => findMeals(params, work).count,
  nextStep: (params, work) => {
    const { count } = findMeals(params, work);
    const missing = count >= (params.maxRepeats ?? Infinity) ? [] : listMissing(params, work, count + 1);
    return missing.length === 0
      ? null
      : earns(addAllText(missing, work.facts.names), texts.anotherMeal(formatShortMoney(params.price, work.facts.names.format)));
  },
  explainMissing: (params, work) => {
    const missing = listMissing(params, work, 1);
    return missing.length > 0
      ? {
          reason: "condition",
          message: sentence(addAllText(missing, work.facts.names)),
          shortfall: { kind: "items", amount: missing.reduce((sum, part) => sum + part.count, 0) },
        }
      : { reason: "no-eligible-items", message: belowPrice, shortfall: null };
  },
};

/** The number of meals that saves most, tried with the most expensive units for each number. */
function findMeals({ parts, price, maxRepeats }: MealDealParams, work: Work): Meals {
  const units = listMealUnits(work);
  const most = Math.min(maxRepeats ?? Infinity, Math.floor(units.length / parts.length));
  let best: Meals = { count: 0, saved: 0, units: [] };
  for (let count = 1; count <= most; count += 1) {
    if (sumOfUnits(units.slice(0, count * parts.length)) - count * price <= best.saved) break;
    const filled = fillParts(work.sets, units, count).flat();
    const saved = sumOfUnits(filled) - count * price;
    if (filled.length < count * parts.length || saved <= best.saved) break;
    best = { count, saved, units: filled };
  }
  return best;
}

/** The usable units that fit at least one part, most expensive first. */
function listMealUnits(work: Work): Unit[] {
  return listUnits(
    work,
    work.facts.lines.map((_, position) => work.sets.some(({ has }) => has[position] === true)),
  );
}

/**
 * Fills the parts with the first of `units`, each part with at most `count`: a unit may push another to a part that it fits as well (a maximum
 * matching by augmenting paths, so the most expensive units that fit together are used).
 */
function fillParts(sets: readonly LineSet[], units: readonly Unit[], count: number): readonly (readonly Unit[])[] {
  const filled: Unit[][] = sets.map(() => []);
  // A part that had no space for a unit is full of units that fit nowhere else, and stays full.
  const closed = new Set<number>();
  function place(unit: Unit, tried: Set<number>): boolean {
    for (const [part, { has }] of sets.entries()) {
      const units = filled[part];
      if (units === undefined || tried.has(part) || has[unit.position] !== true) continue;
      tried.add(part);
      if (units.length < count) {
        units.push(unit);
        return true;
      }
      const moved = units.findIndex((other) => place(other, tried));
      if (moved < 0) continue;
      units[moved] = unit;
      return true;
    }
    return false;
  }
  let missing = count * sets.length;
  for (const unit of units) {
    if (missing === 0) break;
    const tried = new Set(closed);
    if (place(unit, tried)) missing -= 1;
    else for (const part of tried) closed.add(part);
  }
  return filled;
}

/** One entry per part that lacks units for this many meals. */
function listMissing({ parts }: MealDealParams, work: Work, count: number): { readonly count: number; readonly target: Target }[] {
  const filled = fillParts(work.sets, listMealUnits(work), count);
  return parts.map((target, part) => ({ count: count - (filled[part]?.length ?? 0), target })).filter((part) => part.count > 0);
}

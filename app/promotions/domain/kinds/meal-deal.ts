import { z } from "zod";
import type { Cents } from "#app/values/money.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { repeatsField, takeOffTaken } from "#app/promotions/domain/engine/discounting.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { countSchema, priceSchema, targetSchema } from "#app/promotions/domain/target.schema.ts";
import { consume, countUnits, getRunOrder, listUnits, makeUnitList } from "#app/promotions/domain/engine/units.ts";
import type { RunOrder } from "#app/promotions/domain/engine/working-cart.ts";
import { addAllText, amountText, repeatsText, unitsText } from "#app/promotions/domain/wording.ts";

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
}

const MAX_PARTS = 6;

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
    const { count, saved } = findMeals(params, work);
    const amount = Math.min(saved, work.limit);
    if (amount === 0) return 0;
    const order = getRunOrder(work.cart);
    const { taken } = work.buffers;
    taken.fill(0);
    for (let index = 0; index < count * params.parts.length; index += 1) consume(work.cart, order, best.runs[index] ?? 0, 1, taken);
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

/** Room for the units of a meal's targets and for those that fill its parts; nothing in it outlives the next call. */
const units = makeUnitList();
let filled: Fill = { runs: new Int32Array(0), counts: new Int32Array(MAX_PARTS) };
let best: Fill = { runs: new Int32Array(0), counts: new Int32Array(MAX_PARTS) };

/** The runs of the units in each part, part after part with room for `count` each, and how many there are. */
interface Fill {
  runs: Int32Array;
  readonly counts: Int32Array;
}

/** The number of meals that saves most, each number with its dearest units. */
function findMeals(params: MealDealParams, work: Work): Meals {
  const order = getRunOrder(work.cart);
  const parts = params.parts.length;
  const inAll = countUnits(work.cart, unionOf(work.sets));
  const most = Math.min(params.maxRepeats ?? Infinity, Math.floor(inAll / parts));
  listUnits(work.cart, order, unionOf(work.sets).has, units);
  const meals = { count: 0, saved: 0 };
  let dearest = 0;
  for (let count = 1; count <= most; count += 1) {
    for (let index = (count - 1) * parts; index < count * parts; index += 1) dearest += order.prices[units.runs[index] ?? 0] ?? 0;
    if (dearest - count * params.price <= meals.saved) break;
    if (fillParts(work.sets, order, count) > 0) break;
    let saved = -count * params.price;
    for (let index = 0; index < count * parts; index += 1) saved += order.prices[filled.runs[index] ?? 0] ?? 0;
    if (saved <= meals.saved) break;
    meals.count = count;
    meals.saved = saved;
    [best, filled] = [filled, best];
  }
  return meals;
}

/**
 * Fills the parts with the dearest of `units`, each part with at most `count`: a dearer unit may push another to a part where that fits as well.
 * Answers how many are missing.
 */
function fillParts(sets: readonly LineSet[], { positions }: RunOrder, count: number): number {
  const { partsOf } = unionOf(sets);
  const parts = sets.length;
  if (filled.runs.length < count * parts) filled.runs = new Int32Array(count * parts * 2);
  const { runs, counts } = filled;
  counts.fill(0);
  /** Parts a unit was offered to in vain, as bits: they are full of units that fit nowhere else, and stay so. */
  let closed = 0;
  let tried = 0;
  function place(run: number): boolean {
    const fits = partsOf[positions[run] ?? 0] ?? 0;
    for (let part = 0; part < parts; part += 1) {
      if ((fits & ~tried & (1 << part)) === 0) continue;
      tried |= 1 << part;
      const inPart = counts[part] ?? 0;
      if (inPart < count) {
        counts[part] = inPart + 1;
        runs[part * count + inPart] = run;
        return true;
      }
      for (let index = part * count; index < (part + 1) * count; index += 1) {
        if (!place(runs[index] ?? 0)) continue;
        runs[index] = run;
        return true;
      }
    }
    return false;
  }
  let left = count * parts;
  for (let index = 0; index < units.count && left > 0; index += 1) {
    const run = units.runs[index] ?? 0;
    if (((partsOf[positions[run] ?? 0] ?? 0) & ~closed) === 0) continue;
    tried = closed;
    if (place(run)) left -= 1;
    else closed = tried;
  }
  return left;
}

/** One entry per part that lacks a unit for so many meals. */
function listMissing(params: MealDealParams, work: Work, count: number): { readonly count: number; readonly target: Target }[] {
  const order = getRunOrder(work.cart);
  listUnits(work.cart, order, unionOf(work.sets).has, units);
  fillParts(work.sets, order, count);
  return params.parts.map((target, part) => ({ count: count - (filled.counts[part] ?? 0), target })).filter((part) => part.count > 0);
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

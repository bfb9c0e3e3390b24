import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { getRunOrder, listUnitsOfTwo } from "#app/promotions/domain/engine/units.ts";
import type { Unit } from "#app/promotions/domain/engine/working-cart.ts";
import type { Work } from "./action-kind.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";

export interface BuyGetParams {
  readonly buyQuantity: number;
  readonly buyTarget: Target;
  readonly getQuantity: number;
  /** null = out of the same items as those bought. */
  readonly getTarget: Target | null;
  /** Each set is of one product. */
  readonly sameProduct: boolean;
  readonly rate: PartsPerMillion;
  /** Instead of `rate`: off each of those got. */
  readonly amount: Cents | null;
  /** Instead of `rate`: what each of those got costs then. */
  readonly price: Cents | null;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
  readonly choose: "per-set" | "cheapest" | "dearest";
}

/** Which units are bought and which are got. */
export interface Sets {
  readonly bought: readonly Unit[];
  readonly got: readonly Unit[];
}

/** Units that can only be bought, only be got, or either. */
export interface Supply {
  readonly onlyBuy: number;
  readonly onlyGet: number;
  readonly both: number;
}

/** Where what is bought and what is got overlap in part, as many numbers of sets are weighed against each other. */
const MAX_WEIGHED_SETS = 12;
const NO_SETS: Sets = { bought: [], got: [] };

/** Divides the open units into whole sets. The number of sets is as large as the units allow, or as is worth most where targets overlap in part. */
export function formSets(params: BuyGetParams, work: Work, buy: LineSet, get: LineSet): Sets {
  const [onlyBuy, onlyGet, both] = listUnitsOfTwo(work.cart, getRunOrder(work.cart), buy.has, get.has);
  if (params.sameProduct) return formSetsByProduct(params, work, both);
  const most = countRepeats(params, { onlyBuy: onlyBuy.length, onlyGet: onlyGet.length, both: both.length });
  if (most === 0) return NO_SETS;
  if (params.choose !== "per-set") return formOfAll(params, { onlyBuy, onlyGet, both }, most);
  if (both.length === 0 || onlyBuy.length + onlyGet.length === 0)
    return formPerSet(params, { onlyBuy, onlyGet, both }, most, both.length === 0 ? 0 : most * params.getQuantity) ?? NO_SETS;
  let best = NO_SETS;
  let bestValue = -1;
  const ofBoth = runningSums(both);
  const ofOnlyGet = runningSums(onlyGet);
  for (let sets = most; sets > Math.max(0, most - MAX_WEIGHED_SETS); sets -= 1) {
    const wanted = sets * params.getQuantity;
    const fewest = Math.max(0, wanted - onlyGet.length);
    // What must be bought of both leaves so many of them to get.
    const spare = both.length - Math.max(0, sets * params.buyQuantity - onlyBuy.length);
    for (let gotOfBoth = Math.min(spare, wanted); gotOfBoth >= fewest; gotOfBoth -= 1) {
      if ((ofBoth[gotOfBoth] ?? 0) + (ofOnlyGet[wanted - gotOfBoth] ?? 0) <= bestValue) continue;
      const formed = formPerSet(params, { onlyBuy, onlyGet, both }, sets, gotOfBoth);
      const value = formed === null ? -1 : sum(formed.got);
      if (formed !== null && value > bestValue) [best, bestValue] = [formed, value];
    }
  }
  return best;
}

/** The sum of the first so many, from none on. */
function runningSums(units: readonly Unit[]): readonly Cents[] {
  const sums = [0];
  let total = 0;
  for (const unit of units) sums.push((total += unit.price));
  return sums;
}

interface Units {
  readonly onlyBuy: readonly Unit[];
  readonly onlyGet: readonly Unit[];
  /** Dearest first, as the others. */
  readonly both: readonly Unit[];
}

/**
 * So many sets, dearest units first: a unit that could be bought as well is got only after the bought ones of its set. Null when the units
 * do not suffice.
 */
function formPerSet(params: BuyGetParams, { onlyBuy, onlyGet, both }: Units, sets: number, gotOfBoth: number): Sets | null {
  const bought = onlyBuy.slice(0, sets * params.buyQuantity);
  const boughtOfBoth = sets * params.buyQuantity - bought.length;
  const got = onlyGet.slice(0, sets * params.getQuantity - gotOfBoth);
  if (got.length + gotOfBoth < sets * params.getQuantity || boughtOfBoth + gotOfBoth > both.length) return null;
  let toBuy = boughtOfBoth;
  let toGet = gotOfBoth;
  for (const unit of both) {
    const earned = Math.floor(bought.length / params.buyQuantity) * params.getQuantity;
    if (toGet > 0 && gotOfBoth - toGet < earned) {
      got.push(unit);
      toGet -= 1;
    } else if (toBuy > 0) {
      bought.push(unit);
      toBuy -= 1;
    }
  }
  return toBuy + toGet > 0 ? null : { bought, got };
}

/** Got is the cheapest or the dearest of all, bought is what cannot be got, then the cheapest. */
function formOfAll(params: BuyGetParams, { onlyBuy, onlyGet, both }: Units, sets: number): Sets {
  const shared = new Set(both);
  const gettable = [...onlyGet, ...both].sort((a, b) => b.price - a.price);
  if (params.choose === "cheapest") gettable.reverse();
  let spare = both.length - Math.max(0, sets * params.buyQuantity - onlyBuy.length);
  const got: Unit[] = [];
  for (const unit of gettable) {
    if (got.length === sets * params.getQuantity) break;
    if (shared.has(unit) && spare === 0) continue;
    if (shared.has(unit)) spare -= 1;
    got.push(unit);
  }
  // Units of one run are the same object: those that were got are taken out by number.
  const left = [...both];
  for (const unit of got) {
    const index = left.indexOf(unit);
    if (index >= 0) left.splice(index, 1);
  }
  return { got, bought: [...onlyBuy.toReversed(), ...left.toReversed()].slice(0, sets * params.buyQuantity) };
}

/** Sets of one product each; when not all are given, those whose gifts are worth most. */
function formSetsByProduct(params: BuyGetParams, work: Work, units: readonly Unit[]): Sets {
  const products = Map.groupBy(units, ({ position }) => work.facts.lines[position]?.productId ?? 0);
  const size = params.buyQuantity + params.getQuantity;
  const sets: Sets[] = [];
  for (const ofProduct of products.values()) {
    for (let start = 0; start + size <= ofProduct.length; start += size) {
      sets.push({
        bought: ofProduct.slice(start, start + params.buyQuantity),
        got: ofProduct.slice(start + params.buyQuantity, start + size),
      });
    }
  }
  sets.sort((a, b) => sum(b.got) - sum(a.got));
  const given = sets.slice(0, params.maxRepeats ?? sets.length);
  return { bought: given.flatMap(({ bought }) => bought), got: given.flatMap(({ got }) => got) };
}

export function gatherSupply(params: BuyGetParams, work: Work, buy: LineSet, get: LineSet): Supply {
  let [onlyBuy, onlyGet, both] = [0, 0, 0];
  const ofProduct = new Map<number, number>();
  for (const position of work.cart.byPrice) {
    const units = work.cart.openUnits[position] ?? 0;
    const [isBought, isGot] = [buy.has[position] === 1, get.has[position] === 1];
    if (isBought && isGot) {
      const productId = work.facts.lines[position]?.productId ?? 0;
      both += units;
      ofProduct.set(productId, (ofProduct.get(productId) ?? 0) + units);
    } else if (isBought) {
      onlyBuy += units;
    } else if (isGot) {
      onlyGet += units;
    }
  }
  // Of one product: the product that is nearest to a whole set counts.
  if (params.sameProduct) both = nearestToWhole([...ofProduct.values()], params.buyQuantity + params.getQuantity);
  return { onlyBuy, onlyGet, both };
}

function nearestToWhole(counts: readonly number[], size: number): number {
  const whole = counts.reduce((total, count) => total + Math.floor(count / size), 0);
  return whole * size + Math.max(0, ...counts.map((count) => count % size));
}

/** How many units the cart lacks for that many sets, not below zero. */
export function countMissing(params: BuyGetParams, supply: Supply, sets: number): number {
  const boughtOfBoth = Math.max(0, sets * params.buyQuantity - supply.onlyBuy);
  const gotOfBoth = Math.max(0, sets * params.getQuantity - supply.onlyGet);
  return Math.max(0, boughtOfBoth + gotOfBoth - supply.both);
}

/** The largest number of whole sets, by halving: what k sets need grows with k. */
function countRepeats(params: BuyGetParams, supply: Supply): number {
  const all = supply.onlyBuy + supply.onlyGet + supply.both;
  let possible = 0;
  let impossible = Math.min(params.maxRepeats ?? all, Math.floor(all / (params.buyQuantity + params.getQuantity))) + 1;
  while (impossible - possible > 1) {
    const middle = Math.floor((possible + impossible) / 2);
    if (countMissing(params, supply, middle) === 0) {
      possible = middle;
    } else {
      impossible = middle;
    }
  }
  return possible;
}

function sum(units: readonly Unit[]): Cents {
  return units.reduce((total, unit) => total + unit.price, 0);
}

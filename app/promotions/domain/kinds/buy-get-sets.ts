import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import { addUnits, countInRun, getRunOrder, makeUnitList, sumOfUnits, type UnitList } from "#app/promotions/domain/engine/units.ts";
import type { RunOrder } from "#app/promotions/domain/engine/working-cart.ts";
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
  readonly bought: UnitList;
  readonly got: UnitList;
}

/** Units that can only be bought, only be got, or either. */
export interface Supply {
  readonly onlyBuy: number;
  readonly onlyGet: number;
  readonly both: number;
}

/** Where what is bought and what is got overlap in part, as many numbers of sets are weighed against each other. */
const MAX_WEIGHED_SETS = 12;

/** The units of a supply, dearest first; as many of each as sets can need. */
interface Units {
  readonly onlyBuy: UnitList;
  readonly onlyGet: UnitList;
  readonly both: UnitList;
}

/** Room for the units, for the sets being formed and for the best of them; nothing in it outlives the next call. */
const units: Units = { onlyBuy: makeUnitList(), onlyGet: makeUnitList(), both: makeUnitList() };
let formed: Sets = { bought: makeUnitList(), got: makeUnitList() };
let best: Sets = { bought: makeUnitList(), got: makeUnitList() };

/**
 * Divides the open units into whole sets. The number of sets is as large as the units allow, or as is worth most where targets overlap in part.
 * What it answers holds until it is called again.
 */
export function formSets(params: BuyGetParams, work: Work, buy: LineSet, get: LineSet): Sets {
  const order = getRunOrder(work.cart);
  best.bought.count = 0;
  best.got.count = 0;
  const supply = gatherSupply(params, work, buy, get);
  const most = countRepeats(params, supply);
  if (most === 0) return best;
  const isPerSet = params.choose === "per-set" && !params.sameProduct;
  listUnitsOfTwo(work, order, buy, get, isPerSet ? { buy: most * params.buyQuantity, get: most * params.getQuantity } : ALL_UNITS);
  if (params.sameProduct) return formSetsByProduct(params, work, order);
  if (!isPerSet) return formOfAll(params, order, most);
  const { onlyBuy, onlyGet, both } = supply;
  if (both === 0 || onlyBuy + onlyGet === 0) {
    formPerSet(params, most, both === 0 ? 0 : most * params.getQuantity, best);
    return best;
  }
  let bestValue = -1;
  for (let sets = most; sets > Math.max(0, most - MAX_WEIGHED_SETS); sets -= 1) {
    const wanted = sets * params.getQuantity;
    const fewest = Math.max(0, wanted - onlyGet);
    // What must be bought of both leaves so many of them to get.
    const spare = both - Math.max(0, sets * params.buyQuantity - onlyBuy);
    const first = Math.min(spare, wanted);
    let reach = sumOfUnits(order, units.both, first) + sumOfUnits(order, units.onlyGet, wanted - first);
    for (let gotOfBoth = first; gotOfBoth >= fewest; gotOfBoth -= 1) {
      if (reach > bestValue && formPerSet(params, sets, gotOfBoth, formed)) {
        const value = sumOfUnits(order, formed.got);
        if (value > bestValue) [best, formed, bestValue] = [formed, best, value];
      }
      reach += priceAt(order, units.onlyGet, wanted - gotOfBoth) - priceAt(order, units.both, gotOfBoth - 1);
    }
  }
  return best;
}

function priceAt(order: RunOrder, list: UnitList, index: number): Cents {
  return index < list.count ? (order.prices[list.runs[index] ?? 0] ?? 0) : 0;
}

const ALL_UNITS = { buy: Infinity, get: Infinity };

/** Lists the units that only the first set has, only the second, and both. */
function listUnitsOfTwo(
  { cart }: Work,
  order: RunOrder,
  a: LineSet,
  b: LineSet,
  most: { readonly buy: number; readonly get: number },
): void {
  const { onlyBuy, onlyGet, both } = units;
  onlyBuy.count = 0;
  onlyGet.count = 0;
  both.count = 0;
  for (let run = order.count - 1; run >= 0; run -= 1) {
    const position = order.positions[run] ?? 0;
    const isBought = a.has[position] === 1;
    const isGot = b.has[position] === 1;
    if (!isBought && !isGot) continue;
    const list = isBought && isGot ? both : isBought ? onlyBuy : onlyGet;
    const needed = (isBought ? most.buy : 0) + (isGot ? most.get : 0) - list.count;
    if (needed > 0) addUnits(list, run, Math.min(needed, countInRun(cart, order, run)));
  }
}

function addFirst(from: UnitList, count: number, to: UnitList): void {
  for (let index = 0; index < count && index < from.count; index += 1) addUnits(to, from.runs[index] ?? 0, 1);
}

/**
 * So many sets, dearest units first: a unit that could be bought as well is got only after the bought ones of its set. False when the units
 * do not suffice.
 */
function formPerSet(params: BuyGetParams, sets: number, gotOfBoth: number, { bought, got }: Sets): boolean {
  const { onlyBuy, onlyGet, both } = units;
  bought.count = 0;
  got.count = 0;
  addFirst(onlyBuy, sets * params.buyQuantity, bought);
  addFirst(onlyGet, sets * params.getQuantity - gotOfBoth, got);
  let toBuy = sets * params.buyQuantity - bought.count;
  let toGet = gotOfBoth;
  if (got.count + gotOfBoth < sets * params.getQuantity || toBuy + toGet > both.count) return false;
  for (let index = 0; toBuy + toGet > 0 && index < both.count; index += 1) {
    const run = both.runs[index] ?? 0;
    const earned = Math.floor(bought.count / params.buyQuantity) * params.getQuantity;
    if (toGet > 0 && gotOfBoth - toGet < earned) {
      addUnits(got, run, 1);
      toGet -= 1;
    } else if (toBuy > 0) {
      addUnits(bought, run, 1);
      toBuy -= 1;
    }
  }
  return toBuy + toGet === 0;
}

/** Got is the cheapest or the dearest of all, bought is what cannot be got, then the cheapest. */
function formOfAll(params: BuyGetParams, order: RunOrder, sets: number): Sets {
  const [onlyBuy, onlyGet, both] = [runsOf(units.onlyBuy), runsOf(units.onlyGet), runsOf(units.both)];
  const shared = new Set(both);
  const price = (run: number): Cents => order.prices[run] ?? 0;
  const gettable = [...onlyGet, ...both].sort((a, b) => price(b) - price(a));
  if (params.choose === "cheapest") gettable.reverse();
  let spare = both.length - Math.max(0, sets * params.buyQuantity - onlyBuy.length);
  const left = [...both];
  for (const run of gettable) {
    if (best.got.count === sets * params.getQuantity) break;
    if (shared.has(run) && spare === 0) continue;
    addUnits(best.got, run, 1);
    if (!shared.has(run)) continue;
    spare -= 1;
    left.splice(left.indexOf(run), 1);
  }
  for (const run of [...onlyBuy.toReversed(), ...left.toReversed()].slice(0, sets * params.buyQuantity)) addUnits(best.bought, run, 1);
  return best;
}

/** Sets of one product each; when not all are given, those whose gifts are worth most. */
function formSetsByProduct(params: BuyGetParams, { facts }: Work, order: RunOrder): Sets {
  const products = Map.groupBy(runsOf(units.both), (run) => facts.lines[order.positions[run] ?? 0]?.productId ?? 0);
  const size = params.buyQuantity + params.getQuantity;
  const sets: { readonly bought: readonly number[]; readonly got: readonly number[]; readonly value: Cents }[] = [];
  for (const ofProduct of products.values()) {
    for (let start = 0; start + size <= ofProduct.length; start += size) {
      const got = ofProduct.slice(start + params.buyQuantity, start + size);
      const value = got.reduce((sum, run) => sum + (order.prices[run] ?? 0), 0);
      sets.push({ bought: ofProduct.slice(start, start + params.buyQuantity), got, value });
    }
  }
  sets.sort((a, b) => b.value - a.value);
  for (const { bought, got } of sets.slice(0, params.maxRepeats ?? sets.length)) {
    for (const run of bought) addUnits(best.bought, run, 1);
    for (const run of got) addUnits(best.got, run, 1);
  }
  return best;
}

function runsOf({ runs, count }: UnitList): number[] {
  return [...runs.subarray(0, count)];
}

export function gatherSupply(params: BuyGetParams, work: Work, buy: LineSet, get: LineSet): Supply {
  const { openUnits, unitLines } = work.cart;
  let onlyBuy = 0;
  let onlyGet = 0;
  let both = 0;
  const ofProduct = params.sameProduct ? new Map<number, number>() : null;
  for (let index = 0; index < unitLines.length; index += 1) {
    const position = unitLines[index] ?? 0;
    const units = openUnits[position] ?? 0;
    const isBought = buy.has[position] === 1;
    if (get.has[position] !== 1) {
      if (isBought) onlyBuy += units;
    } else if (isBought) {
      const productId = work.facts.lines[position]?.productId ?? 0;
      both += units;
      ofProduct?.set(productId, (ofProduct.get(productId) ?? 0) + units);
    } else {
      onlyGet += units;
    }
  }
  // Of one product: the product that is nearest to a whole set counts.
  if (ofProduct !== null) both = nearestToWhole([...ofProduct.values()], params.buyQuantity + params.getQuantity);
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

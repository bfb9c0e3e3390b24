import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import { listUnits, sumOfUnits, type Unit } from "#app/promotions/domain/engine/units.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import type { Work } from "./action-kind.ts";

export interface BuyGetParams {
  readonly buyQuantity: number;
  readonly buyTarget: Target;
  readonly getQuantity: number;
  /** null = from the same items as those bought. */
  readonly getTarget: Target | null;
  /** Each set consists of one product. */
  readonly sameProduct: boolean;
  readonly rate: PartsPerMillion;
  /** Instead of `rate`: the amount off each unit got. */
  readonly amount: Cents | null;
  /** Instead of `rate`: the price of each unit got. */
  readonly price: Cents | null;
  /** null = as often as the cart allows. */
  readonly maxRepeats: number | null;
  readonly choose: "per-set" | "cheapest" | "dearest";
}

/** The units that are bought and the units that are got. */
export interface Sets {
  readonly bought: readonly Unit[];
  readonly got: readonly Unit[];
}

/** The open units that can only be bought, only be got, or both; most expensive first. */
export interface Supply {
  readonly onlyBuy: readonly Unit[];
  readonly onlyGet: readonly Unit[];
  readonly both: readonly Unit[];
}

/** The number of units in each group. */
interface SupplyCounts {
  readonly onlyBuy: number;
  readonly onlyGet: number;
  readonly both: number;
}

/** Where the bought and the got items overlap in part, at most this many numbers of sets are compared. */
const MAX_COMPARED_SETS = 12;

const NO_SETS: Sets = { bought: [], got: [] };

/** Divides the open units into whole sets: as many as the units allow. Where targets overlap in part, the number with the largest discount. */
export function formSets(params: BuyGetParams, work: Work): Sets {
  const supply = listSupply(work);
  const counts = countSupply(params, supply, work.facts);
  const most = countRepeats(params, counts);
  if (most === 0) return NO_SETS;
  if (params.sameProduct) return formSetsByProduct(params, supply.both, work.facts);
  if (params.choose !== "per-set") return formOfAll(params, supply, most);
  const { onlyBuy, onlyGet, both } = counts;
  if (both === 0 || onlyBuy + onlyGet === 0) return formPerSet(params, supply, most, both === 0 ? 0 : most * params.getQuantity) ?? NO_SETS;
  const valueOfBoth = runningSums(supply.both);
  const valueOfOnlyGet = runningSums(supply.onlyGet);
  let best = NO_SETS;
  let bestValue = -1;
  for (let sets = most; sets > Math.max(0, most - MAX_COMPARED_SETS); sets -= 1) {
    const wanted = sets * params.getQuantity;
    const fewest = Math.max(0, wanted - onlyGet);
    // Units of both kinds that need not be bought remain to be got.
    const spare = both - Math.max(0, sets * params.buyQuantity - onlyBuy);
    for (let gotOfBoth = Math.min(spare, wanted); gotOfBoth >= fewest; gotOfBoth -= 1) {
      const atMost = (valueOfBoth[gotOfBoth] ?? 0) + (valueOfOnlyGet[wanted - gotOfBoth] ?? 0);
      const formed = atMost > bestValue ? formPerSet(params, supply, sets, gotOfBoth) : null;
      const value = formed === null ? -1 : sumOfUnits(formed.got);
      if (formed !== null && value > bestValue) [best, bestValue] = [formed, value];
    }
  }
  return best;
}

/** The total price of the first 0, 1, 2, … units. */
function runningSums(units: readonly Unit[]): Cents[] {
  const sums = [0];
  for (const { price } of units) sums.push((sums.at(-1) ?? 0) + price);
  return sums;
}

export function listSupply(work: Work): Supply {
  const [buy, get] = work.sets;
  const isBought = ({ position }: Unit): boolean => buy?.has[position] === true;
  const isGot = ({ position }: Unit): boolean => get?.has[position] === true;
  const all = listUnits(
    work,
    work.facts.lines.map((_, position) => buy?.has[position] === true || get?.has[position] === true),
  );
  return {
    onlyBuy: all.filter((unit) => !isGot(unit)),
    onlyGet: all.filter((unit) => !isBought(unit)),
    both: all.filter((unit) => isBought(unit) && isGot(unit)),
  };
}

/**
 * Forms this many sets, most expensive units first: a unit that could also be bought is got only after the bought ones of its set. Null
 * when there are not enough units.
 */
function formPerSet({ buyQuantity, getQuantity }: BuyGetParams, supply: Supply, sets: number, gotOfBoth: number): Sets | null {
  const bought = supply.onlyBuy.slice(0, sets * buyQuantity);
  const got = supply.onlyGet.slice(0, sets * getQuantity - gotOfBoth);
  let toBuy = sets * buyQuantity - bought.length;
  let toGet = gotOfBoth;
  if (got.length + gotOfBoth < sets * getQuantity || toBuy + toGet > supply.both.length) return null;
  for (const unit of supply.both) {
    const earned = Math.floor(bought.length / buyQuantity) * getQuantity;
    if (toGet > 0 && gotOfBoth - toGet < earned) {
      got.push(unit);
      toGet -= 1;
    } else if (toBuy > 0) {
      bought.push(unit);
      toBuy -= 1;
    }
  }
  return toBuy + toGet === 0 ? { bought, got } : null;
}

/** The units got are the cheapest or the most expensive of all. The units bought are those that cannot be got, then the cheapest. */
function formOfAll(params: BuyGetParams, { onlyBuy, onlyGet, both }: Supply, sets: number): Sets {
  const wanted = sets * params.getQuantity;
  const direction = params.choose === "cheapest" ? 1 : -1;
  const gettable = [...onlyGet.map((unit) => ({ unit, isShared: false })), ...both.map((unit) => ({ unit, isShared: true }))].sort(
    (a, b) => direction * (a.unit.price - b.unit.price),
  );
  let spare = both.length - Math.max(0, sets * params.buyQuantity - onlyBuy.length);
  const got: Unit[] = [];
  const left = [...both];
  for (const { unit, isShared } of gettable) {
    if (got.length === wanted) break;
    if (isShared && spare === 0) continue;
    got.push(unit);
    if (!isShared) continue;
    spare -= 1;
    left.splice(left.indexOf(unit), 1);
  }
  return { bought: [...onlyBuy.toReversed(), ...left.toReversed()].slice(0, sets * params.buyQuantity), got };
}

/** Sets of one product each; if the number of sets is limited, those with the largest discount. */
function formSetsByProduct(params: BuyGetParams, both: readonly Unit[], { lines }: CartFacts): Sets {
  const size = params.buyQuantity + params.getQuantity;
  const sets: Sets[] = [];
  for (const units of Map.groupBy(both, ({ position }) => lines[position]?.productId ?? 0).values()) {
    for (let start = 0; start + size <= units.length; start += size) {
      const boughtEnd = start + params.buyQuantity;
      sets.push({ bought: units.slice(start, boughtEnd), got: units.slice(boughtEnd, start + size) });
    }
  }
  sets.sort((a, b) => sumOfUnits(b.got) - sumOfUnits(a.got));
  const given = sets.slice(0, params.maxRepeats ?? sets.length);
  return { bought: given.flatMap(({ bought }) => bought), got: given.flatMap(({ got }) => got) };
}

/** With `sameProduct`: the units of the product that is nearest to a whole set. */
export function countSupply(params: BuyGetParams, { onlyBuy, onlyGet, both }: Supply, { lines }: CartFacts): SupplyCounts {
  const counts = { onlyBuy: onlyBuy.length, onlyGet: onlyGet.length, both: both.length };
  if (!params.sameProduct) return counts;
  const byProduct = Map.groupBy(both, ({ position }) => lines[position]?.productId ?? 0);
  const ofEach = [...byProduct.values()].map(({ length }) => length);
  return { ...counts, both: nearestToWhole(ofEach, params.buyQuantity + params.getQuantity) };
}

function nearestToWhole(counts: readonly number[], size: number): number {
  const whole = counts.reduce((total, count) => total + Math.floor(count / size), 0);
  return whole * size + Math.max(0, ...counts.map((count) => count % size));
}

/** How many units the cart lacks for this many sets, not below zero. */
export function countMissing(params: BuyGetParams, supply: SupplyCounts, sets: number): number {
  const boughtOfBoth = Math.max(0, sets * params.buyQuantity - supply.onlyBuy);
  const gotOfBoth = Math.max(0, sets * params.getQuantity - supply.onlyGet);
  return Math.max(0, boughtOfBoth + gotOfBoth - supply.both);
}

/** The largest number of whole sets, by binary search: the units needed grow with the number of sets. */
function countRepeats(params: BuyGetParams, supply: SupplyCounts): number {
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

import type { Cents } from "#app/values/money.ts";
import type { LineEffect } from "#app/promotions/domain/kinds/action-kind.ts";
import type { CartFacts } from "./cart-facts.ts";
import { getColumn, type WorkingCart } from "./working-cart.ts";
import type { Passing } from "./candidates.ts";
import { costOf, type Tally } from "./tally.ts";

/**
 * How much more can come off a cart, at most: what lets the search leave out combinations that cannot win. Candidates are in the
 * order of work; "from an index on" are those still to be tried.
 *
 * Rules that do the same to each of their lines shrink each other, so they are followed line by line as if all of them applied
 * (one of each stacking group). Everything else counts with a bound of its own.
 */
export interface Reach {
  /** False when nothing that candidates from an index on can do makes the cart better than the best found so far. */
  mayWin(cart: WorkingCart, index: number, tally: Tally, best: Tally, pay: Cents): boolean;
  /** At least what candidates from an index on can still take off. */
  from(cart: WorkingCart, index: number): Cents;
}

/** What the rules from an index on leave of each line at least: `max(0, min(value × kept, ceiling) − off)`, give or take `rounding`. */
interface Floor {
  readonly kept: Float64Array;
  /** The same of promotions without a stacking group alone. */
  readonly keptByUngrouped: Float64Array;
  readonly ceiling: Float64Array;
  readonly off: Float64Array;
  /** Cents by which roundings of all lines together may deviate. */
  readonly rounding: Cents;
}

export function reachOf(passing: readonly Passing[], facts: CartFacts): Reach {
  const effects = passing.map(effectOf);
  const floors = listFloors(passing, effects, facts);
  const bounded = listBounded(passing, effects);
  const lineCount = facts.lines.length;
  const tax = facts.input.tax?.included === false ? Math.max(...facts.taxRates) / 1_000_000 : 0;
  // Each rate is rounded once.
  const taxRounding = tax === 0 ? 0 : facts.taxRates.length;
  return {
    from: (cart, index) => (bounded[index] ?? 0) + reachOfLines(floors[index], cart, lineCount, Infinity),
    mayWin(cart, index, tally, best, pay) {
      const limit = costOf(best, best.pay) - costOf(tally, 0);
      if (limit < 0) return false;
      // Most are decided by what the others can do, and by the first lines.
      const needed = (pay - limit - taxRounding) / (1 + tax) - (bounded[index] ?? 0);
      return needed <= 0 || reachOfLines(floors[index], cart, lineCount, needed) >= needed;
    },
  };
}

/** At least what those followed line by line can take off; no further than to `enough`. */
function reachOfLines(floor: Floor | undefined, cart: WorkingCart, lineCount: number, enough: Cents): Cents {
  if (floor === undefined) return 0;
  const { kept, ceiling, off } = floor;
  const { openValue, closedValue, unspread } = cart;
  let reach = floor.rounding;
  if (unspread !== null) {
    // Only percentages follow on order discounts: of what is off already they take nothing, whichever line it comes off.
    let most = 0;
    for (const position of unspread.set.lines) most = Math.max(most, kept[position] ?? 1);
    reach -= unspread.total * (1 - most);
  }
  for (let position = 0; position < lineCount && reach < enough; position += 1) {
    const value = (openValue[position] ?? 0) + (closedValue[position] ?? 0);
    const left = Math.min(value * (kept[position] ?? 1), ceiling[position] ?? Infinity) - (off[position] ?? 0);
    reach += left > 0 ? value - left : value;
  }
  return reach;
}

/** At least what the others from each index on can take off: the largest of each group. */
function listBounded(passing: readonly Passing[], effects: readonly (LineEffect | null)[]): readonly Cents[] {
  const reach: Cents[] = [...passing.map(() => 0), 0];
  const largestOfGroup = new Map<string, Cents>();
  for (let index = passing.length - 1; index >= 0; index -= 1) {
    const each = passing[index];
    const isGift = each?.candidate.kind.workClass === "gift";
    const group = each?.candidate.promotion.stacking.group ?? null;
    const bound = effects[index] === null && !isGift ? (each?.bound ?? 0) : 0;
    const counted = group === null ? 0 : (largestOfGroup.get(group) ?? 0);
    if (group !== null) largestOfGroup.set(group, Math.max(counted, bound));
    reach[index] = (reach[index + 1] ?? 0) + Math.max(0, bound - counted);
  }
  return reach;
}

/** The effect on each line, unless a cap cuts it; null for everything else. */
function effectOf({ candidate, alone }: Passing): LineEffect | null {
  return alone >= candidate.limit ? null : (candidate.kind.effectOnLines?.(candidate.params) ?? null);
}

/** From the last candidate to the first; undefined where no line effect follows. */
function listFloors(passing: readonly Passing[], effects: readonly (LineEffect | null)[], facts: CartFacts): (Floor | undefined)[] {
  const floors: (Floor | undefined)[] = [];
  const strongest = new Map<string, { readonly part: Float64Array; readonly off: Float64Array }>();
  const lineCount = facts.lines.length;
  let floor: Floor | undefined;
  let evensOut = true;
  for (let index = passing.length - 1; index >= 0; index -= 1) {
    const candidate = passing[index]?.candidate;
    const effect = effects[index] ?? null;
    if (candidate !== undefined && effect !== null) {
      const { group } = candidate.promotion.stacking;
      const column = (later: Float64Array | undefined, initial: number): Float64Array => {
        const own = getColumn(lineCount);
        if (later === undefined) own.fill(initial);
        else own.set(later);
        return own;
      };
      const kept = column(floor?.kept, 1);
      const keptByUngrouped = column(floor?.keptByUngrouped, 1);
      const ceiling = column(floor?.ceiling, Infinity);
      const off = column(floor?.off, 0);
      const ofGroup = (group === null ? undefined : strongest.get(group)) ?? { part: column(undefined, 0), off: column(undefined, 0) };
      if (group !== null) strongest.set(group, ofGroup);
      const lines = candidate.sets[0]?.lines ?? [];
      for (let at = 0; at < lines.length; at += 1) {
        const position = lines[at] ?? 0;
        const quantity = facts.lines[position]?.quantity ?? 0;
        const keptLater = kept[position] ?? 1;
        if (effect.type === "price") {
          // What comes later takes its part of the price too.
          ceiling[position] = Math.min(ceiling[position] ?? Infinity, effect.price * quantity * keptLater);
        } else if (effect.type === "off") {
          // And of this amount; but of a group an earlier member may be the one that applies, which leaves the amount whole.
          const amount = effect.amount * quantity * (keptByUngrouped[position] ?? 1);
          const more = Math.max(0, amount - (ofGroup.off[position] ?? 0));
          off[position] = (off[position] ?? 0) + more;
          ofGroup.off[position] = (ofGroup.off[position] ?? 0) + more;
        } else {
          const part = effect.rate / 1_000_000;
          const counted = ofGroup.part[position] ?? 0;
          if (part > counted) kept[position] = (keptLater * (1 - part)) / (1 - counted);
          ofGroup.part[position] = Math.max(part, counted);
          if (group === null) keptByUngrouped[position] = (keptByUngrouped[position] ?? 1) * (1 - part);
        }
      }
      // A line's own percentage is rounded by half a cent, a share of an order discount by a cent; over all lines those of the order even out.
      const coversAll = candidate.kind.workClass === "order" && lines.length === lineCount;
      evensOut &&= coversAll || effect.type !== "part";
      const rounding = effect.type !== "part" ? 0 : coversAll && evensOut ? 1 : lines.length;
      floor = { kept, keptByUngrouped, ceiling, off, rounding: (floor?.rounding ?? 0) + rounding };
    }
    floors[index] = floor;
  }
  return floors;
}

import type { Cents } from "#app/domain/money.ts";
import type { Passing } from "./combinations.ts";
import { valueLeft, type WorkingCart } from "./working-cart.ts";

/**
 * How much more can come off a cart, at most: what lets the search leave out combinations that cannot win. Candidates are in the
 * order of work; "from index on" are those still to be tried.
 *
 * Percentages shrink each other, so those of one line count as their product on what the line still costs. Everything else counts
 * with a bound of its own, one of each stacking group.
 */
export interface Reach {
  /** True for a candidate that counts by its bound, false for one that is part of the products. */
  isBounded(index: number): boolean;
  /** At least what the products from index on can take off. */
  ofProducts(index: number, cart: WorkingCart): Cents;
  /** At least what the bounded candidates from each index on can take off, given their bounds. */
  ofBounded(bounds: readonly Cents[], from: number): Cents[];
}

export function reachOf(passing: readonly Passing[], lineCount: number): Reach {
  const percentages = passing.map(partOf);
  const groups = passing.map(({ candidate }) => candidate.promotion.stacking.group);
  const rounding: Cents[] = new Array<number>(passing.length + 1).fill(0);
  const parts: Float64Array[] = [];
  let kept = new Float64Array(lineCount).fill(1);
  for (let index = passing.length - 1; index >= 0; index -= 1) {
    const part = percentages[index] ?? null;
    const lines = passing[index]?.candidate.sets[0]?.lines ?? [];
    if (part !== null) {
      kept = Float64Array.from(kept);
      for (const position of lines) kept[position] = (kept[position] ?? 1) * (1 - part);
    }
    // A share of an order discount lies within a cent of its exact part, and a line's own percentage within half a cent.
    rounding[index] = (rounding[index + 1] ?? 0) + (part === null ? 0 : lines.length);
    parts[index] = kept.map((share) => 1 - share);
  }
  return {
    isBounded: (index) => percentages[index] === null,
    ofProducts(index, cart) {
      const part = parts[index];
      let reach = rounding[index] ?? 0;
      if (part === undefined || reach === 0) return 0;
      for (let position = 0; position < lineCount; position += 1) reach += valueLeft(cart, position) * (part[position] ?? 0);
      return reach;
    },
    ofBounded(bounds, from) {
      const reach: Cents[] = new Array<number>(passing.length + 1).fill(0);
      const largestOfGroup = new Map<string, Cents>();
      for (let index = passing.length - 1; index >= from; index -= 1) {
        const group = groups[index] ?? null;
        const bound = percentages[index] === null ? (bounds[index] ?? 0) : 0;
        const counted = group === null ? 0 : (largestOfGroup.get(group) ?? 0);
        if (group !== null) largestOfGroup.set(group, Math.max(counted, bound));
        reach[index] = (reach[index + 1] ?? 0) + Math.max(0, bound - counted);
      }
      return reach;
    },
  };
}

/** The part (of 1) a free-standing, uncapped percentage takes off its lines; null for everything else. */
function partOf({ candidate, alone }: Passing): number | null {
  if (candidate.promotion.stacking.group !== null || alone >= candidate.limit) return null;
  const rate = candidate.kind.takesPart?.(candidate.params) ?? null;
  return rate === null ? null : rate / 1_000_000;
}

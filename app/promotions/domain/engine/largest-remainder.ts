import { allocate, type Cents } from "#app/values/money.ts";
import type { LineSet } from "./cart-facts.ts";

/**
 * Splits `amount` over the lines of a set in proportion to `weights` (whole numbers ≥ 0 per position), as `allocate` does: largest
 * remainder, equal remainders to the earlier line. Writes the parts into `parts` at the lines' positions; `parts` may be `weights`.
 * Throws RangeError for an amount where every weight is zero.
 *
 * A second road to `allocate`, because a cart needs it some thousand times: same shares, no sorting.
 */
export function splitByWeight(amount: Cents, set: LineSet, weights: Float64Array, parts: Float64Array): void {
  const positions = set.lines;
  const count = positions.length;
  let total = 0;
  for (let index = 0; index < count; index += 1) total += weights[positions[index] ?? 0] ?? 0;
  if (amount === 0 || total === 0 || !Number.isSafeInteger(amount * total)) {
    const exact = allocate(
      amount,
      positions.map((position) => weights[position] ?? 0),
    );
    for (const [index, position] of positions.entries()) parts[position] = exact[index] ?? 0;
    return;
  }
  let left = amount;
  const remainders: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const position = positions[index] ?? 0;
    const product = amount * (weights[position] ?? 0);
    // Division and correction: `%` on large whole numbers is many times slower.
    let part = Math.floor(product / total);
    let remainder = product - part * total;
    if (remainder < 0) {
      part -= 1;
      remainder += total;
    } else if (remainder >= total) {
      part += 1;
      remainder -= total;
    }
    remainders.push(remainder);
    parts[position] = part;
    left -= part;
  }
  if (left > 0) giveOneEach(left, positions, remainders, parts);
}

/** One cent more for each of the `count` largest remainders. */
function giveOneEach(count: number, positions: readonly number[], remainders: readonly number[], parts: Float64Array): void {
  const threshold = findLargest([...remainders], count);
  let atThreshold = count;
  for (const remainder of remainders) {
    if (remainder > threshold) atThreshold -= 1;
  }
  for (let index = 0; index < positions.length; index += 1) {
    const remainder = remainders[index] ?? 0;
    if (remainder < threshold || (remainder === threshold && atThreshold === 0)) continue;
    if (remainder === threshold) atThreshold -= 1;
    const position = positions[index] ?? 0;
    parts[position] = (parts[position] ?? 0) + 1;
  }
}

/** The `rank`-th largest of some values (1 = the largest), by partitioning; puts the values out of order. */
function findLargest(values: number[], rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((values[left] ?? 0) > pivot) left += 1;
      while ((values[right] ?? 0) < pivot) right -= 1;
      if (left <= right) {
        const swapped = values[left] ?? 0;
        values[left] = values[right] ?? 0;
        values[right] = swapped;
        left += 1;
        right -= 1;
      }
    }
    if (rank - 1 <= right) {
      high = right;
    } else if (rank - 1 >= left) {
      low = left;
    } else {
      break;
    }
  }
  return values[rank - 1] ?? 0;
}

import { allocate, type Cents } from "#app/values/money.ts";

/**
 * Splits `amount` over some positions in proportion to `weights` (whole numbers ≥ 0 per position), as `allocate` does: largest
 * remainder, equal remainders to the earlier line. Writes the parts into `parts` at the lines' positions; `parts` may be `weights`.
 * Throws RangeError for an amount where every weight is zero.
 *
 * A second road to `allocate`, because a cart needs it some thousand times: same shares, no sorting.
 */
export function splitByWeight(
  amount: Cents,
  positions: readonly number[] | Int32Array,
  weights: Float64Array,
  parts: Float64Array,
  count = positions.length,
): void {
  let total = 0;
  for (let index = 0; index < count; index += 1) total += weights[positions[index] ?? 0] ?? 0;
  if (amount === 0 || total === 0 || !Number.isSafeInteger(amount * total)) {
    const some = Array.from(positions).slice(0, count);
    const exact = allocate(
      amount,
      some.map((position) => weights[position] ?? 0),
    );
    for (const [index, position] of some.entries()) parts[position] = exact[index] ?? 0;
    return;
  }
  let left = amount;
  const perWeight = amount / total;
  if (remainders.length < count) remainders = new Float64Array(count * 2);
  for (let index = 0; index < count; index += 1) {
    const position = positions[index] ?? 0;
    const weight = weights[position] ?? 0;
    const product = amount * weight;
    // Less than one beside the exact part, and put right: divisions and `%` are many times slower.
    let part = Math.floor(weight * perWeight);
    let remainder = product - part * total;
    if (remainder < 0) {
      part -= 1;
      remainder += total;
    } else if (remainder >= total) {
      part += 1;
      remainder -= total;
    }
    remainders[index] = remainder;
    parts[position] = part;
    left -= part;
  }
  if (left > 0) giveOneEach(left, positions, parts, count);
}

/** Room for the remainders of one split and for putting them in order; nothing in it outlives a call. */
let remainders = new Float64Array(64);
let ordered = new Float64Array(64);

/** One cent more for each of the `cents` largest remainders. */
function giveOneEach(cents: number, positions: readonly number[] | Int32Array, parts: Float64Array, count: number): void {
  if (ordered.length < remainders.length) ordered = new Float64Array(remainders.length);
  for (let index = 0; index < count; index += 1) ordered[index] = remainders[index] ?? 0;
  const threshold = findLargest(ordered, count, cents);
  let atThreshold = cents;
  for (let index = 0; index < count; index += 1) {
    if ((remainders[index] ?? 0) > threshold) atThreshold -= 1;
  }
  for (let index = 0; index < count; index += 1) {
    const remainder = remainders[index] ?? 0;
    if (remainder < threshold || (remainder === threshold && atThreshold === 0)) continue;
    if (remainder === threshold) atThreshold -= 1;
    const position = positions[index] ?? 0;
    parts[position] = (parts[position] ?? 0) + 1;
  }
}

/** The `rank`-th largest of the first `count` values (1 = the largest), by partitioning; puts the values out of order. */
function findLargest(values: Float64Array, count: number, rank: number): number {
  let low = 0;
  let high = count - 1;
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

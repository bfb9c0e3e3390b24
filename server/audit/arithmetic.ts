/** `amount × rate ÷ whole`, half away from zero, exact at any size. */
export function share(amount: number, rate: number, whole: number): number {
  const product = BigInt(amount) * BigInt(rate);
  const divisor = BigInt(whole);
  const sign = product < 0n ? -1n : 1n;
  return Number((sign * (2n * product * sign + divisor)) / (2n * divisor));
}

/** Splits `amount` over the weights: whole cents first, the cents left to the largest remainders, equal ones to the earlier part. */
export function split(amount: number, weights: readonly number[]): readonly number[] {
  const whole = BigInt(sum(weights));
  if (whole === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, cents: Number(product / whole), rest: product % whole };
  });
  let left = amount - sum(exact.map(({ cents }) => cents));
  for (const part of exact.toSorted((a, b) => Number(b.rest - a.rest) || a.index - b.index)) {
    if (left <= 0) break;
    part.cents += 1;
    left -= 1;
  }
  return exact.toSorted((a, b) => a.index - b.index).map(({ cents }) => cents);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** $1,234.50 */
export function dollars(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}$${String(whole).replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
}

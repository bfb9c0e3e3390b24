/** `amount × rate ÷ whole`, half away from zero, exact at any size. */
export function share(amount: number, rate: number, whole: number): number {
  const product = BigInt(amount) * BigInt(rate);
  const divisor = BigInt(whole);
  const sign = product < 0n ? -1n : 1n;
  return Number((sign * (2n * product * sign + divisor)) / (2n * divisor));
}

/** Splits `amount` by the weights: first the whole cents, then the remaining cents by largest remainder; ties go to the earlier part. */
export function split(amount: number, weights: readonly number[]): readonly number[] {
  const total = BigInt(sum(weights));
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, cents: Number(product / total), rest: product % total };
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

interface NamedTax {
  readonly label: string;
  readonly rate: number;
}

/** "GST 5%", the tax's name in files: a name that ends with its percentage is used unchanged. */
export function taxName({ label, rate }: NamedTax): string {
  const percent = `${rate / 10_000}%`;
  return ` ${label.replace(" %", "%")}`.endsWith(` ${percent}`) ? label : `${label} ${percent}`;
}

/**
 * "GST 5%: 1.50; PST 7%: 2.10" with the file's decimal separator. Taxes with the same name and rate are merged; the highest rate comes
 * first.
 */
export function taxText(
  taxes: readonly (NamedTax & { readonly cents: number })[],
  { currency, decimal }: { readonly currency: string; readonly decimal: string },
): string {
  const sums = new Map<string, NamedTax & { readonly cents: number }>();
  for (const tax of taxes) {
    const key = `${tax.rate} ${tax.label}`;
    sums.set(key, { ...tax, cents: tax.cents + (sums.get(key)?.cents ?? 0) });
  }
  return [...sums.values()]
    .toSorted((a, b) => b.rate - a.rate || (a.label < b.label ? -1 : 1))
    .map((tax) => `${taxName(tax)}: ${digits(tax.cents, currency).replace(".", decimal)}`)
    .join("; ");
}

/** Currencies by their decimals, from ISO 4217 and the provider's list, independent of the shop's code. */
const WHOLE_ONLY = /^(?:bif|clp|djf|gnf|isk|jpy|kmf|krw|mga|pyg|rwf|ugx|vnd|vuv|xaf|xof|xpf)$/i;
const THOUSANDTHS = /^(?:bhd|jod|kwd|omr|tnd)$/i;

/** The shop's units of an amount that the provider counts in thousandths (dinars), or in hundredths of a currency without decimals. */
export function fromProvider(amount: number, currency: string): number {
  if (/^(?:isk|ugx)$/i.test(currency)) return amount / 100;
  return THOUSANDTHS.test(currency) ? amount / 10 : amount;
}

/** The shop's units in plain digits: -1205 → "-12.05", in yen "-1205", in dinars "-12.050". */
export function digits(cents: number, currency: string): string {
  const sign = cents < 0 ? "-" : "";
  if (WHOLE_ONLY.test(currency)) return `${sign}${Math.abs(cents)}`;
  const text = `${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return `${sign}${text}${THOUSANDTHS.test(currency) ? "0" : ""}`;
}

/** "$1,234.50", "JPY 1,234" */
export function money(cents: number, currency: string): string {
  const [whole = "", decimals] = digits(Math.abs(cents), currency).split(".");
  const sign = currency.toLowerCase() === "usd" ? "$" : `${currency.toUpperCase()} `;
  const rest = decimals === undefined ? "" : `.${decimals}`;
  return `${cents < 0 ? "-" : ""}${sign}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${rest}`;
}

/**
 * The total that a customer pays for an order. For a charged order: captured minus refunded, but at most its total, because the total
 * already excludes refunds after it was lowered.
 */
export function paidOf(final: number, captured: number, refunded: number): number {
  if (captured === 0) return final;
  const net = captured - refunded;
  if (net >= final) return final;
  return net > 0 ? net : 0;
}

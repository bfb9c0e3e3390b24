import { formatPercentage, type PartsPerMillion } from "#app/values/money.ts";

/** "HST 13%"; a name that ends with its rate is not followed by it. */
export function taxLabel(label: string, rate: PartsPerMillion): string {
  const percent = formatPercentage(rate);
  return ` ${label.replace(" %", "%")}`.endsWith(` ${percent}`) ? label : `${label} ${percent}`;
}

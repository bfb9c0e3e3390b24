import { MAX_PRODUCT_PRICE_CENTS } from "./product.ts";
import { applyRate, type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { stableHash } from "#app/values/stable-hash.ts";

/** Price ending: exact, or these cents. */
export const PRICE_ENDINGS = ["exact", "00", "50", "95", "99"] as const;
export type PriceEnding = (typeof PRICE_ENDINGS)[number];

/** A price change for many products. */
export interface PriceChange {
  readonly kind: "amount" | "percent";
  readonly direction: "up" | "down";
  /** Cents, or parts per million; 0 or more. */
  readonly by: number;
  readonly ending: PriceEnding;
  /** Rounds to the nearest price with the ending, or up to the next one. */
  readonly towards: "nearest" | "up";
}

export interface PricedProduct {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  readonly compareAt: Cents | null;
  /** " / kg": the prices are per this unit; absent or "" = per piece. */
  readonly per?: string;
}

/** The result for one product. */
export interface PriceOutcome extends PricedProduct {
  readonly newPrice: Cents;
  /** null: ends the sale if the compare-at price is not higher. */
  readonly newCompareAt: Cents | null;
  /** Warnings: "free", "sale-ends". */
  readonly warning: "free" | "sale-ends" | null;
}

/** The new price in cents, or an error. */
export function changePrice(
  price: Cents,
  { kind, direction, by, ending, towards }: PriceChange,
  format: MoneyFormat,
): Result<Cents, string> {
  const difference = kind === "amount" ? by : applyRate(price, by);
  const raw = direction === "up" ? price + difference : price - difference;
  if (raw < 0) return fail("It would be below zero.");
  // A percentage of zero is zero, regardless of the ending.
  const rounded = kind === "percent" && price === 0 ? 0 : endPrice(raw, ending, towards);
  return rounded > MAX_PRODUCT_PRICE_CENTS ? fail(`It would be above ${formatMoney(MAX_PRODUCT_PRICE_CENTS, format)}.`) : ok(rounded);
}

/** The nearest price with the ending (ties up), or the next higher; not below 0. */
function endPrice(price: Cents, ending: PriceEnding, towards: PriceChange["towards"]): Cents {
  if (ending === "exact") return price;
  const cents = Number(ending);
  const lower = price - ((((price - cents) % 100) + 100) % 100);
  if (lower === price) return price;
  const higher = lower + 100;
  return towards === "up" || lower < 0 || higher - price <= price - lower ? higher : lower;
}

/** A product's new price, or why it is unchanged. */
export function priceOutcome(product: PricedProduct, change: PriceChange, format: MoneyFormat): Result<PriceOutcome, string> {
  const changed = changePrice(product.price, change, format);
  if (!changed.ok) return changed;
  const endsSale = product.compareAt !== null && product.compareAt <= changed.value;
  const freeWarning = changed.value === 0 && product.price !== 0 ? "free" : null;
  return ok({
    ...product,
    newPrice: changed.value,
    newCompareAt: endsSale ? null : product.compareAt,
    warning: endsSale ? "sale-ends" : freeWarning,
  });
}

export interface PriceOutcomes {
  /** Changed prices, warnings first, by name. */
  readonly changed: readonly PriceOutcome[];
  /** Number of unchanged products. */
  readonly same: number;
  readonly refused: readonly (PricedProduct & { readonly problem: string })[];
  /** A hash of exactly these old and new prices. */
  readonly seal: string;
}

/** The change applied to all of these products. */
export function priceOutcomes(products: readonly PricedProduct[], change: PriceChange, format: MoneyFormat): PriceOutcomes {
  const outcomes = products.toSorted((a, b) => a.id - b.id).map((product) => ({ product, outcome: priceOutcome(product, change, format) }));
  const done = outcomes.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []));
  const changed = done.filter((each) => each.newPrice !== each.price || each.newCompareAt !== each.compareAt);
  return {
    changed: changed.toSorted((a, b) => Number(b.warning !== null) - Number(a.warning !== null) || a.name.localeCompare(b.name, "en")),
    same: done.length - changed.length,
    refused: outcomes.flatMap(({ product, outcome }) => (outcome.ok ? [] : [{ ...product, problem: outcome.error }])),
    seal: stableHash(JSON.stringify(changed.map(({ id, price, compareAt, newPrice }) => [id, price, compareAt, newPrice]))),
  };
}

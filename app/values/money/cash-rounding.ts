import type { Cents } from "#app/values/money.ts";

/**
 * The smallest coin in use, in stored units of the currency, if it is more than one cent. Cash amounts are rounded to it, by law or custom
 * of the countries that withdrew smaller coins (Canada 2013, Switzerland 2007, Australia 1992). Card payments are never rounded.
 */
const SMALLEST_COINS: Readonly<Record<string, Cents>> = {
  AUD: 5,
  CAD: 5,
  CHF: 5,
  CZK: 100,
  DKK: 50,
  HUF: 500,
  MYR: 5,
  NOK: 100,
  NZD: 10,
  SEK: 100,
};

/** The smallest coin in use; null = amounts are paid to the cent. `currency` in any case. */
export function smallestCoin(currency: string): Cents | null {
  return SMALLEST_COINS[currency.toUpperCase()] ?? null;
}

/** The amount to pay in cash: rounded to the nearest coin, halves up. `amount` is 0 or more. */
export function inCash(amount: Cents, currency: string): Cents {
  const coin = smallestCoin(currency) ?? 1;
  return Math.round(amount / coin) * coin;
}

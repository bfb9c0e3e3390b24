/*
 * The one place that decides how an amount of a currency is stored, written and sent to the payment provider. Small: customers' pages import it.
 *
 * A stored unit is the smallest amount that a card can be charged: hundredths for most currencies, whole units for those without decimals, and
 * hundredths (ten thousandths) for those with three decimals, because Stripe takes thousandths there only with a last digit of 0. So every price, tax
 * share, discount and refund is chargeable as it is, and no rule rounds a second time.
 * The list is our own, from "Zero-decimal", "Three-decimal currencies" and "Special cases" at https://docs.stripe.com/currencies, not
 * `Intl.NumberFormat`'s: its digits differ between versions of ICU, so between browser and server.
 */

const WITHOUT_DECIMALS: ReadonlySet<string> = new Set("BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" "));
const WITH_THREE_DECIMALS: ReadonlySet<string> = new Set("BHD JOD KWD OMR TND".split(" "));
/** Without decimals, but Stripe uses hundredths. */
const SENT_AS_HUNDREDTHS: ReadonlySet<string> = new Set("ISK UGX".split(" "));

/** Number of decimals of an amount; `currency` in any case. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (WITHOUT_DECIMALS.has(code)) return 0;
  return WITH_THREE_DECIMALS.has(code) ? 3 : 2;
}

/** Number of stored units in one major unit (dollar, yen, dinar). */
export function unitsPerMajor(currency: string): 1 | 100 {
  return decimalsOf(currency) === 0 ? 1 : 100;
}

/** Number of the payment provider's units in one stored unit. */
export function providerUnits(currency: string): 1 | 10 | 100 {
  if (SENT_AS_HUNDREDTHS.has(currency.toUpperCase())) return 100;
  return decimalsOf(currency) === 3 ? 10 : 1;
}

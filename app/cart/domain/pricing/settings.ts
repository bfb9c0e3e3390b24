import { deliveryPrefixes, deliveryTerms } from "#app/store/domain/delivery/delivery-areas.ts";
import { moneyFormat, reducedRates, SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { parsePercentage, type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";

/** Settings that affect prices, in pricing units (cents, parts per million). */
export interface PricingSettings {
  readonly taxRate: PartsPerMillion;
  /** Reduced rates by tax class, with the label of their tax line. */
  readonly reducedRates: readonly { readonly taxClass: string; readonly label: string; readonly rate: PartsPerMillion }[];
  readonly taxLabel: string;
  readonly pricesIncludeTax: boolean;
  readonly taxOnDelivery: boolean;
  readonly allowTip: boolean;
  readonly tipBase: "pretax" | "posttax";
  readonly enableDelivery: boolean;
  readonly deliveryFee: Cents;
  readonly deliveryFreeAbove: Cents | null;
  readonly deliveryMinOrder: Cents | null;
  readonly pickupMinOrder: Cents | null;
  /** Upper-case prefixes without spaces; empty = anywhere. */
  readonly deliveryPostalPrefixes: readonly string[];
  readonly timeZone: string;
  /** The currency of the cart, and how amounts are written. */
  readonly format: MoneyFormat;
}

/** The pricing part of the site settings; delivery terms follow the postal code, null if unknown. */
export function pricingSettings(settings: Settings, postalCode: string | null): PricingSettings {
  const delivery = deliveryTerms(settings, postalCode);
  const taxRate = parsePercentage(settings.TAX_RATE);
  if (!taxRate.ok) {
    throw new RangeError(`TAX_RATE ${settings.TAX_RATE} got past the settings check: ${taxRate.error}`);
  }
  const taxLabel = settings.TAX_LABEL || SETTINGS.TAX_LABEL.default;
  return {
    taxRate: taxRate.value,
    reducedRates: reducedRates(settings.REDUCED_TAX_RATES).map(({ key, label, percent }) => {
      const rate = parsePercentage(percent);
      if (!rate.ok) throw new RangeError(`REDUCED_TAX_RATES ${settings.REDUCED_TAX_RATES} got past the settings check: ${rate.error}`);
      return { taxClass: key, label: `${taxLabel} (${label})`, rate: rate.value };
    }),
    taxLabel,
    pricesIncludeTax: settings.PRICES_INCLUDE_TAX,
    taxOnDelivery: settings.TAX_ON_DELIVERY,
    allowTip: settings.ALLOW_TIP,
    tipBase: settings.TIP_BASE,
    enableDelivery: settings.ENABLE_DELIVERY,
    deliveryFee: delivery.fee,
    deliveryFreeAbove: delivery.freeAbove,
    deliveryMinOrder: delivery.minOrder,
    pickupMinOrder: settings.PICKUP_MIN_ORDER,
    deliveryPostalPrefixes: deliveryPrefixes(settings),
    timeZone: settings.STORE_TIMEZONE,
    format: moneyFormat(settings),
  };
}

/** The tax rate of a class; an unknown class has the standard rate. */
export function taxRateOf(taxClass: string, settings: PricingSettings): PartsPerMillion {
  if (taxClass === "zero") return 0;
  return settings.reducedRates.find((each) => each.taxClass === taxClass)?.rate ?? settings.taxRate;
}

import { postalPrefixes, SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { parsePercentage, type Cents, type PartsPerMillion } from "#app/values/money.ts";

/** The settings that move a price, in the units pricing works with (cents, parts per million). */
export interface PricingSettings {
  readonly taxRate: PartsPerMillion;
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
}

/** The part of the site settings that pricing needs. */
export function pricingSettings(settings: Settings): PricingSettings {
  const taxRate = parsePercentage(settings.TAX_RATE);
  if (!taxRate.ok) {
    throw new RangeError(`TAX_RATE ${settings.TAX_RATE} got past the settings check: ${taxRate.error}`);
  }
  return {
    taxRate: taxRate.value,
    taxLabel: settings.TAX_LABEL || SETTINGS.TAX_LABEL.default,
    pricesIncludeTax: settings.PRICES_INCLUDE_TAX,
    taxOnDelivery: settings.TAX_ON_DELIVERY,
    allowTip: settings.ALLOW_TIP,
    tipBase: settings.TIP_BASE,
    enableDelivery: settings.ENABLE_DELIVERY,
    deliveryFee: settings.DELIVERY_FEE,
    deliveryFreeAbove: settings.DELIVERY_FREE_ABOVE,
    deliveryMinOrder: settings.DELIVERY_MIN_ORDER,
    pickupMinOrder: settings.PICKUP_MIN_ORDER,
    deliveryPostalPrefixes: postalPrefixes(settings.DELIVERY_POSTAL_PREFIXES),
    timeZone: settings.STORE_TIMEZONE,
  };
}

import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { deliveryPrefixes, deliveryTerms } from "#app/store/domain/delivery/delivery-areas.ts";
import { moneyFormat, SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { otherTaxRates, taxComponents, type TaxComponentText } from "#app/store/domain/tax-rates.ts";
import { type Cents, type MoneyFormat, type PartsPerMillion } from "#app/values/money.ts";
import { parsePercentage } from "#app/values/money/percentage-input.ts";

/** One of the taxes that make up a rate; each has its own tax line. */
export interface TaxComponent {
  readonly label: string;
  readonly rate: PartsPerMillion;
}

/** A rate with the taxes that make it up, at least one. The number alone identifies a rate. */
export interface TaxRate {
  readonly rate: PartsPerMillion;
  readonly components: readonly TaxComponent[];
}

/** Settings that affect prices, in pricing units (cents, parts per million). */
export interface PricingSettings extends ShopClock {
  /** The standard rate, which also applies to the delivery fee. */
  readonly taxRate: PartsPerMillion;
  /** The taxes that make up the standard rate; empty: a single tax, named `taxLabel`. */
  readonly taxComponents: readonly TaxComponent[];
  /** The other rates by tax class. */
  readonly otherRates: readonly (TaxRate & { readonly taxClass: string })[];
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
  /** The currency of the cart and the format of amounts. */
  readonly format: MoneyFormat;
}

/** The pricing part of the site settings; delivery terms follow the postal code, null if unknown. */
export function pricingSettings(settings: Settings, postalCode: string | null): PricingSettings {
  const delivery = deliveryTerms(settings, postalCode);
  const taxLabel = settings.TAX_LABEL || SETTINGS.TAX_LABEL.default;
  return {
    taxRate: rateOf(settings.TAX_RATE),
    ...taxesIn(settings, taxLabel),
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
    ...shopClock(settings),
    format: moneyFormat(settings),
  };
}

/** A rate with the name and percentage of a component is this tax alone, such as "GST 5" next to "GST 5, PST 7". */
function taxesIn({ TAX_COMPONENTS, REDUCED_TAX_RATES }: Settings, taxLabel: string): Pick<PricingSettings, "taxComponents" | "otherRates"> {
  const ofStandard = taxComponents(TAX_COMPONENTS);
  const others = otherTaxRates(REDUCED_TAX_RATES);
  const named = [...ofStandard, ...others.flatMap(({ components }) => components)];
  const labelOf = ({ label, percent }: TaxComponentText) =>
    named.find((each) => each.percent === percent && each.label.toLowerCase() === label.toLowerCase())?.label ?? `${taxLabel} (${label})`;
  return {
    taxComponents: componentsOf(ofStandard),
    otherRates: others.map(({ key, label, percent, components }) => ({
      taxClass: key,
      rate: rateOf(percent),
      components: componentsOf(components.length > 0 ? components : [{ label: labelOf({ label, percent }), percent }]),
    })),
  };
}

function componentsOf(components: readonly TaxComponentText[]): readonly TaxComponent[] {
  return components.map(({ label, percent }) => ({ label, rate: rateOf(percent) }));
}

function rateOf(percent: number): PartsPerMillion {
  const rate = parsePercentage(percent);
  if (!rate.ok) throw new RangeError(`A tax rate of ${percent} got past the settings check: ${rate.error}`);
  return rate.value;
}

/** The tax rate of a class; an unknown class has the standard rate. */
export function taxRateOf(taxClass: string, settings: PricingSettings): PartsPerMillion {
  if (taxClass === "zero") return 0;
  return settings.otherRates.find((each) => each.taxClass === taxClass)?.rate ?? settings.taxRate;
}

/** All rates of the settings, the standard one first, each once. */
export function taxRates(settings: PricingSettings): readonly PartsPerMillion[] {
  return [...new Set([settings.taxRate, ...settings.otherRates.map(({ rate }) => rate)])];
}

/** The taxes that make up a rate. If several rates have the same number, the standard one counts, then the first. */
export function componentsOfRate(
  rate: PartsPerMillion,
  settings: Pick<PricingSettings, "taxRate" | "taxComponents" | "taxLabel" | "otherRates">,
): readonly TaxComponent[] {
  if (rate === settings.taxRate && settings.taxComponents.length > 0) return settings.taxComponents;
  const other = rate === settings.taxRate ? undefined : settings.otherRates.find((each) => each.rate === rate);
  return other?.components ?? [{ label: settings.taxLabel, rate }];
}

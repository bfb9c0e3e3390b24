import { formatMoney, type Cents, type MoneyFormat } from "#app/values/money.ts";
import { parseMoney } from "#app/values/money/money-input.ts";
import { parseStored } from "#app/values/money/stored-amount.ts";
import { compactPostalCode } from "./postal-code.ts";
import { postalPrefixes } from "./postal-prefixes.ts";
import { isRecord, withTextsIn } from "#app/values/json.ts";

/**
 * An area in DELIVERY_AREAS: texts, with amounts as `storedAmount` writes them; the editor shows them in the shop's format. "" in
 * `freeAbove`, `minOrder` and `minutes` = none, or the shop-wide value.
 */
export interface DeliveryArea {
  readonly name: string;
  /** Comma-separated postal code prefixes. */
  readonly prefixes: string;
  readonly fee: string;
  readonly freeAbove: string;
  readonly minOrder: string;
  readonly minutes: string;
}

/** Fee, minimum and time of a delivery to an address. */
export interface DeliveryTerms {
  readonly fee: Cents;
  readonly freeAbove: Cents | null;
  readonly minOrder: Cents | null;
  /** From order to door, without busy minutes. */
  readonly minutes: number;
  /** True: other areas have other terms. */
  readonly isByArea: boolean;
}

/** The settings that determine the terms. */
interface DeliverySettings {
  readonly DELIVERY_AREAS: readonly DeliveryArea[];
  readonly DELIVERY_FEE: Cents;
  readonly DELIVERY_FREE_ABOVE: Cents | null;
  readonly DELIVERY_MIN_ORDER: Cents | null;
  readonly DELIVERY_POSTAL_PREFIXES: string;
  readonly PREP_MINUTES_DELIVERY: number;
}

/**
 * The terms for a postal code: those of the area with the longest matching prefix (docs/rules/delivery.md), or shop-wide if there are no
 * areas. Without a code, or with one outside all areas, those of the cheapest area: "from $3.00".
 */
export function deliveryTerms(settings: DeliverySettings, postalCode: string | null): DeliveryTerms {
  const areas = settings.DELIVERY_AREAS.map((area) => ({ ...termsOf(area, settings), prefixes: postalPrefixes(area.prefixes) }));
  const [first, ...others] = areas;
  if (first === undefined) {
    return {
      fee: settings.DELIVERY_FEE,
      freeAbove: settings.DELIVERY_FREE_ABOVE,
      minOrder: settings.DELIVERY_MIN_ORDER,
      minutes: settings.PREP_MINUTES_DELIVERY,
      isByArea: false,
    };
  }
  const code = compactPostalCode(postalCode ?? "");
  const fits = (prefixes: readonly string[]) =>
    Math.max(0, ...prefixes.filter((prefix) => code.startsWith(prefix)).map((prefix) => prefix.length));
  const served = areas.filter(({ prefixes }) => fits(prefixes) > 0).toSorted((one, other) => fits(other.prefixes) - fits(one.prefixes));
  const { prefixes: _of, ...terms } = served[0] ?? others.reduce((cheapest, area) => (area.fee < cheapest.fee ? area : cheapest), first);
  return { ...terms, isByArea: areas.length > 1 };
}

/** Postal code prefixes of the delivery area; empty = anywhere. */
export function deliveryPrefixes(settings: DeliverySettings): readonly string[] {
  return settings.DELIVERY_AREAS.length === 0
    ? postalPrefixes(settings.DELIVERY_POSTAL_PREFIXES)
    : settings.DELIVERY_AREAS.flatMap((area) => postalPrefixes(area.prefixes));
}

function termsOf(area: DeliveryArea, settings: DeliverySettings) {
  return {
    fee: centsOf(area.fee) ?? 0,
    freeAbove: centsOf(area.freeAbove),
    minOrder: centsOf(area.minOrder),
    minutes: area.minutes === "" ? settings.PREP_MINUTES_DELIVERY : Number(area.minutes),
  };
}

/** "" = none. Stored texts were validated by settings.schema.ts; throws RangeError for an invalid one. */
function centsOf(text: string): Cents | null {
  if (text === "") return null;
  const cents = parseStored(text);
  if (!cents.ok) throw new RangeError(`DELIVERY_AREAS contains the amount ${text}: ${cents.error}`);
  return cents.value;
}

/** DELIVERY_AREAS in a form, including half-typed areas; undefined = not a list of areas. */
export function readDeliveryAreas(text: string): readonly DeliveryArea[] | undefined {
  if (text.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isArea) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The amounts of an area. */
export const AREA_AMOUNTS = ["fee", "freeAbove", "minOrder"];

/** Stored areas as JSON, with amounts in another notation. */
export function withAreaAmounts(json: string, write: (amount: Cents) => string): string {
  return withTextsIn(json, AREA_AMOUNTS, (text) => {
    const cents = centsOf(text);
    return cents === null ? text : write(cents);
  });
}

/** "Downtown (M5V, M5T): $3.00, free from $40.00, about 25 min.", from typed amounts. */
export function areaWords({ name, prefixes, fee, freeAbove, minOrder, minutes }: DeliveryArea, format: MoneyFormat): string {
  const amount = (text: string) => {
    const cents = parseMoney(text || "0", format);
    return cents.ok ? formatMoney(cents.value, format) : text;
  };
  const terms = [
    amount(fee),
    ...(freeAbove === "" ? [] : [`free from ${amount(freeAbove)}`]),
    ...(minOrder === "" ? [] : [`orders from ${amount(minOrder)}`]),
    ...(minutes === "" ? [] : [`about ${minutes} min`]),
  ];
  return `${name || "An area without a name"} (${prefixes || "no postal codes yet"}): ${terms.join(", ")}.`;
}

export const NEW_AREA: DeliveryArea = { name: "", prefixes: "", fee: "", freeAbove: "", minOrder: "", minutes: "" };

function isArea(value: unknown): value is DeliveryArea {
  if (!isRecord(value)) return false;
  const keys = Object.keys(NEW_AREA);
  return Object.keys(value).length === keys.length && keys.every((key) => typeof value[key] === "string");
}

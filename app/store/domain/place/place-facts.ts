import { COUNTRIES, FACTS_AS_OF, OLD_ZONE_NAMES, type Country } from "./countries.ts";
import { MEALS_NOTES } from "./regions.ts";

/** Likely settings for a shop's location. Proposed to the owner, never applied automatically: local rates and exceptions differ. */
export interface PlaceProposal {
  /** "Ontario, Canada" */
  readonly place: string;
  /** Most likely first. */
  readonly timeZones: readonly string[];
  readonly taxLabel: string;
  /** Percent; null: it depends on the exact location, so the owner enters it. */
  readonly taxRate: number | null;
  /** The taxes that make up the rate, in the format of TAX_COMPONENTS; "": a single tax. */
  readonly taxComponents: string;
  /** Rates for food, in the format of REDUCED_TAX_RATES; "": no proposal. */
  readonly otherTaxRates: string;
  readonly pricesIncludeTax: boolean;
  readonly currency: string;
  readonly locale: string;
  /** What the owner must add or check. */
  readonly note: string;
}

const LOCAL_RATE = "This is the state's rate. Add your local rate.";
const CHECK = `As of ${FACTS_AS_OF}: rates change and have exceptions, so check them with your accountant or tax office.`;

/** The proposal for a location; null if the country is unknown. `deviceZone` (IANA) chooses among the country's zones. */
export function proposalFor(country: string, region: string, deviceZone = ""): PlaceProposal | null {
  const found = countryOf(country);
  if (found === undefined) return null;
  const { name, taxLabel, taxRate, timeZones, pricesIncludeTax, currency, locale, otherTaxRates } = found;
  const match = found.regions.find(([code, regionName]) => isNamed(region, [code, regionName]));
  const shared = { otherTaxRates, pricesIncludeTax, currency, locale };
  const noted = (parts: readonly string[]) => [...parts, CHECK].filter((part) => part !== "").join(" ");
  if (match === undefined) {
    const zones = withFirst(timeZones, timeZones.includes(presentName(deviceZone)) ? presentName(deviceZone) : undefined);
    return { place: name, timeZones: zones, taxLabel, taxRate, taxComponents: "", note: noted([found.note]), ...shared };
  }
  const [, regionName, timeZone, regionRate, label = taxLabel, taxComponents = ""] = match;
  const note = noted([MEALS_NOTES[regionName] ?? (name === "United States" ? LOCAL_RATE : ""), found.note]);
  const zones = withFirst(timeZones, timeZone);
  return { place: `${regionName}, ${name}`, timeZones: zones, taxLabel: label, taxRate: regionRate, taxComponents, note, ...shared };
}

/** The country of a device's time zone; "" if unknown. */
export function countryOfZone(deviceZone: string): string {
  return COUNTRIES.find(({ timeZones }) => timeZones.includes(presentName(deviceZone)))?.name ?? "";
}

/** Names of the countries with facts, in alphabetical order. */
export const PLACE_COUNTRIES: readonly string[] = COUNTRIES.map(({ name }) => name).toSorted();

/** Names of a country's regions; empty if there are none. @internal tests try each of them */
export function regionsOf(country: string): readonly string[] {
  return countryOf(country)?.regions.map(([, name]) => name) ?? [];
}

export function countryOf(text: string): Country | undefined {
  return COUNTRIES.find(({ name, aliases }) => isNamed(text, [name, ...aliases]));
}

function presentName(zone: string): string {
  return OLD_ZONE_NAMES[zone] ?? zone;
}

function withFirst(zones: readonly string[], first: string | undefined): readonly string[] {
  return first === undefined ? zones : [first, ...zones.filter((zone) => zone !== first)];
}

function isNamed(text: string, names: readonly string[]): boolean {
  const plain = plainName(text);
  return names.some((name) => plainName(name) === plain);
}

/** "Québec" and "quebec" are equal. */
function plainName(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

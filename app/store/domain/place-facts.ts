/** What a shop's place makes likely. Proposed to the owner, never applied by itself: local rates and exceptions differ. */
export interface PlaceProposal {
  /** "Ontario, Canada" */
  readonly place: string;
  readonly timeZone: string;
  readonly taxLabel: string;
  /** Percent. */
  readonly taxRate: number;
  /** The taxes that make up the rate, as TAX_COMPONENTS has them; "": it is one. */
  readonly taxComponents: string;
  readonly pricesIncludeTax: boolean;
  readonly currency: string;
  readonly locale: string;
  /** What the owner has to add or check; "": nothing. */
  readonly note: string;
}

/** Code, name, time zone, tax in percent; the label where it differs from the country's, and the taxes that make up the rate. */
type Region = readonly [code: string, name: string, timeZone: string, taxRate: number, taxLabel?: string, taxComponents?: string];

interface Country {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly taxLabel: string;
  readonly pricesIncludeTax: boolean;
  readonly currency: string;
  readonly locale: string;
  readonly note: string;
  readonly regions: readonly Region[];
  /** Without regions: one for the whole country. */
  readonly whole?: readonly [timeZone: string, taxRate: number];
}

const LOCAL_RATE = "This is the state's rate. Add your local rate.";
const FOOD = "Some food is taxed at a lower rate or not at all: enter it under “Other tax rates” in the settings.";

const CANADA: readonly Region[] = [
  ["AB", "Alberta", "America/Edmonton", 5, "GST"],
  ["BC", "British Columbia", "America/Vancouver", 12, "GST and PST", "GST 5, PST 7"],
  ["MB", "Manitoba", "America/Winnipeg", 12, "GST and RST", "GST 5, RST 7"],
  ["NB", "New Brunswick", "America/Moncton", 15],
  ["NL", "Newfoundland and Labrador", "America/St_Johns", 15],
  ["NS", "Nova Scotia", "America/Halifax", 14],
  ["NT", "Northwest Territories", "America/Edmonton", 5, "GST"],
  ["NU", "Nunavut", "America/Iqaluit", 5, "GST"],
  ["ON", "Ontario", "America/Toronto", 13],
  ["PE", "Prince Edward Island", "America/Halifax", 15],
  ["QC", "Quebec", "America/Toronto", 14.975, "GST and QST", "GST 5, QST 9.975"],
  ["SK", "Saskatchewan", "America/Regina", 11, "GST and PST", "GST 5, PST 6"],
  ["YT", "Yukon", "America/Whitehorse", 5, "GST"],
];

const [EASTERN, CENTRAL, MOUNTAIN, PACIFIC] = ["America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"];

const UNITED_STATES: readonly Region[] = [
  ["AL", "Alabama", CENTRAL, 4],
  ["AK", "Alaska", "America/Anchorage", 0],
  ["AZ", "Arizona", "America/Phoenix", 5.6],
  ["AR", "Arkansas", CENTRAL, 6.5],
  ["CA", "California", PACIFIC, 7.25],
  ["CO", "Colorado", MOUNTAIN, 2.9],
  ["CT", "Connecticut", EASTERN, 6.35],
  ["DE", "Delaware", EASTERN, 0],
  ["DC", "District of Columbia", EASTERN, 6],
  ["FL", "Florida", EASTERN, 6],
  ["GA", "Georgia", EASTERN, 4],
  ["HI", "Hawaii", "Pacific/Honolulu", 4],
  ["ID", "Idaho", "America/Boise", 6],
  ["IL", "Illinois", CENTRAL, 6.25],
  ["IN", "Indiana", "America/Indiana/Indianapolis", 7],
  ["IA", "Iowa", CENTRAL, 6],
  ["KS", "Kansas", CENTRAL, 6.5],
  ["KY", "Kentucky", EASTERN, 6],
  ["LA", "Louisiana", CENTRAL, 5],
  ["ME", "Maine", EASTERN, 5.5],
  ["MD", "Maryland", EASTERN, 6],
  ["MA", "Massachusetts", EASTERN, 6.25],
  ["MI", "Michigan", "America/Detroit", 6],
  ["MN", "Minnesota", CENTRAL, 6.875],
  ["MS", "Mississippi", CENTRAL, 7],
  ["MO", "Missouri", CENTRAL, 4.225],
  ["MT", "Montana", MOUNTAIN, 0],
  ["NE", "Nebraska", CENTRAL, 5.5],
  ["NV", "Nevada", PACIFIC, 6.85],
  ["NH", "New Hampshire", EASTERN, 0],
  ["NJ", "New Jersey", EASTERN, 6.625],
  ["NM", "New Mexico", MOUNTAIN, 4.875],
  ["NY", "New York", EASTERN, 4],
  ["NC", "North Carolina", EASTERN, 4.75],
  ["ND", "North Dakota", CENTRAL, 5],
  ["OH", "Ohio", EASTERN, 5.75],
  ["OK", "Oklahoma", CENTRAL, 4.5],
  ["OR", "Oregon", PACIFIC, 0],
  ["PA", "Pennsylvania", EASTERN, 6],
  ["RI", "Rhode Island", EASTERN, 7],
  ["SC", "South Carolina", EASTERN, 6],
  ["SD", "South Dakota", CENTRAL, 4.2],
  ["TN", "Tennessee", CENTRAL, 7],
  ["TX", "Texas", CENTRAL, 6.25],
  ["UT", "Utah", MOUNTAIN, 4.85],
  ["VT", "Vermont", EASTERN, 6],
  ["VA", "Virginia", EASTERN, 5.3],
  ["WA", "Washington", PACIFIC, 6.5],
  ["WV", "West Virginia", EASTERN, 6],
  ["WI", "Wisconsin", CENTRAL, 5],
  ["WY", "Wyoming", MOUNTAIN, 4],
];

const AUSTRALIA: readonly Region[] = [
  ["ACT", "Australian Capital Territory", "Australia/Sydney", 10],
  ["NSW", "New South Wales", "Australia/Sydney", 10],
  ["NT", "Northern Territory", "Australia/Darwin", 10],
  ["QLD", "Queensland", "Australia/Brisbane", 10],
  ["SA", "South Australia", "Australia/Adelaide", 10],
  ["TAS", "Tasmania", "Australia/Hobart", 10],
  ["VIC", "Victoria", "Australia/Melbourne", 10],
  ["WA", "Western Australia", "Australia/Perth", 10],
];

/** In euros unless `money` says otherwise. */
const vatCountry = (
  [name, ...aliases]: readonly [string, ...string[]],
  timeZone: string,
  rate: number,
  money: Pick<Country, "locale"> & Partial<Pick<Country, "currency">>,
): Country => ({
  name,
  aliases,
  taxLabel: "VAT",
  pricesIncludeTax: true,
  currency: "EUR",
  note: FOOD,
  regions: [],
  whole: [timeZone, rate],
  ...money,
});

const COUNTRIES: readonly Country[] = [
  {
    name: "Canada",
    aliases: ["ca", "can"],
    taxLabel: "HST",
    pricesIncludeTax: false,
    currency: "CAD",
    locale: "en-CA",
    note: FOOD,
    regions: CANADA,
  },
  {
    name: "United States",
    aliases: ["us", "usa", "u.s.", "u.s.a.", "united states of america", "america"],
    taxLabel: "Sales tax",
    pricesIncludeTax: false,
    currency: "USD",
    locale: "en-US",
    note: `${LOCAL_RATE} ${FOOD}`,
    regions: UNITED_STATES,
  },
  {
    name: "Australia",
    aliases: ["au", "aus"],
    taxLabel: "GST",
    pricesIncludeTax: true,
    currency: "AUD",
    locale: "en-AU",
    note: FOOD,
    regions: AUSTRALIA,
    whole: ["Australia/Sydney", 10],
  },
  {
    name: "New Zealand",
    aliases: ["nz", "nzl"],
    taxLabel: "GST",
    pricesIncludeTax: true,
    currency: "NZD",
    locale: "en-NZ",
    note: "",
    regions: [],
    whole: ["Pacific/Auckland", 15],
  },
  vatCountry(["United Kingdom", "uk", "gb", "great britain", "england", "scotland", "wales", "northern ireland"], "Europe/London", 20, {
    currency: "GBP",
    locale: "en-GB",
  }),
  vatCountry(["Ireland", "ie"], "Europe/Dublin", 23, { locale: "en-IE" }),
  vatCountry(["Germany", "de", "deutschland"], "Europe/Berlin", 19, { locale: "de-DE" }),
  vatCountry(["Austria", "at", "österreich"], "Europe/Vienna", 20, { locale: "de-AT" }),
  vatCountry(["France", "fr"], "Europe/Paris", 20, { locale: "fr-FR" }),
  vatCountry(["Belgium", "be"], "Europe/Brussels", 21, { locale: "nl-BE" }),
  vatCountry(["Netherlands", "nl", "the netherlands", "nederland"], "Europe/Amsterdam", 21, { locale: "nl-NL" }),
  vatCountry(["Spain", "es", "españa"], "Europe/Madrid", 21, { locale: "es-ES" }),
  vatCountry(["Portugal", "pt"], "Europe/Lisbon", 23, { locale: "pt-PT" }),
  vatCountry(["Italy", "it", "italia"], "Europe/Rome", 22, { locale: "it-IT" }),
];

/** What the place makes likely; null where it is unknown or not enough of it is entered. */
export function proposalFor(country: string, region: string): PlaceProposal | null {
  const found = COUNTRIES.find(({ name, aliases }) => isNamed(country, [name, ...aliases]));
  if (found === undefined) return null;
  const { name, taxLabel, whole, pricesIncludeTax, currency, locale, note } = found;
  const money = { pricesIncludeTax, currency, locale, note };
  const match = found.regions.find(([code, regionName]) => isNamed(region, [code, regionName]));
  if (match !== undefined) {
    const [, regionName, timeZone, taxRate, label = taxLabel, taxComponents = ""] = match;
    return { place: `${regionName}, ${name}`, timeZone, taxLabel: label, taxRate, taxComponents, ...money };
  }
  if (whole === undefined) return null;
  const [timeZone, taxRate] = whole;
  return { place: name, timeZone, taxLabel, taxRate, taxComponents: "", ...money };
}

/** Names of the countries with facts. @internal tests try each of them */
export const PLACE_COUNTRIES: readonly string[] = COUNTRIES.map(({ name }) => name);

/** Names of a country's regions; empty where it has none. @internal as above */
export function regionsOf(country: string): readonly string[] {
  return COUNTRIES.find(({ name, aliases }) => isNamed(country, [name, ...aliases]))?.regions.map(([, name]) => name) ?? [];
}

function isNamed(text: string, names: readonly string[]): boolean {
  const plain = plainName(text);
  return names.some((name) => plainName(name) === plain);
}

/** "Québec" and "quebec" are one. */
function plainName(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

import { AUSTRALIA, CANADA, UNITED_STATES, type Region } from "./regions.ts";

/** The date of the facts below; the owner checks later changes. */
export const FACTS_AS_OF = "January 2026";

export interface Country {
  readonly name: string;
  /** Other spellings: ISO code, own name. */
  readonly aliases: readonly string[];
  readonly currency: string;
  readonly locale: string;
  /** Most common first. */
  readonly timeZones: readonly string[];
  readonly taxLabel: string;
  readonly pricesIncludeTax: boolean;
  /** Percent; null: there is no single national rate. */
  readonly taxRate: number | null;
  /** Usual rates for food, in the format of REDUCED_TAX_RATES; "": none, or too complex. */
  readonly otherTaxRates: string;
  /** What the owner must add or check; "": nothing besides the rates. */
  readonly note: string;
  readonly regions: readonly Region[];
}

const FOOD = "Some food is taxed at a lower rate or not at all: enter it under “Other tax rates”.";
const NO_TAX_FOOD = "Most food that is not hot is taxed at 0%: choose “No tax” at those products.";
const BY_KIND = "Which rate a dish or drink has depends on what it is and where it is eaten.";

/** The local name of value added tax on receipts, only in letters that receipt printers support. */
const OWN_TAX_NAMES: Readonly<Record<string, string>> = {
  Mexico: "IVA",
  Argentina: "IVA",
  Chile: "IVA",
  Colombia: "IVA",
  "Costa Rica": "IVA",
  Germany: "MwSt.",
  Austria: "USt.",
  Switzerland: "MWST",
  France: "TVA",
  Belgium: "BTW",
  Netherlands: "BTW",
  Luxembourg: "TVA",
  Spain: "IVA",
  Portugal: "IVA",
  Italy: "IVA",
  Denmark: "Moms",
  Norway: "MVA",
  Sweden: "Moms",
  Finland: "ALV",
  Iceland: "VSK",
  Estonia: "KM",
  Latvia: "PVN",
  Lithuania: "PVM",
  Czechia: "DPH",
  Slovakia: "DPH",
  Slovenia: "DDV",
  Croatia: "PDV",
  Hungary: "ÁFA",
  Romania: "TVA",
  Türkiye: "KDV",
};

type Names = readonly [name: string, ...aliases: string[]];
type Money = readonly [currency: string, locale: string, timeZones: string];
type Tax = Partial<Omit<Country, "name" | "aliases" | "currency" | "locale" | "timeZones" | "taxRate">>;

/**
 * Prices include value added tax unless `tax` says otherwise. Time zones and euro countries are one text each, to keep the table readable.
 */
function country([name, ...aliases]: Names, [currency, locale, zones]: Money, taxRate: number | null, tax: Tax = {}): Country {
  const usual = { taxLabel: OWN_TAX_NAMES[name] ?? "VAT", pricesIncludeTax: true, otherTaxRates: "", note: "", regions: [] };
  return { name, aliases, currency, locale, timeZones: zones.split(" "), taxRate, ...usual, ...tax };
}

const CANADA_ZONES =
  "America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/Regina America/Moncton America/St_Johns America/Whitehorse America/Iqaluit";
const US_ZONES =
  "America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Anchorage Pacific/Honolulu America/Detroit America/Boise America/Indiana/Indianapolis";
const AUSTRALIA_ZONES =
  "Australia/Sydney Australia/Melbourne Australia/Brisbane Australia/Perth Australia/Adelaide Australia/Hobart Australia/Darwin";
const MEXICO_ZONES = "America/Mexico_City America/Monterrey America/Cancun America/Tijuana America/Hermosillo America/Chihuahua";
const BRAZIL_ZONES = "America/Sao_Paulo America/Bahia America/Fortaleza America/Recife America/Manaus America/Cuiaba America/Belem";

export const COUNTRIES: readonly Country[] = [
  country(["Canada", "ca", "can"], ["CAD", "en-CA", CANADA_ZONES], null, {
    taxLabel: "HST",
    pricesIncludeTax: false,
    note: `The tax rate depends on the province. ${FOOD}`,
    regions: CANADA,
  }),
  country(["United States", "us", "usa", "u.s.", "u.s.a.", "united states of america", "america"], ["USD", "en-US", US_ZONES], null, {
    taxLabel: "Sales tax",
    pricesIncludeTax: false,
    note: `The tax rate depends on state, county and city. ${FOOD}`,
    regions: UNITED_STATES,
  }),
  country(["Mexico", "mx", "méxico"], ["MXN", "es-MX", MEXICO_ZONES], 16, { note: "A lower rate holds near the borders." }),
  country(["Brazil", "br", "brasil"], ["BRL", "pt-BR", BRAZIL_ZONES], null, {
    taxLabel: "Tax",
    note: "Taxes depend on the state and on how your company is taxed.",
  }),
  country(["Argentina", "ar"], ["ARS", "es-AR", "America/Argentina/Buenos_Aires"], 21, { note: FOOD }),
  country(["Chile", "cl"], ["CLP", "es-CL", "America/Santiago Pacific/Easter"], 19),
  country(["Colombia", "co"], ["COP", "es-CO", "America/Bogota"], null, {
    note: "Restaurants usually charge the consumption tax (impoconsumo) of 8% instead of IVA, which is 19%: name the tax that you charge.",
  }),
  country(["Peru", "pe", "perú"], ["PEN", "es-PE", "America/Lima"], 18, { taxLabel: "IGV" }),
  country(["Costa Rica", "cr"], ["CRC", "es-CR", "America/Costa_Rica"], 13, { note: FOOD }),
  country(["Dominican Republic", "do", "república dominicana"], ["DOP", "es-DO", "America/Santo_Domingo"], 18, {
    taxLabel: "ITBIS",
    note: FOOD,
  }),

  country(
    ["United Kingdom", "uk", "gb", "great britain", "england", "scotland", "wales", "northern ireland"],
    ["GBP", "en-GB", "Europe/London"],
    20,
    {
      note: `${NO_TAX_FOOD} Hot food, food that is eaten in, confectionery, crisps and soft drinks are taxed at 20%.`,
    },
  ),
  country(["Ireland", "ie", "éire"], ["EUR", "en-IE", "Europe/Dublin"], 23, {
    note: `${NO_TAX_FOOD} Meals and hot food are taxed at 13.5%, from July 2026 at 9%: enter that under “Other tax rates”. ${BY_KIND}`,
  }),
  country(["Germany", "de", "deutschland"], ["EUR", "de-DE", "Europe/Berlin"], 19, {
    otherTaxRates: "Food 7",
    note: "Drinks have the full rate.",
  }),
  country(["Austria", "at", "österreich"], ["EUR", "de-AT", "Europe/Vienna"], 20, { otherTaxRates: "Food 10", note: BY_KIND }),
  country(["Switzerland", "ch", "schweiz", "suisse", "svizzera"], ["CHF", "de-CH", "Europe/Zurich"], 8.1, {
    otherTaxRates: "Food 2.6",
    note: "Food that is eaten in has the full rate.",
  }),
  country(["France", "fr"], ["EUR", "fr-FR", "Europe/Paris"], 20, { otherTaxRates: "Food 5.5, Prepared meals 10", note: BY_KIND }),
  country(["Belgium", "be", "belgië", "belgique"], ["EUR", "nl-BE", "Europe/Brussels"], 21, {
    otherTaxRates: "Food 6, Restaurant meals 12",
    note: BY_KIND,
  }),
  country(["Netherlands", "nl", "the netherlands", "nederland"], ["EUR", "nl-NL", "Europe/Amsterdam"], 21, { otherTaxRates: "Food 9" }),
  country(["Luxembourg", "lu"], ["EUR", "fr-FR", "Europe/Luxembourg"], 17, { otherTaxRates: "Food 3" }),
  country(["Spain", "es", "españa"], ["EUR", "es-ES", "Europe/Madrid Atlantic/Canary Africa/Ceuta"], 21, {
    otherTaxRates: "Food 10, Basic food 4",
    note: "The Canary Islands, Ceuta and Melilla have taxes of their own.",
  }),
  country(["Portugal", "pt"], ["EUR", "pt-PT", "Europe/Lisbon Atlantic/Madeira Atlantic/Azores"], 23, {
    otherTaxRates: "Food 6, Restaurant meals 13",
    note: "Madeira and the Azores have lower rates.",
  }),
  country(["Italy", "it", "italia"], ["EUR", "it-IT", "Europe/Rome"], 22, { otherTaxRates: "Food 10, Basic food 4", note: BY_KIND }),
  country(["Greece", "gr", "ελλάδα"], ["EUR", "el-GR", "Europe/Athens"], 24, { otherTaxRates: "Food 13", note: BY_KIND }),
  country(["Denmark", "dk", "danmark"], ["DKK", "da-DK", "Europe/Copenhagen"], 25),
  country(["Norway", "no", "norge"], ["NOK", "nb-NO", "Europe/Oslo"], 25, {
    otherTaxRates: "Food 15",
    note: "Food that is eaten in has the full rate.",
  }),
  country(["Sweden", "se", "sverige"], ["SEK", "sv-SE", "Europe/Stockholm"], 25, {
    otherTaxRates: "Restaurant meals 12",
    note: "Groceries are taxed at 12%, from April 2026 at 6%: enter that under “Other tax rates”. Alcohol has the full rate.",
  }),
  country(["Finland", "fi", "suomi"], ["EUR", "fi-FI", "Europe/Helsinki"], 25.5, {
    otherTaxRates: "Food and meals 13.5",
    note: "Alcoholic drinks have the full rate.",
  }),
  country(["Iceland", "is", "ísland"], ["ISK", "is-IS", "Atlantic/Reykjavik"], 24, { otherTaxRates: "Food 11" }),
  country(["Estonia", "ee", "eesti"], ["EUR", "et-EE", "Europe/Tallinn"], 24),
  country(["Latvia", "lv", "latvija"], ["EUR", "lv-LV", "Europe/Riga"], 21, { note: FOOD }),
  country(["Lithuania", "lt", "lietuva"], ["EUR", "lt-LT", "Europe/Vilnius"], 21),
  country(["Poland", "pl", "polska"], ["PLN", "pl-PL", "Europe/Warsaw"], 23, {
    otherTaxRates: "Food 5, Restaurant meals 8",
    note: BY_KIND,
  }),
  country(["Czechia", "cz", "czech republic", "česko"], ["CZK", "cs-CZ", "Europe/Prague"], 21, { otherTaxRates: "Food 12", note: BY_KIND }),
  country(["Slovakia", "sk", "slovensko"], ["EUR", "sk-SK", "Europe/Bratislava"], 23, {
    otherTaxRates: "Basic food 5, Other food 19",
    note: BY_KIND,
  }),
  country(["Slovenia", "si", "slovenija"], ["EUR", "sl-SI", "Europe/Ljubljana"], 22, { otherTaxRates: "Food 9.5", note: BY_KIND }),
  country(["Croatia", "hr", "hrvatska"], ["EUR", "hr-HR", "Europe/Zagreb"], 25, { otherTaxRates: "Meals 13, Basic food 5", note: BY_KIND }),
  country(["Hungary", "hu", "magyarország"], ["HUF", "hu-HU", "Europe/Budapest"], 27, { otherTaxRates: "Eaten in 5", note: FOOD }),
  country(["Romania", "ro", "românia"], ["RON", "ro-RO", "Europe/Bucharest"], 21, { otherTaxRates: "Food 11", note: BY_KIND }),
  country(["Bulgaria", "bg", "българия"], ["EUR", "bg-BG", "Europe/Sofia"], 20),
  country(["Ukraine", "ua", "україна"], ["UAH", "uk-UA", "Europe/Kyiv"], 20),
  country(["Türkiye", "tr", "turkey"], ["TRY", "tr-TR", "Europe/Istanbul"], 20, { otherTaxRates: "Meals 10, Basic food 1", note: BY_KIND }),

  country(["Japan", "jp", "日本"], ["JPY", "ja-JP", "Asia/Tokyo"], 10, {
    taxLabel: "Consumption tax",
    otherTaxRates: "Takeaway and delivery 8",
    note: "What is eaten in, and alcohol, has the full rate.",
  }),
  country(["South Korea", "kr", "korea", "republic of korea", "대한민국"], ["KRW", "ko-KR", "Asia/Seoul"], 10),
  country(["Taiwan", "tw", "台灣"], ["TWD", "zh-TW", "Asia/Taipei"], 5),
  country(["Hong Kong", "hk", "香港"], ["HKD", "en-HK", "Asia/Hong_Kong"], 0, { taxLabel: "Tax", note: "There is no sales tax." }),
  country(["Singapore", "sg"], ["SGD", "en-SG", "Asia/Singapore"], 9, { taxLabel: "GST" }),
  country(["Malaysia", "my"], ["MYR", "en-MY", "Asia/Kuala_Lumpur Asia/Kuching"], null, {
    taxLabel: "Service tax",
    note: "The tax rate depends on what you sell and on your turnover.",
  }),
  country(["Thailand", "th"], ["THB", "th-TH", "Asia/Bangkok"], 7),
  country(["Philippines", "ph", "pilipinas"], ["PHP", "en-PH", "Asia/Manila"], 12),
  country(["Vietnam", "vn", "việt nam"], ["VND", "vi-VN", "Asia/Ho_Chi_Minh"], 10, { note: "A lower rate applies for a limited time." }),
  country(["Indonesia", "id"], ["IDR", "id-ID", "Asia/Jakarta Asia/Makassar Asia/Jayapura"], null, {
    taxLabel: "Tax",
    note: "Restaurants pay a tax of their town instead of VAT.",
  }),
  country(["India", "in", "bharat"], ["INR", "en-IN", "Asia/Kolkata"], null, {
    taxLabel: "GST",
    pricesIncludeTax: false,
    note: "The tax rate depends on what you sell. Name its two halves under “Taxes shown apart”.",
  }),
  country(["United Arab Emirates", "ae", "uae", "emirates"], ["AED", "en-AE", "Asia/Dubai"], 5),
  country(["South Africa", "za"], ["ZAR", "en-ZA", "Africa/Johannesburg"], 15, {
    note: "Basic food is taxed at 0%: choose “No tax” at those products.",
  }),
  country(["Australia", "au", "aus"], ["AUD", "en-AU", AUSTRALIA_ZONES], 10, { taxLabel: "GST", note: FOOD, regions: AUSTRALIA }),
  country(["New Zealand", "nz", "nzl", "aotearoa"], ["NZD", "en-NZ", "Pacific/Auckland Pacific/Chatham"], 15, { taxLabel: "GST" }),
];

/** Legacy names that browsers still use for some of these zones. */
export const OLD_ZONE_NAMES: Readonly<Record<string, string>> = {
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Europe/Kiev": "Europe/Kyiv",
};

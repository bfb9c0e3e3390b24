import { providerUnits } from "./currency-units.ts";

/* The currencies a shop may use: those of Stripe, by ISO 4217 code. Customer pages must not import these lists. */

/**
 * The smallest card charge in stored units, from "Minimum and maximum charge amounts" at https://docs.stripe.com/currencies. Stripe names no
 * minimum for the others: there it converts the charge to the currency of the bank account and compares that.
 */
const MINIMUMS: Readonly<Record<string, number>> = {
  AED: 200,
  ARS: 50,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PHP: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
  ZAR: 50,
};

/** Half a major unit, or fifty in a currency without decimals. */
const UNPUBLISHED_MINIMUM = 50;

/** Eight digits in the provider's units. */
const PROVIDER_MAXIMUM = 99_999_999;

/** Amounts above it cannot be charged to a card; in stored units of the currency. */
export function maximumCardCharge(currency: string): number {
  return Math.floor(PROVIDER_MAXIMUM / providerUnits(currency));
}

/** Amounts below it cannot be charged to a card; in stored units of the currency. */
export function minimumCardCharge(currency: string): number {
  return MINIMUMS[currency.toUpperCase()] ?? UNPUBLISHED_MINIMUM;
}

const WITHOUT_MINIMUM =
  "ALL AMD ANG AOA AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BSD BWP BYN BZD CDF CLP CNY CRC CVE DJF DOP DZD EGP ETB FJD GEL GIP GMD GNF GTQ GYD HNL HTG ISK JMD JOD KES KGS KHR KMF KRW KWD KYD KZT LKR LRD LSL MAD MDL MGA MKD MNT MOP MUR MVR MWK MZN NAD NGN NIO NPR OMR PAB PEN PGK PKR PYG QAR RSD RWF SAR SBD SCR SRD SZL TJS TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VND VUV WST XAF XCD XOF XPF YER ZMW";

/** Every code, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...Object.keys(MINIMUMS), ...WITHOUT_MINIMUM.split(" ")].toSorted();

/** Locales whose numbers have the digits 0 to 9; BCP 47. */
export const LOCALES: readonly string[] =
  "en-US en-AE en-AU en-CA en-GB en-HK en-IE en-IN en-MY en-NZ en-PH en-SG en-ZA bg-BG cs-CZ da-DK de-AT de-CH de-DE el-GR es-AR es-CL es-CO es-CR es-DO es-ES es-MX es-PE es-PY et-EE fi-FI fr-BE fr-CA fr-CH fr-FR hr-HR hu-HU id-ID is-IS it-CH it-IT ja-JP ko-KR lt-LT lv-LV ms-MY nb-NO nl-BE nl-NL pl-PL pt-BR pt-PT ro-RO sk-SK sl-SI sv-SE th-TH tr-TR uk-UA vi-VN zh-CN zh-HK zh-TW".split(
    " ",
  );

import { countryOf } from "./postal-code.ts";

const CODE_LAST = ["australia", "new zealand", "ireland", "india"];

/** "Toronto, Ontario M5V 1A1", "69001 Lyon": in the country's order. Without a city or a country the code is last, as with a region. */
export function townLine(town: {
  readonly postalCode: string;
  readonly city: string;
  readonly region: string;
  readonly country: string;
}): string {
  const { postalCode, city, region, country } = town;
  const joined = (parts: readonly string[], separator = " ") => parts.filter((part) => part.trim() !== "").join(separator);
  const isLast = countryOf(country) !== undefined || CODE_LAST.includes(country.trim().toLowerCase()) || (country === "" && region !== "");
  return city === "" || isLast ? joined([city, joined([region, postalCode])], ", ") : joined([joined([postalCode, city]), region], ", ");
}

interface StoreAddress {
  readonly STREET_ADDRESS: string;
  readonly ADDRESS_CITY: string;
  readonly ADDRESS_REGION: string;
  readonly POSTAL_CODE: string;
  readonly COUNTRY: string;
}

/** Street and town of the shop; missing parts are left out. */
export function localAddressLines(settings: StoreAddress): readonly string[] {
  const { STREET_ADDRESS, ADDRESS_CITY: city, ADDRESS_REGION: region, POSTAL_CODE: postalCode, COUNTRY: country } = settings;
  return [STREET_ADDRESS, townLine({ postalCode, city, region, country })].filter((line) => line.trim() !== "");
}

/** The same with the country. */
export function storeAddressLines(settings: StoreAddress): readonly string[] {
  return [...localAddressLines(settings), settings.COUNTRY].filter((line) => line.trim() !== "");
}

/** The same in one line; "" = no address. */
export function storeAddressLine(settings: StoreAddress): string {
  return storeAddressLines(settings).join(", ");
}

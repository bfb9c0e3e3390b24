import { townLine } from "./postal-code.ts";

export interface DeliveryAddress {
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
  readonly country: string;
}

/** "12 Mill Street, 4, Toronto, Ontario M5A 1A1, Canada". */
export function addressLine({ street, unit, city, province, postalCode, country }: DeliveryAddress): string {
  const filled = (parts: readonly string[]) => parts.map((part) => part.trim()).filter((part) => part !== "");
  return filled([street, unit, city, filled([province, postalCode]).join(" "), country]).join(", ");
}

interface StoreAddress {
  readonly STREET_ADDRESS: string;
  readonly ADDRESS_CITY: string;
  readonly ADDRESS_REGION: string;
  readonly POSTAL_CODE: string;
  readonly COUNTRY: string;
}

/** Street and town of the shop; what the settings do not say is left out. */
export function localAddressLines(settings: StoreAddress): readonly string[] {
  const { STREET_ADDRESS, ADDRESS_CITY: city, ADDRESS_REGION: region, POSTAL_CODE: postalCode, COUNTRY: country } = settings;
  return [STREET_ADDRESS, townLine({ postalCode, city, region, country })].filter((line) => line.trim() !== "");
}

/** The same and the country. */
export function storeAddressLines(settings: StoreAddress): readonly string[] {
  return [...localAddressLines(settings), settings.COUNTRY].filter((line) => line.trim() !== "");
}

/** The same in one line; "" = the settings do not say. */
export function storeAddressLine(settings: StoreAddress): string {
  return storeAddressLines(settings).join(", ");
}

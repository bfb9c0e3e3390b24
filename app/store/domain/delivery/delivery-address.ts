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
  readonly ADDRESS_REGION: string;
  readonly POSTAL_CODE: string;
  readonly COUNTRY: string;
}

/** Where the shop is, in one line; "" = the settings do not say. */
export function storeAddressLine(settings: StoreAddress): string {
  const { STREET_ADDRESS: street, ADDRESS_REGION: province, POSTAL_CODE: postalCode, COUNTRY: country } = settings;
  return addressLine({ street, unit: "", city: "", province, postalCode, country });
}

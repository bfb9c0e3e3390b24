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

/** Without duplicates, in the same order, ignoring case and spaces. */
export function distinctAddresses(addresses: readonly DeliveryAddress[]): readonly DeliveryAddress[] {
  const firsts = new Map<string, DeliveryAddress>();
  for (const address of addresses) {
    const key = addressLine(address).toLowerCase().replaceAll(/\s+/g, "");
    if (key !== "" && !firsts.has(key)) firsts.set(key, address);
  }
  return [...firsts.values()];
}

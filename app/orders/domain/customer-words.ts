import { counted } from "#app/values/plural.ts";

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };

/** "First order", "3rd order"; null if the order does not count. */
export function orderOrdinal(position: number): string | null {
  if (position < 1) return null;
  return position === 1 ? "First order" : `${position}${SUFFIXES[ORDINALS.select(position)] ?? "th"} order`;
}

/** "12 orders since May 2026" */
export function ordersSince(total: number, firstAt: Date | null, zone: string): string {
  const words = counted(total, "order", "orders");
  if (firstAt === null) return words;
  return `${words} since ${new Intl.DateTimeFormat("en-US", { timeZone: zone, month: "long", year: "numeric" }).format(firstAt)}`;
}

/** The allergies of the order and those known of its customer, for the kitchen. */
export function allAllergies(ofOrder: string, ofCustomer: string): string {
  if (ofCustomer === "" || ofOrder.toLowerCase().includes(ofCustomer.toLowerCase())) return ofOrder;
  return ofOrder === "" ? ofCustomer : `${ofOrder} · ${ofCustomer}`;
}

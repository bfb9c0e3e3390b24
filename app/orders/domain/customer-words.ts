import { formatMonth, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { counted } from "#texts/plural.ts";

const ORDINALS = new Intl.PluralRules("en", { type: "ordinal" });
const SUFFIXES: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };

/** "3rd order"; null for a first order, and for one that is not counted (position 0). */
export function repeatOrderWords(position: number): string | null {
  return position < 2 ? null : `${position}${SUFFIXES[ORDINALS.select(position)] ?? "th"} order`;
}

/** "12 orders since May 2026" */
export function ordersSince(total: number, firstAt: Date | null, clock: ShopClock): string {
  const words = counted(total, "order", "orders");
  if (firstAt === null) return words;
  return `${words} since ${formatMonth(firstAt, clock)}`;
}

/** The allergies of the order and the known ones of its customer, for the kitchen. */
export function allAllergies(ofOrder: string, ofCustomer: string): string {
  if (ofCustomer === "" || ofOrder.toLowerCase().includes(ofCustomer.toLowerCase())) return ofOrder;
  return ofOrder === "" ? ofCustomer : `${ofOrder} · ${ofCustomer}`;
}

/** "Ana" of "Ana Pérez"; "" without a name. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

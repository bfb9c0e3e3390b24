import * as texts from "#texts/orders/payment.ts";

/** Where staff received an order that they entered themselves. */
export const STAFF_SOURCES = ["telephone", "counter"] as const;
export type StaffSource = (typeof STAFF_SOURCES)[number];
/** "web": the customer ordered in the shop. */
export type OrderSource = "web" | StaffSource;

/** How staff took the money when they entered the order. */
export const PAID_BY = ["cash", "terminal"] as const;
export type PaidBy = (typeof PAID_BY)[number];

/** How an order that staff enter is paid: on entry, on handover, or before the kitchen begins by a link for the customer. */
export const TAKEN_PAYMENTS = [...PAID_BY, "later", "link"] as const;
export type TakenPayment = (typeof TAKEN_PAYMENTS)[number];

const SOURCES: Readonly<Record<OrderSource, string>> = { web: "Shop", telephone: "Telephone", counter: "Counter" };
const PAID: Readonly<Record<PaidBy, string>> = { cash: texts.paidInCash, terminal: texts.paidOnTerminal };

export function sourceLabel(source: OrderSource): string {
  return SOURCES[source];
}

export function isStaffSource(text: unknown): text is StaffSource {
  return STAFF_SOURCES.some((source) => source === text);
}

export function isPaidBy(text: unknown): text is PaidBy {
  return PAID_BY.some((way) => way === text);
}

export function paidByLabel(paidBy: PaidBy): string {
  return PAID[paidBy];
}

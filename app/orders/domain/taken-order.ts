import * as texts from "#texts/orders/payment.ts";

/** How staff got an order that they entered themselves. */
export const STAFF_SOURCES = ["telephone", "counter"] as const;
export type StaffSource = (typeof STAFF_SOURCES)[number];
/** "web": the customer ordered in the shop. */
export type OrderSource = "web" | StaffSource;

/** How the money was taken when staff entered the order. */
export const PAID_BY = ["cash", "terminal"] as const;
export type PaidBy = (typeof PAID_BY)[number];

/** How an order that staff enter is paid: also when it is handed over, or before the kitchen begins, by a link that the customer gets. */
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

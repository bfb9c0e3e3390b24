import { counted } from "#texts/plural.ts";

/** The name of an erased customer in orders. */
export const ERASED_NAME = "Erased customer";
/** The author of their reviews, shown to customers. */
export const ERASED_AUTHOR = "Customer";
/** The subject of their history entries. */
export const ERASED_SUBJECT = "erased customer";
/** Replaces texts about them or by them. */
export const ERASED_TEXT = "(erased)";
/** Replaces their addresses in promotions for named customers; a reserved domain (RFC 2606). */
export const ERASED_EMAIL = "erased@example.invalid";

/** Whether the customer of this order was erased. */
export function isErased(order: { readonly customerName?: string; readonly customerEmail?: string }): boolean {
  return order.customerName === ERASED_NAME && order.customerEmail === "";
}

/** The name of this action in the history. */
export const ERASURE = "erase";

/** Facts that prevent erasing a customer. */
export interface ErasureFacts {
  /** Orders that are not finished, unpaid checkouts included. */
  readonly openOrders: number;
  /** Payments that are authorized, being cancelled or being refunded. */
  readonly openPayments: number;
  /** Payments with an open dispute at the bank. */
  readonly disputes: number;
  /** Payment problems that wait for staff. */
  readonly problems: number;
}

/** Why the customer cannot be erased now, and how to resolve it; null = they can. */
export function refuseErasure({ openOrders, openPayments, disputes, problems }: ErasureFacts): string | null {
  if (openOrders > 0) {
    const orders = counted(openOrders, "order of this customer is", "orders of this customer are");
    return `${orders} still open. Complete, reject or cancel what is open first. An unpaid checkout ends by itself within the hour, a payment link at the time that it names.`;
  }
  if (openPayments > 0) {
    const payments = counted(openPayments, "payment of this customer is", "payments of this customer are");
    return `${payments} still on hold, being cancelled or being refunded. Wait until that is done, or see Payment problems.`;
  }
  if (disputes > 0) {
    const payments = counted(disputes, "payment of this customer is", "payments of this customer are");
    return `${payments} disputed at the bank. Their records are evidence until the dispute has ended. Answer it at the card provider.`;
  }
  if (problems > 0) return `${counted(problems, "payment problem", "payment problems")} of this customer must be settled first.`;
  return null;
}

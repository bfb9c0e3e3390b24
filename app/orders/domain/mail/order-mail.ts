import { isOneOf } from "#app/values/narrow.ts";
import type { PrintedLook } from "#app/store/domain/look/look.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { Cents, MoneyFormat } from "#app/values/money.ts";

/** Mails to customers, then mails to staff (ORDER_EMAIL_RECIPIENT). */
export const MAIL_KINDS = [
  "order_received",
  "order_changed",
  "order_accepted",
  "order_delayed",
  "order_ready",
  "order_rejected",
  "order_cancelled",
  "order_refunded",
  "order_message",
  "order_payment_link",
  "order_received_staff",
  "order_unheard_staff",
  "order_waiting_staff",
  "order_cancelled_staff",
  "ordering_paused_staff",
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** The label of each kind for staff. */
export const MAIL_KIND_LABELS: Readonly<Record<MailKind, string>> = {
  order_received: "Order received",
  order_changed: "Order changed",
  order_accepted: "Order accepted",
  order_delayed: "Order delayed",
  order_ready: "Order ready or on its way",
  order_rejected: "Order rejected",
  order_cancelled: "Order cancelled",
  order_refunded: "Refund",
  order_message: "Message to the customer",
  order_payment_link: "Payment link",
  order_received_staff: "New order, to staff",
  order_unheard_staff: "Order waiting, no screen open, to staff",
  order_waiting_staff: "Order waiting, to staff",
  order_cancelled_staff: "Cancelled by customer, to staff",
  ordering_paused_staff: "Ordering paused automatically, to staff",
};

export function isMailKind(text: string): text is MailKind {
  return isOneOf(MAIL_KINDS, text);
}

/** Kinds of emails to customers. */
export const CUSTOMER_MAIL_KINDS = MAIL_KINDS.filter((kind): kind is Exclude<MailKind, `${string}_staff`> => !isForStaff(kind));

/** True for emails to the shop, not the customer. */
export function isForStaff(kind: MailKind): kind is Extract<MailKind, `${string}_staff`> {
  return kind.endsWith("_staff");
}

export interface OrderMailItem {
  readonly quantity: number;
  readonly name: string;
  /** "Extra cheese", "2 × Bacon", in page order. */
  readonly options: readonly string[];
  readonly note: string;
  readonly lineTotal: Cents;
  readonly isFree: boolean;
}

export interface OrderMailAmounts {
  readonly subTotal: Cents;
  /** One per promotion, as positive cents. */
  readonly discounts: readonly { readonly label: string; readonly amount: Cents }[];
  readonly deliveryFee: Cents;
  readonly taxes: readonly { readonly label: string; readonly amount: Cents }[];
  /** True if taxes are included in prices. */
  readonly isTaxIncluded: boolean;
  readonly tip: Cents;
  /** What the customer pays: total minus discount. */
  readonly finalTotal: Cents;
  readonly refunded: Cents;
}

/** The data of an email about an order, stored with the event; rendering reads no other table. */
export interface OrderMailData {
  readonly shopName: string;
  /** The shop's colour, and the address of its logo, "" = none. Absent in emails stored by an earlier version. */
  readonly look?: PrintedLook;
  /** One line; "" = unknown. */
  readonly shopAddress: string;
  readonly telephone: string;
  /** Absent in emails stored by an earlier version. */
  readonly taxNumber?: string;
  /** The customer's page of this order, with its token. */
  readonly statusUrl: string;
  /** The URL of the receipt; absent before the order is placed, and in emails stored by an earlier version. */
  readonly receiptUrl?: string;
  /** The number of its receipt; absent while the order has none, and in emails stored by an earlier version. */
  readonly receiptNumber?: number;
  readonly staffUrl: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly customerFirstName: string;
  readonly customerPhone: string;
  readonly fulfillment: Fulfillment;
  /** One line, delivery only. */
  readonly deliveryAddress: string | null;
  /** In the store's zone; null: as soon as possible. */
  readonly requestedTime: string | null;
  /** In the store's zone: estimate until accepted, then promise; null if neither. */
  readonly promisedTime: string | null;
  readonly items: readonly OrderMailItem[];
  readonly instructions: string;
  /** Absent in emails stored by an earlier version. */
  readonly allergyNote?: string;
  /** The order's currency. */
  readonly format: MoneyFormat;
  readonly amounts: OrderMailAmounts;
  /** Reason of rejection or end; null if none. */
  readonly reasonSentence: string | null;
  /** Payment consequence: authorization, charge, refund, payment at pickup. */
  readonly paymentSentence: string | null;
  /** Absent in emails stored by an earlier version. */
  readonly isTestPayment?: boolean;
  /** Absent in emails stored by an earlier version. */
  readonly isTestOrder?: boolean;
  /** The amount of this email's refund. */
  readonly refundAmount: Cents | null;
  /** "2 × Fries": removed items, for the email about it. */
  readonly removedItems: readonly string[];
  /** All changes, for the same email: "+1 Fries", "time 18:30 → 19:00". Absent in emails stored by an earlier version. */
  readonly changes?: readonly string[];
  /** Sentences without a full stop about linked orders, which are made and handed over with it. Absent without any. */
  readonly goesWith?: readonly string[];
  /** The deadline of the order's payment link, in the store's zone. Absent in other emails. */
  readonly payBy?: string;
  /** The shop's own texts for this kind of email. Absent if the standard ones apply. */
  readonly words?: { readonly subject: string; readonly heading: string; readonly paragraphs: readonly string[] };
  /** Staff's message to the customer, by line. Absent in other emails. */
  readonly message?: readonly string[];
}

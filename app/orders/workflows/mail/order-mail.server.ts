import type { MailContent } from "#app/mail/data/mail-outbox.server.ts";
import type { orderItems, orders } from "#app/orders/data/tables.ts";
import type { Cents } from "#app/values/money.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { formatTime12, localDateOf } from "#app/values/time.ts";
import { paymentSentence, reasonSentence } from "./sentences.server.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery-address.ts";

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
  "order_received_staff",
  "order_waiting_staff",
  "order_cancelled_staff",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** What staff call each kind. */
export const MAIL_KIND_LABELS: Readonly<Record<MailKind, string>> = {
  order_received: "Order received",
  order_changed: "Order changed",
  order_accepted: "Order accepted",
  order_delayed: "Order delayed",
  order_ready: "Order ready or on its way",
  order_rejected: "Order rejected",
  order_cancelled: "Order cancelled",
  order_refunded: "Refund",
  order_received_staff: "New order, to staff",
  order_waiting_staff: "Order waiting, to staff",
  order_cancelled_staff: "Cancelled by customer, to staff",
};

export function isMailKind(text: string): text is MailKind {
  return (MAIL_KINDS as readonly string[]).includes(text);
}

export interface OrderMailItem {
  readonly quantity: number;
  readonly name: string;
  /** "Extra cheese", "Bacon × 2", in the order of the product page. */
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
  /** True: the taxes are inside the prices and not added. */
  readonly isTaxIncluded: boolean;
  readonly tip: Cents;
  /** What the customer pays (specification section 3: total minus promotion_discount). */
  readonly finalTotal: Cents;
  readonly refunded: Cents;
}

/** Everything a mail about an order says, frozen when the thing happened: writing the mail later reads no other table. */
export interface OrderMailData {
  readonly shopName: string;
  /** One line; "" = unknown. */
  readonly shopAddress: string;
  readonly telephone: string;
  /** The customer's page of this order, with its token. */
  readonly statusUrl: string;
  readonly staffUrl: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly customerFirstName: string;
  readonly customerPhone: string;
  readonly fulfillment: Fulfillment;
  /** One line, delivery only. */
  readonly deliveryAddress: string | null;
  /** In the store's zone; null = as soon as possible. */
  readonly requestedTime: string | null;
  /** In the store's zone: the estimate until the order is accepted, then the promise; null when there is neither. */
  readonly promisedTime: string | null;
  readonly items: readonly OrderMailItem[];
  readonly instructions: string;
  readonly amounts: OrderMailAmounts;
  /** Why it was refused or ended; null = no reason to give. */
  readonly reasonSentence: string | null;
  /** What happens with the customer's money: hold, charge, refund, pay at pickup. */
  readonly paymentSentence: string | null;
  /** Of the refund this mail is about. */
  readonly refundAmount: Cents | null;
  /** "2 × Fries": what staff took out of the order, for the mail about that. */
  readonly removedItems: readonly string[];
}

export interface OrderMailSource {
  readonly order: typeof orders.$inferSelect;
  /** In their order. */
  readonly items: readonly (typeof orderItems.$inferSelect)[];
  readonly settings: Settings;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Times of another day than this are told with their date. */
  readonly now: Date;
  /** The refund that was just made, for a mail about it. */
  readonly refundAmount?: Cents;
  /** What was just taken out, for a mail about it. */
  readonly removedItems?: readonly string[];
}

/** The snapshot for every kind of mail, from the stored order as it is now. The order must have its number (it is received). */
export function orderMailData({ order, items, settings, publicUrl, now, refundAmount, removedItems }: OrderMailSource): OrderMailData {
  const time = (instant: Date | null) => (instant === null ? null : formatMailTime(instant, now, settings.STORE_TIMEZONE));
  const discounted = order.appliedPromotions.reduce((sum, promotion) => sum + promotion.amount, 0);
  const discounts = order.appliedPromotions.map(({ title, amount }) => ({ label: title, amount }));
  return {
    shopName: settings.APP_NAME,
    shopAddress: joined([settings.STREET_ADDRESS, settings.ADDRESS_REGION, settings.POSTAL_CODE]),
    telephone: settings.TELEPHONE,
    statusUrl: `${publicUrl}/payment-complete?order=${encodeURIComponent(order.publicToken)}`,
    staffUrl: `${publicUrl}/admin/orders/${order.id}`,
    orderNumber: order.number ?? "",
    customerName: order.customerName,
    customerFirstName: order.customerName.trim().split(/\s+/)[0] ?? "",
    customerPhone: order.customerPhone,
    fulfillment: order.fulfillment,
    deliveryAddress: order.fulfillment === "delivery" && order.address !== null ? addressLine(order.address) : null,
    requestedTime: time(order.requestedFor),
    promisedTime: time(order.promisedAt),
    items: items.map((item) => ({
      quantity: item.quantity,
      name: item.name,
      options: item.options.map((option) => (option.quantity > 1 ? `${option.name} × ${option.quantity}` : option.name)),
      note: item.note,
      lineTotal: item.lineTotalCents,
      isFree: item.isFreeItem,
    })),
    instructions: order.instructions,
    amounts: {
      subTotal: order.subTotalCents,
      discounts:
        discounted === order.promotionDiscountCents
          ? discounts.filter(({ amount }) => amount > 0)
          : [{ label: "Discount", amount: order.promotionDiscountCents }],
      deliveryFee: order.deliveryFeeCents,
      taxes: order.taxLines.map(({ label, amount }) => ({ label, amount })),
      isTaxIncluded: order.isTaxIncluded,
      tip: order.tipCents,
      finalTotal: order.finalTotalCents ?? order.totalCents - order.promotionDiscountCents,
      refunded: order.refundedCents,
    },
    reasonSentence: order.reasonCode === null ? null : reasonSentence(order.reasonCode, order.reasonText),
    paymentSentence: paymentSentence(order),
    refundAmount: refundAmount ?? null,
    removedItems: removedItems ?? [],
  };
}

/** Subject, HTML and plain text of one mail. The writer is loaded with the first mail, not with the server. */
export async function writeMail(kind: MailKind, data: OrderMailData): Promise<MailContent> {
  const { renderMail } = await import("./render.server.tsx");
  return renderMail(kind, data);
}

/** "6:45 PM", on another day than `now` with its date: "Saturday, Nov 21, 6:45 PM". A mail is read later, so never "tomorrow". */
function formatMailTime(instant: Date, now: Date, zone: string): string {
  const time = formatTime12(instant, zone);
  if (localDateOf(instant, zone) === localDateOf(now, zone)) return time;
  return `${new Intl.DateTimeFormat("en-US", { timeZone: zone, weekday: "long", month: "short", day: "numeric" }).format(instant)}, ${time}`;
}

function addressLine({ street, unit, city, province, postalCode, country }: DeliveryAddress): string {
  return joined([unit === "" ? street : `${street}, ${unit}`, city, joined([province, postalCode], " "), country]);
}

function joined(parts: readonly string[], separator = ", "): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(separator);
}

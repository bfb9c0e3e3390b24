import { discount } from "#texts/orders/mail/ticket.ts";
import { refundedOfTotal } from "#app/orders/domain/changes/order-change.ts";
import { togetherWords, type LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { namedTaxes } from "#app/cart/domain/pricing/tax-label.ts";
import type { orderItems, orders } from "#app/orders/data/tables.ts";
import { inCurrency, US_DOLLARS, type Cents } from "#app/values/money.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { formatDayAndTime, formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { localDateOf } from "#app/values/time.ts";
import { isTestPayment } from "#app/orders/domain/test-payment.ts";
import { firstName } from "#app/orders/domain/customer-words.ts";
import { paymentSentence, reasonSentence } from "./sentences.server.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { localAddressLines } from "#app/store/domain/delivery/store-address.ts";
import { isMailKind, type OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import type { RenderedEmail } from "#app/mail/domain/email.ts";
import { finalTotalOf, orderState } from "#app/orders/workflows/stored-order.server.ts";
import { isPayableByLink, linkAddress } from "#app/orders/domain/payment-link.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";

/** Emails stored by an earlier version have no format. */
const BEFORE_CURRENCIES = { format: US_DOLLARS };

export interface OrderMailSource {
  readonly order: typeof orders.$inferSelect;
  /** Sorted by position. */
  readonly items: readonly (typeof orderItems.$inferSelect)[];
  readonly settings: Settings;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Times on other days include the date. */
  readonly now: Date;
  /** The refund just made, for its email. */
  readonly refundAmount?: Cents;
  /** The items just removed, for their email. */
  readonly removedItems?: readonly string[];
  /** Orders that are made and handed over with it. */
  readonly linked?: readonly LinkedOrder[];
  /** Without a full stop: the price difference to the order that it was added to. */
  readonly difference?: string | null;
  /** All changes by staff, for the same email. */
  readonly changes?: readonly string[];
  /** Staff's message to the customer. */
  readonly message?: string;
}

/** The snapshot for every email, from the stored order. The order must have its number, unless it waits for its payment link. */
export function orderMailData({
  order,
  items,
  settings,
  publicUrl,
  now,
  refundAmount,
  removedItems,
  changes,
  linked = [],
  difference = null,
  message,
}: OrderMailSource): OrderMailData {
  const time = (instant: Date | null) => (instant === null ? null : formatMailTime(instant, now, shopClock(settings)));
  const format = inCurrency(moneyFormat(settings), order.currency);
  const discounted = order.appliedPromotions.reduce((sum, promotion) => sum + promotion.amount, 0);
  const discounts = order.appliedPromotions.map(({ title, amount }) => ({ label: title, amount }));
  return {
    shopName: settings.APP_NAME,
    look: printedLook(settings, publicUrl),
    shopAddress: localAddressLines(settings).join(", "),
    telephone: settings.TELEPHONE,
    taxNumber: settings.TAX_NUMBER,
    statusUrl:
      order.status === "awaiting_payment"
        ? linkAddress(publicUrl, order.publicToken)
        : `${publicUrl}/payment-complete?order=${encodeURIComponent(order.publicToken)}`,
    ...(order.number === null
      ? {}
      : { receiptUrl: `${publicUrl}/api/order-status/receipt?order=${encodeURIComponent(order.publicToken)}` }),
    ...(order.receiptNumber === null ? {} : { receiptNumber: order.receiptNumber }),
    staffUrl: `${publicUrl}/admin/orders/${order.id}`,
    orderNumber: order.number ?? "",
    customerName: order.customerName,
    customerFirstName: firstName(order.customerName),
    customerPhone: order.customerPhone,
    fulfillment: order.fulfillment,
    deliveryAddress: order.fulfillment === "delivery" && order.address !== null ? addressLine(order.address) : null,
    requestedTime: time(order.requestedFor),
    promisedTime: time(order.promisedAt),
    items: items.map((item) => ({
      quantity: item.quantity,
      name: item.name,
      options: item.options.map(choiceText),
      note: item.note,
      lineTotal: item.lineTotalCents,
      isFree: item.isFreeItem,
    })),
    instructions: order.instructions,
    allergyNote: order.allergyNote,
    format,
    amounts: {
      subTotal: order.subTotalCents,
      discounts:
        discounted === order.promotionDiscountCents
          ? discounts.filter(({ amount }) => amount > 0)
          : [{ label: discount, amount: order.promotionDiscountCents }],
      deliveryFee: order.deliveryFeeCents,
      taxes: namedTaxes(order.taxLines, format),
      isTaxIncluded: order.isTaxIncluded,
      tip: order.tipCents,
      finalTotal: finalTotalOf(order),
      refunded: refundedOfTotal(orderState(order)),
    },
    reasonSentence: order.reasonCode === null ? null : reasonSentence(order.reasonCode, order.reasonText),
    paymentSentence: paymentSentence(order, format),
    isTestPayment: isTestPayment(order),
    isTestOrder: order.isTest,
    refundAmount: refundAmount ?? null,
    removedItems: removedItems ?? [],
    ...(changes === undefined ? {} : { changes }),
    ...(linked.length === 0
      ? {}
      : { goesWith: [...linked.filter(({ number }) => number !== "").map(togetherWords), ...(difference === null ? [] : [difference])] }),
    ...(isPayableByLink(order, now) ? { payBy: time(order.payBy) ?? "" } : {}),
    ...(message === undefined ? {} : { message: message.split("\n").filter((line) => line.trim() !== "") }),
  };
}

/** Renders an email from its snapshot; null for other kinds. Loaded with the first email. */
export async function writeOrderMail(kind: string, data: object): Promise<RenderedEmail | null> {
  if (!isMailKind(kind)) return null;
  const { renderMail } = await import("./render.server.tsx");
  return renderMail(kind, { ...BEFORE_CURRENCIES, ...data } as OrderMailData);
}

/** "6:45 PM", on another day with date. Never "tomorrow", because an email is read later. */
function formatMailTime(instant: Date, now: Date, clock: ShopClock): string {
  if (localDateOf(instant, clock.timeZone) === localDateOf(now, clock.timeZone)) return formatTime(instant, clock);
  return formatDayAndTime(instant, clock, { weekday: "long" });
}

import * as texts from "#texts/orders/mail/example.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { formatClock } from "#app/values/clock/shop-clock.ts";
import { storeAddressLine } from "#app/store/domain/delivery/store-address.ts";
import { printedLook } from "#app/store/domain/look/look.ts";
import type { MailKind, OrderMailData } from "./order-mail.ts";

/** A made-up order for email previews. Prices in minor units. */
export function sampleMail(kind: MailKind, settings: Settings, publicUrl: string): OrderMailData {
  const region = regionFormat(settings.LOCALE);
  const isUnpaid = kind === "order_payment_link";
  const item = { options: [], note: "", isFree: false };
  const refunds: Readonly<Partial<Record<MailKind, string>>> = {
    order_cancelled: texts.notCharged,
    order_rejected: texts.holdFades,
    order_refunded: texts.goesBack,
  };
  return {
    shopName: settings.APP_NAME,
    look: printedLook(settings, publicUrl),
    shopAddress: storeAddressLine(settings),
    telephone: settings.TELEPHONE,
    taxNumber: settings.TAX_NUMBER,
    statusUrl: publicUrl,
    receiptUrl: publicUrl,
    receiptNumber: 1042,
    staffUrl: publicUrl,
    orderNumber: isUnpaid ? "" : "A-042",
    customerName: texts.name,
    customerFirstName: texts.firstName,
    customerPhone: "",
    fulfillment: "pickup",
    deliveryAddress: null,
    requestedTime: null,
    promisedTime: formatClock(18 * 60 + 45, region),
    items: [
      { ...item, quantity: 2, name: texts.firstProduct, lineTotal: 2400 },
      { ...item, quantity: 1, name: texts.secondProduct, lineTotal: 900 },
    ],
    instructions: "",
    format: moneyFormat(settings),
    amounts: {
      subTotal: 3300,
      discounts: [],
      deliveryFee: 0,
      taxes: [],
      isTaxIncluded: true,
      tip: 0,
      finalTotal: 3300,
      refunded: kind === "order_refunded" ? 900 : 0,
    },
    reasonSentence: kind === "order_rejected" || kind === "order_cancelled" ? texts.reason : null,
    paymentSentence: refunds[kind] ?? texts.onHold,
    refundAmount: kind === "order_refunded" ? 900 : null,
    removedItems: kind === "order_changed" ? [texts.removedProduct] : [],
    ...(kind === "order_message" ? { message: [texts.message] } : {}),
    ...(isUnpaid ? { payBy: formatClock(19 * 60 + 30, region) } : {}),
  };
}

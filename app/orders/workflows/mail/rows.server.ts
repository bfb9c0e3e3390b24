import * as texts from "#texts/orders/mail/ticket.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { OrderMailAmounts, OrderMailData } from "#app/orders/domain/mail/order-mail.ts";

/** Lines between items and total without zeros, for HTML and text. */
export function amountRows(amounts: OrderMailAmounts, format: MoneyFormat): readonly { readonly label: string; readonly amount: string }[] {
  const { subTotal, discounts, deliveryFee, taxes, isTaxIncluded, tip } = amounts;
  return [
    { label: texts.subtotal, amount: formatMoney(subTotal, format) },
    ...discounts.map(({ label, amount }) => ({ label, amount: `-${formatMoney(amount, format)}` })),
    ...(deliveryFee === 0 ? [] : [{ label: texts.delivery, amount: formatMoney(deliveryFee, format) }]),
    ...(isTaxIncluded ? [] : taxes.map(({ label, amount }) => ({ label, amount: formatMoney(amount, format) }))),
    ...(tip === 0 ? [] : [{ label: texts.tip, amount: formatMoney(tip, format) }]),
    ...(isTaxIncluded ? taxes.map(({ label, amount }) => ({ label: texts.includes(label), amount: formatMoney(amount, format) })) : []),
  ];
}

/** "" without a tax number. */
export function taxNumberWords({ taxNumber = "" }: OrderMailData): string {
  return taxNumber === "" ? "" : texts.taxNumber(taxNumber);
}

/** "Pickup, about 6:45 PM", "Delivery, for Saturday, Nov 21, 6:45 PM", "Pickup, as soon as possible". */
export function fulfillmentLine({ fulfillment, promisedTime, requestedTime }: OrderMailData): string {
  const isPickup = fulfillment === "pickup";
  if (promisedTime !== null) return isPickup ? texts.pickupAbout(promisedTime) : texts.deliveryAbout(promisedTime);
  if (requestedTime === null) return isPickup ? texts.pickupSoon : texts.deliverySoon;
  return isPickup ? texts.pickupFor(requestedTime) : texts.deliveryFor(requestedTime);
}

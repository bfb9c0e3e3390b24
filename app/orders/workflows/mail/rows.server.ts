import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { OrderMailAmounts, OrderMailData } from "#app/orders/domain/mail/order-mail.ts";

/** Lines between items and total without zeros, for HTML and text. */
export function amountRows(amounts: OrderMailAmounts, format: MoneyFormat): readonly { readonly label: string; readonly amount: string }[] {
  const { subTotal, discounts, deliveryFee, taxes, isTaxIncluded, tip } = amounts;
  return [
    { label: "Subtotal", amount: formatMoney(subTotal, format) },
    ...discounts.map(({ label, amount }) => ({ label, amount: `-${formatMoney(amount, format)}` })),
    ...(deliveryFee === 0 ? [] : [{ label: "Delivery", amount: formatMoney(deliveryFee, format) }]),
    ...(isTaxIncluded ? [] : taxes.map(({ label, amount }) => ({ label, amount: formatMoney(amount, format) }))),
    ...(tip === 0 ? [] : [{ label: "Tip", amount: formatMoney(tip, format) }]),
    ...(isTaxIncluded ? taxes.map(({ label, amount }) => ({ label: `Includes ${label}`, amount: formatMoney(amount, format) })) : []),
  ];
}

/** "" without a tax number. */
export function taxNumberWords({ taxNumber = "" }: OrderMailData): string {
  return taxNumber === "" ? "" : `Tax number: ${taxNumber}`;
}

/** "Pickup, about 6:45 PM", "Delivery, for Saturday, Nov 21, 6:45 PM", "Pickup, as soon as possible". */
export function fulfillmentLine({ fulfillment, promisedTime, requestedTime }: OrderMailData): string {
  const how = fulfillment === "pickup" ? "Pickup" : "Delivery";
  if (promisedTime !== null) return `${how}, about ${promisedTime}`;
  return requestedTime === null ? `${how}, as soon as possible` : `${how}, for ${requestedTime}`;
}

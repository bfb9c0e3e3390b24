import { isWeightOption, weighedAmount, weightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import type { MoneyFormat } from "#app/values/money.ts";

/** A line with its actual weight and price. A line sold by the piece stays. @param charged at most the actual weight */
export function weighedItem(item: OrderItem, actual: number, charged: number, format: MoneyFormat): OrderItem {
  if (item.weight === undefined || item.weight === null || item.isFreeItem) return item;
  const weight = { ...item.weight, actual, charged };
  const amount = weighedAmount(weight);
  return {
    ...item,
    weight,
    unitPrice: amount,
    lineTotal: amount * item.quantity,
    options: [weightOption(weight, format), ...item.options.filter((option) => !isWeightOption(option))],
  };
}

/**
 * A line, with its weight, of an order that a closed day counts: its amount stays, and a lower weight is refunded. Refunded units are not
 * charged again. @param actual undefined: not weighed
 */
export function bookedItem(item: OrderItem, actual: number | undefined, format: MoneyFormat): OrderItem {
  if (actual === undefined || item.weight === undefined || item.weight === null || item.isFreeItem) return item;
  const paid = Math.min(item.weight.paid ?? item.weight.charged, actual);
  const weight = { ...item.weight, actual, ...(paid < item.weight.charged ? { paid } : {}) };
  return { ...item, weight, options: [weightOption(weight, format), ...item.options.filter((option) => !isWeightOption(option))] };
}

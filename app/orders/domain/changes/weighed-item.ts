import { isWeightOption, weighedAmount, weightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import type { MoneyFormat } from "#app/values/money.ts";

/** A line with what it weighs and costs now. A line sold by the piece stays. @param charged at most what it weighs */
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
 * A line of an order that a closed day counts, with what it weighs: its amount stays, and what is less is refunded. What was paid back once is not paid
 * for again. @param actual undefined: it was not weighed
 */
export function bookedItem(item: OrderItem, actual: number | undefined, format: MoneyFormat): OrderItem {
  if (actual === undefined || item.weight === undefined || item.weight === null || item.isFreeItem) return item;
  const paid = Math.min(item.weight.paid ?? item.weight.charged, actual);
  const weight = { ...item.weight, actual, ...(paid < item.weight.charged ? { paid } : {}) };
  return { ...item, weight, options: [weightOption(weight, format), ...item.options.filter((option) => !isWeightOption(option))] };
}

import { amountOfWeight, isWeightOption, weighedAmount, weightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
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
    basePrice: amountOfWeight(weight.price, charged, weight.unit),
    unitPrice: amount,
    lineTotal: amount * item.quantity,
    options: [weightOption(weight, format), ...item.options.filter((option) => !isWeightOption(option))],
  };
}

import { auditTaxTable } from "./audit-taxes.ts";
import { money, share, split, sum } from "./arithmetic.ts";
import { BY_STAFF, type ItemRow, type OrderRow, type WeightRow } from "./books.ts";

const WHOLE = 1_000_000;

/** Recomputes one order from its lines by the rules of docs/rules/prices-and-tax.md. Returns the errors. */
export function auditOrder(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  return [...auditSums(order, items), ...auditStaffDiscount(order, items), ...auditTax(order, items)];
}

function auditSums(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  const wrong: string[] = [];
  const expect = (what: string, expected: number, stored: number) => {
    if (expected !== stored)
      wrong.push(`${what}: ${money(expected, order.currency)} by the lines, ${money(stored, order.currency)} stored`);
  };
  for (const item of items) {
    expect(`line “${item.name}”`, item.unit_price_cents * item.quantity, item.line_total_cents);
    if (item.is_free_item) expect(`free item “${item.name}”, discount`, item.line_total_cents, item.discount_cents);
    if (item.weight === null)
      expect(`a unit of “${item.name}”`, Math.max(0, item.base_price_cents + item.extra_cents), item.unit_price_cents);
    else wrong.push(...auditWeight(item, item.weight));
    if ((item.stock_taken ?? 0) > (item.weight?.steps ?? item.quantity))
      wrong.push(`line “${item.name}” holds more stock than it has units`);
    if (item.discount_cents > item.line_total_cents) wrong.push(`line “${item.name}” is discounted below zero`);
  }
  if (order.goes_with !== null) expect("delivery fee of an order that goes with another one", 0, order.delivery_fee_cents);
  expect("items", sum(items.map((item) => item.line_total_cents)), order.sub_total_cents);
  const discounts = sum(items.map((item) => item.discount_cents)) + order.delivery_discount_cents;
  expect("discount", discounts, order.promotion_discount_cents);
  if (order.applied_promotions.every(({ lineShares }) => lineShares !== undefined)) wrong.push(...auditShares(order, items));
  if (order.fulfillment === "pickup") expect("delivery fee of a pickup", 0, order.delivery_fee_cents);
  expect("offers", sum(order.applied_promotions.map(({ amount }) => amount)), order.promotion_discount_cents);
  const tax = order.is_tax_included ? 0 : order.tax_cents;
  const total = order.sub_total_cents + order.delivery_fee_cents + tax + order.tip_cents;
  expect("total", total, order.total_cents);
  expect("final total", total - order.promotion_discount_cents, order.final_total_cents);
  return wrong;
}

/** The discounts of the offers on each line and on the delivery fee; a free item is its own discount. */
function auditShares(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  const parts = [
    ...items
      .filter((item) => !item.is_free_item)
      .map(({ id, name, discount_cents: stored }) => ({
        name: `discount of “${name}”`,
        given: sum(order.applied_promotions.map(({ lineShares }) => lineShares?.[id] ?? 0)),
        stored,
      })),
    {
      name: "discount of the delivery",
      given: sum(order.applied_promotions.map(({ deliveryShare = 0 }) => deliveryShare)),
      stored: order.delivery_discount_cents,
    },
  ];
  return parts
    .filter(({ given, stored }) => given !== stored)
    .map(({ name, given, stored }) => `${name}: ${money(given, order.currency)} by the offers, ${money(stored, order.currency)} stored`);
}

/**
 * A line sold by weight is one piece: price × weight, rounded half up once, plus its options. Charged is the ordered weight, or the actual
 * one if lower; a higher amount in a closed day was refunded.
 */
function auditWeight(item: ItemRow, { unit, price, extras, ordered, actual, charged, paid }: WeightRow): readonly string[] {
  const per = unit === "kg" ? 1000 : 100;
  const amount = Math.max(0, Math.floor((2 * price * charged + per) / (2 * per)) + extras);
  return [
    ...(item.quantity === 1 ? [] : [`line “${item.name}” is sold by weight and has ${item.quantity} pieces`]),
    ...(amount === item.unit_price_cents ? [] : [`line “${item.name}” costs another amount than ${charged} of its weight`]),
    ...((paid ?? charged) > (actual ?? ordered) ? [`line “${item.name}” is charged for more than it weighs`] : []),
    ...(paid !== undefined && paid >= charged ? [`line “${item.name}” is paid for as charged, although it says otherwise`] : []),
    ...(actual === null && charged !== ordered ? [`line “${item.name}” is not weighed and not charged as ordered`] : []),
  ];
}

/** A staff discount applies to the amount after promotions. If items were removed later, each line kept its rounded share. */
function auditStaffDiscount(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  const staffDiscounts = order.applied_promotions.filter(({ promotionId }) => promotionId === BY_STAFF);
  const [discount] = staffDiscounts;
  if (discount === undefined) return [];
  const paid = items.filter((item) => !item.is_free_item);
  const left = sum(paid.map((item) => item.line_total_cents - item.discount_cents)) + discount.amount;
  const { amount = 0, rate = null } = discount.byStaff ?? {};
  const most = rate === null ? Math.min(left, amount) : share(left, rate, WHOLE) + paid.length;
  // A heavier line may have kept its share.
  const isWeighed = items.some(({ weight }) => weight !== null && weight.actual !== null);
  const least = rate === null || isWeighed ? 0 : share(left, rate, WHOLE) - paid.length;
  return [
    ...(staffDiscounts.length > 1 ? ["staff gave more than one discount"] : []),
    ...(discount.amount > most || discount.amount < least
      ? [`staff gave ${money(discount.amount, order.currency)} of ${money(left, order.currency)}, not what is stored`]
      : []),
  ];
}

function auditTax(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  const wrong: string[] = [];
  if (sum(order.tax_lines.map(({ amount }) => amount)) !== order.tax_cents)
    wrong.push(`the tax lines do not add up to ${money(order.tax_cents, order.currency)}`);
  for (const item of items) if (item.is_free_item && item.tax_cents !== 0) wrong.push(`free item “${item.name}” carries tax`);
  return [...wrong, ...(order.tax_table === null ? auditTaxLines(order, items) : auditTaxTable(order, items, order.tax_table))];
}

/** An order of an earlier version: each rate is one tax. */
function auditTaxLines(order: OrderRow, items: readonly ItemRow[]): readonly string[] {
  const wrong: string[] = [];
  const lines = order.tax_lines;
  const delivery = order.delivery_fee_cents - order.delivery_discount_cents;
  const rates = new Set([...lines.map(({ rate }) => rate), ...items.filter((item) => item.tax_cents > 0).map((item) => item.tax_rate_ppm)]);
  let deliveries = 0;
  for (const rate of rates) {
    const ofRate = lines.filter((line) => line.rate === rate);
    const amount = sum(ofRate.map((line) => line.amount));
    const shown = sum(ofRate.map((line) => line.base)) + (order.is_tax_included ? amount : 0);
    const taxed = items.filter((item) => item.tax_rate_ppm === rate && !item.is_free_item);
    const weights = taxed.map((item) => item.line_total_cents - item.discount_cents);
    const name = `tax of ${rate / 10_000} %`;
    // Whether the fee is taxed was a setting of that day: the stored base shows it.
    const rest = shown - sum(weights);
    if (rest === delivery && delivery > 0) {
      weights.push(delivery);
      deliveries += 1;
    } else if (rest !== 0) {
      wrong.push(`${name}: ${money(sum(weights), order.currency)} is taxed by the lines, ${money(shown, order.currency)} stored`);
      continue;
    }
    const expected = order.is_tax_included ? share(shown, rate, WHOLE + rate) : share(shown, rate, WHOLE);
    if (expected !== amount) wrong.push(`${name}: ${money(expected, order.currency)} by the rate, ${money(amount, order.currency)} stored`);
    const shares = split(amount, weights);
    for (const [index, item] of taxed.entries())
      if (item.tax_cents !== shares[index])
        wrong.push(
          `${name}, share of “${item.name}”: ${money(shares[index] ?? 0, order.currency)} by largest remainder, ${money(item.tax_cents, order.currency)} stored`,
        );
  }
  if (deliveries > 1) wrong.push("the delivery fee is taxed at more than one rate");
  return wrong;
}

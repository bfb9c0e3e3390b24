import { expect, test } from "vitest";
import { auditOrder } from "./audit-orders.ts";
test("recomputes a line sold by weight from its actual weight", () => {
  const weight = { unit: "kg", price: 1200, extras: 0, steps: 5, ordered: 500, actual: 460, charged: 460 } as const;
  const item = {
    id: "1",
    order_id: "1",
    product_id: 1,
    name: "Salmon",
    quantity: 1,
    stock_taken: 5,
    variants_taken: [],
    base_price_cents: 1200,
    extra_cents: 0,
    unit_price_cents: 552,
    line_total_cents: 552,
    discount_cents: 0,
    tax_rate_ppm: 0,
    tax_cents: 0,
    is_free_item: false,
    weight,
  };
  const orderOf = (amount: number) =>
    ({
      goes_with: null,
      currency: "usd",
      delivery_fee_cents: 0,
      sub_total_cents: amount,
      delivery_discount_cents: 0,
      promotion_discount_cents: 0,
      applied_promotions: [],
      is_tax_included: false,
      tax_cents: 0,
      tip_cents: 0,
      total_cents: amount,
      final_total_cents: amount,
      tax_lines: [],
      tax_table: null,
    }) as never;
  const order = orderOf(552);
  expect(auditOrder(order, [item])).toEqual([]);
  expect(auditOrder(order, [{ ...item, weight: { ...weight, charged: 470 } }])).toEqual([
    "line “Salmon” costs another amount than 470 of its weight",
    "line “Salmon” is charged for more than it weighs",
  ]);
  // Weighed after its day was closed: the amount stayed, and the difference was refunded.
  const booked = { ...item, unit_price_cents: 600, line_total_cents: 600 };
  const ofBooked = orderOf(600);
  expect(auditOrder(ofBooked, [{ ...booked, weight: { ...weight, charged: 500, paid: 460 } }])).toEqual([]);
  expect(auditOrder(ofBooked, [{ ...booked, weight: { ...weight, charged: 500, paid: 470 } }])).toEqual([
    "line “Salmon” is charged for more than it weighs",
  ]);
});

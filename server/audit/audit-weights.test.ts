import { expect, test } from "vitest";
import { auditOrder } from "./audit-orders.ts";
test("recomputes a line sold by weight from what it weighs", () => {
  const weight = { unit: "kg", price: 1200, extras: 0, steps: 5, ordered: 500, actual: 460, charged: 460 } as const;
  const item = {
    order_id: "1",
    name: "Salmon",
    quantity: 1,
    stock_taken: 5,
    variants_taken: [],
    unit_price_cents: 552,
    line_total_cents: 552,
    discount_cents: 0,
    tax_rate_ppm: 0,
    tax_cents: 0,
    is_free_item: false,
    weight,
  };
  const order = {
    goes_with: null,
    currency: "usd",
    delivery_fee_cents: 0,
    sub_total_cents: 552,
    delivery_discount_cents: 0,
    promotion_discount_cents: 0,
    applied_promotions: [],
    is_tax_included: false,
    tax_cents: 0,
    tip_cents: 0,
    total_cents: 552,
    final_total_cents: 552,
    tax_lines: [],
    tax_table: null,
  } as never;
  expect(auditOrder(order, [item])).toEqual([]);
  expect(auditOrder(order, [{ ...item, weight: { ...weight, charged: 470 } }])).toEqual([
    "line “Salmon” costs another amount than 470 of its weight",
    "line “Salmon” is charged for more than it weighs",
  ]);
});

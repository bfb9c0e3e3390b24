import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";
import { RefundLine } from "./refund-fields.tsx";

const pizza = (id: string, size: string): StaffOrderLine => ({
  id,
  productId: 1,
  quantity: 2,
  name: "Margherita",
  kitchenName: "Marg",
  options: [{ optionId: 1, group: "Size", name: size, kitchenName: size, quantity: 1 }],
  note: "",
  isFreeItem: false,
  refundedQuantity: 0,
  isRefunded: false,
});

test("distinguishes two lines of one product by choices and field names", () => {
  const draw = (line: StaffOrderLine) =>
    renderToStaticMarkup(<RefundLine line={line} chosen={0} back={0} most={1500} onChoose={() => undefined} />).replaceAll(/<[^>]*>/g, " ");
  expect(draw(pizza("a", "Small"))).toMatch(/Margherita\s+Small .*How many Margherita \(Small\)/s);
  expect(draw(pizza("b", "Large"))).toMatch(/Margherita\s+Large .*How many Margherita \(Large\)/s);
});

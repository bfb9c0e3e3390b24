import { US_DOLLARS } from "#app/values/money.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";
import { RefundAmount, RefundLine, refundProblem } from "./refund-fields.tsx";

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

test.each([
  [null, false, null],
  [null, true, "Enter an amount in dollars, such as 4.50."],
  [0, true, "Enter an amount in dollars, such as 4.50."],
  [1017, true, null],
  [1018, false, "At most $10.17 can be refunded."],
])("an amount of %s cents, sent: %s, gives the error %s", (amount, isSent, problem) => {
  expect(refundProblem(amount, 1017, isSent, US_DOLLARS)).toBe(problem);
});

test("an amount out of range is announced and described at its field", () => {
  const problem = "At most $10.17 can be refunded.";
  const markup = renderToStaticMarkup(<RefundAmount typed="99" onType={() => undefined} most={1017} problem={problem} />);
  const described = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(markup)?.[1];
  expect(markup).toContain(`<p id="${described}" role="alert"`);
  expect(markup).toContain(`>${problem}</p>`);
});

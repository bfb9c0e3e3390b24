import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { emptyOrder, type EnteredDiscount } from "./entered-order.ts";
import { TermsPanel } from "./terms-panel.tsx";

const PAGE = { canDeliver: false, takesCards: true, first: null, address: { city: "Toronto", province: "ON" } };

function panel(mayDiscount: boolean, kind: EnteredDiscount["kind"]): string {
  const order = { ...emptyOrder(PAGE, "telephone"), discount: { kind, value: "5", reason: "Cold soup" } };
  const nothing = () => undefined;
  return renderToStaticMarkup(
    <TermsPanel page={{ ...PAGE, mayDiscount }} order={order} priced={null} errors={{}} onChange={nothing} onDay={nothing} />,
  );
}

test("offers a discount only to staff who may give one", () => {
  expect(panel(true, "none")).toContain("Discount</legend>");
  expect(panel(false, "none")).not.toContain("Discount</legend>");
});

test("asks for the amount or percentage, and for the reason", () => {
  expect(panel(true, "none")).not.toContain("The customer reads it.");
  for (const [kind, label] of [
    ["amount", "Amount off"],
    ["percent", "Percentage off"],
  ] as const) {
    expect(panel(true, kind)).toContain(label);
    expect(panel(true, kind)).toContain(`name="${kind}"`);
    expect(panel(true, kind)).toContain("The customer reads it.");
  }
});

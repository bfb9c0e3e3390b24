import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MoneyFormatContext } from "#app/kit/use-money-format.ts";
import { Totals, WhyThisTotal } from "./totals.tsx";

const TOTALS = {
  subTotal: 2000,
  deliveryFee: 0,
  tax: 0,
  taxLines: [],
  taxIncluded: true,
  tip: 250,
  tipPercentage: 12.5,
  finalTotal: 2250,
  applied: [],
};

test.each([
  ["en-US", "USD", "Tip, 12.5%", "12.5% of $20.00"],
  ["de-DE", "EUR", "Tip, 12,5\u00a0%", "12,5\u00a0% of 20,00\u00a0€"],
])("writes the percentage of a tip as %s does", (locale, currency, label, step) => {
  const markup = renderToStaticMarkup(
    <MoneyFormatContext value={{ locale, currency }}>
      <Totals totals={TOTALS} isDelivery={false} hasTip />
      <WhyThisTotal totals={TOTALS} isDelivery={false} tipBase={2000} />
    </MoneyFormatContext>,
  );
  expect(markup).toContain(label);
  expect(markup).toContain(step);
});

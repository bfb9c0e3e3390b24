import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { PeriodFigures } from "#app/orders/domain/figures/figures.ts";
import { KeyFigures } from "./key-figures.tsx";

const salesOf = (amount: number): PeriodFigures => ({ facts: [{ kind: "sum", key: "sold", label: "Sales", count: 1, amount }], days: [] });

/** What a screen reader hears of the sales: nothing that is hidden from it. */
function heard(now: number, then: number): string {
  const report = {
    current: salesOf(now),
    before: salesOf(then),
    beforeLabel: "the week before",
    format: US_DOLLARS,
    region: US_REGION,
    days: { from: "2026-11-01", to: "2026-11-07" },
  };
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <KeyFigures report={report} />
    </MemoryRouter>,
  );
  const [sales = ""] = markup.split("</li>");
  return sales.replaceAll(/<(\w+)[^>]* ?aria-hidden="true"[^>]*>.*?<\/\1>/g, "").replaceAll(/<[^>]*>/g, " ");
}

test("says in words whether a figure went up or down", () => {
  expect(heard(8_300, 10_000)).toMatch(/down\s+17\s*%\s+the week before: \$100\.00/);
  expect(heard(12_500, 10_000)).toMatch(/up\s+25\s*%/);
  expect(heard(10_000, 10_000)).not.toMatch(/up|down/);
});

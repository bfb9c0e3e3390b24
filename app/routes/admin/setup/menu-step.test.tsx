import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { MenuStep } from "./menu-step.tsx";

const RATES = [
  { value: "standard", label: "Standard, 19%" },
  { value: "food", label: "Food, 7%" },
  { value: "zero", label: "No tax" },
];

/** The step as the server renders it after a refusal, for a browser without scripts. */
function render(typed: Readonly<Record<string, string>>, taxRates = RATES): string {
  const answer = { kind: "refused", message: "Not added.", typed } as const;
  const Page = createRoutesStub([
    { path: "/", Component: () => <MenuStep products={0} taxRates={taxRates} starter={null} run={null} answer={answer} /> },
  ]);
  return renderToStaticMarkup(<Page initialEntries={["/"]} />);
}

test("a rejected menu keeps its text and tax rate", () => {
  const html = render({ menu: "Rye", taxClass: "food" });
  expect(html).toContain(">Rye</textarea>");
  expect(html).toContain('<option value="food" selected="">');
});

test("a removed tax rate has to be chosen again", () => {
  for (const rates of [RATES, RATES.filter(({ value }) => value !== "food")]) {
    const html = render({ menu: "Rye 7", taxClass: "gone" }, rates);
    expect(html).toContain('<option value="" disabled="" selected="">Choose a tax rate</option>');
  }
});

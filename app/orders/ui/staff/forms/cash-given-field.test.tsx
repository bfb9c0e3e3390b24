import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { US_DOLLARS } from "#app/values/money.ts";
import { CashGivenField } from "./cash-given-field.tsx";

const nothing = () => undefined;
const field = (typed: string) => renderToStaticMarkup(<CashGivenField total={1340} format={US_DOLLARS} typed={typed} onType={nothing} />);

test.each([
  ["20", "Change: $6.60"],
  ["13.40", "Change: $0.00"],
  ["10", "The total is $13.40: $3.40 is missing."],
  ["twenty", "Enter an amount such as 12.50."],
])("shows the change, or what is wrong, when %j is typed", (typed, words) => {
  expect(field(typed)).toContain(`>${words}</p>`);
});

test("shows the rounded cash total where cash is rounded", () => {
  const canadian = { currency: "CAD", locale: "en-CA" };
  const html = renderToStaticMarkup(<CashGivenField total={1017} format={canadian} typed="20" onType={nothing} />);
  for (const words of ["$10.15 is due in cash.", ">Exact</button>", ">Change: $9.85</p>"]) expect(html).toContain(words);
  expect(field("20")).not.toContain("due in cash");
});

test("offers the exact total and the next notes", () => {
  for (const label of ["Exact", "$15.00", "$20.00", "$50.00"]) expect(field("")).toContain(`>${label}</button>`);
});

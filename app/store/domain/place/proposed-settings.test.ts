import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { csvFormat } from "./csv-format.ts";
import { proposalFor, type PlaceProposal } from "./place-facts.ts";
import { proposedSettings, type FormState } from "./proposed-settings.ts";

const proposalOf = (country: string, region = ""): PlaceProposal => {
  const proposal = proposalFor(country, region);
  if (proposal === null) throw new Error(country);
  return proposal;
};
const NEW: FormState["texts"] = { CURRENCY: "USD", LOCALE: "en-US", TAX_LABEL: "Tax" };
const form = (more: Partial<FormState> = {}): FormState => ({
  texts: NEW,
  opened: NEW,
  written: [],
  filled: {},
  currencyHeld: null,
  ...more,
});
const statesOf = (proposal: PlaceProposal, state: FormState) =>
  Object.fromEntries(proposedSettings(proposal, state).map(({ key, state: found }) => [key, found]));
const textsOf = (proposal: PlaceProposal) =>
  Object.fromEntries(proposedSettings(proposal, form()).map(({ key, text }) => [key, text])) as FormState["texts"];

test("proposes every setting for a new shop in Germany", () => {
  expect(textsOf(proposalOf("Germany"))).toEqual({
    STORE_TIMEZONE: "Europe/Berlin",
    CURRENCY: "EUR",
    LOCALE: "de-DE",
    TAX_LABEL: "MwSt.",
    TAX_RATE: "19",
    TAX_COMPONENTS: "",
    REDUCED_TAX_RATES: "Food 7",
    PRICES_INCLUDE_TAX: "on",
  });
  expect(statesOf(proposalOf("Germany"), form())).toMatchObject({ CURRENCY: "open", TAX_RATE: "open", TAX_COMPONENTS: "same" });
  // Its spreadsheets read semicolons.
  expect(csvFormat({ ...DEFAULT_SETTINGS, LOCALE: proposalOf("Germany").locale })).toEqual({ separator: ";", decimal: "," });
});

test("values that staff saved or typed stay", () => {
  const texts = { ...NEW, TAX_RATE: "20", TAX_LABEL: "Mehrwertsteuer" };
  const states = statesOf(proposalOf("Germany"), form({ texts, written: ["LOCALE"] }));
  expect(states).toMatchObject({ TAX_RATE: "own", TAX_LABEL: "own", LOCALE: "own", CURRENCY: "open" });
});

test("a switch that staff turned off stays off", () => {
  expect(statesOf(proposalOf("Germany"), form({ written: ["PRICES_INCLUDE_TAX"] }))).toMatchObject({ PRICES_INCLUDE_TAX: "own" });
});

test("tax components stay with the owner's rate", () => {
  const texts = { ...NEW, TAX_RATE: "13" };
  expect(statesOf(proposalOf("Canada", "QC"), form({ texts }))).toMatchObject({ TAX_RATE: "own", TAX_COMPONENTS: "own" });
});

test("another country replaces the first proposal's values", () => {
  const filled = textsOf(proposalOf("Germany"));
  const states = statesOf(proposalOf("Japan"), form({ texts: { ...NEW, ...filled }, filled }));
  expect(Object.values(states).filter((state) => state === "own")).toEqual([]);
  expect(states).toMatchObject({ CURRENCY: "open", REDUCED_TAX_RATES: "open", PRICES_INCLUDE_TAX: "same" });
});

test.each([
  ["Canada", "Quebec", "United States", ["TAX_RATE", "TAX_COMPONENTS"]],
  ["Germany", "", "India", ["TAX_RATE"]],
])("the rate of %s %s does not stay for %s, which has no single one", (first, region, second, emptied) => {
  const filled = textsOf(proposalOf(first, region));
  const rows = proposedSettings(proposalOf(second), form({ texts: { ...NEW, ...filled }, filled }));
  const rates = rows.filter(({ key }) => key === "TAX_RATE" || key === "TAX_COMPONENTS");
  expect(rates).toEqual(emptied.map((key) => ({ key, text: "", state: "open" })));
});

test("keeps a typed rate if the country has no single rate", () => {
  const filled = textsOf(proposalOf("Germany"));
  const rows = proposedSettings(proposalOf("India"), form({ texts: { ...NEW, ...filled, TAX_RATE: "5" }, filled }));
  expect(rows.map(({ key }) => key)).not.toContain("TAX_RATE");
});

test("proposes everything but a currency that cannot change", () => {
  expect(statesOf(proposalOf("Germany"), form({ currencyHeld: "An order is open." }))).toMatchObject({ CURRENCY: "held", LOCALE: "open" });
});

test("leaves a location-dependent rate and the owner's other rates unchanged", () => {
  const states = statesOf(proposalOf("United States"), form({ texts: { ...NEW, REDUCED_TAX_RATES: "Groceries 2" } }));
  expect(Object.keys(states)).toEqual(["STORE_TIMEZONE", "CURRENCY", "LOCALE", "TAX_LABEL", "PRICES_INCLUDE_TAX"]);
});

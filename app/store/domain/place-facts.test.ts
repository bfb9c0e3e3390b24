import { expect, test } from "vitest";
import { isTimeZone } from "#app/values/time.ts";
import { PLACE_COUNTRIES, proposalFor, regionsOf } from "./place-facts.ts";
import { parseSetting } from "./settings.schema.ts";
import { taxRateProblem } from "./tax-rates.ts";

test.each([
  ["Canada", "Ontario", "America/Toronto", "HST", 13, false],
  ["canada", "on", "America/Toronto", "HST", 13, false],
  ["Canada", "Québec", "America/Toronto", "GST and QST", 14.975, false],
  ["USA", "Oregon", "America/Los_Angeles", "Sales tax", 0, false],
  ["Australia", "", "Australia/Sydney", "GST", 10, true],
  ["Australia", "WA", "Australia/Perth", "GST", 10, true],
  ["UK", "Kent", "Europe/London", "VAT", 20, true],
])("%s, %s", (country, region, timeZone, taxLabel, taxRate, pricesIncludeTax) => {
  expect(proposalFor(country, region)).toMatchObject({ timeZone, taxLabel, taxRate, pricesIncludeTax });
});

test("a US state's rate says that the local rate is missing", () => {
  expect(proposalFor("United States", "Texas")?.note).toContain("Add your local rate");
});

test.each([
  ["Canada", ""],
  ["Canada", "Texas"],
  ["Atlantis", "Ontario"],
  ["", ""],
])("nothing is proposed for “%s”, “%s”", (country, region) => {
  expect(proposalFor(country, region)).toBeNull();
});

test("every proposal can be saved", () => {
  for (const country of PLACE_COUNTRIES)
    for (const region of [...regionsOf(country), ""]) {
      const proposal = proposalFor(country, region);
      if (proposal === null) continue;
      expect(isTimeZone(proposal.timeZone), proposal.place).toBe(true);
      expect(parseSetting("TAX_RATE", String(proposal.taxRate)).ok, proposal.place).toBe(true);
      const rates = { TAX_RATE: proposal.taxRate, TAX_COMPONENTS: proposal.taxComponents, REDUCED_TAX_RATES: "" };
      expect(taxRateProblem(rates), proposal.place).toBeNull();
    }
});

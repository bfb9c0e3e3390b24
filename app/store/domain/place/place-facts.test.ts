import { expect, test } from "vitest";
import { isTimeZone } from "#app/values/time.ts";
import { CURRENCIES, LOCALES } from "#app/values/money/currencies.ts";
import { rateListProblem, taxRateProblem } from "#app/store/domain/tax-rates.ts";
import { parseSetting } from "#app/store/domain/settings.schema.ts";
import { countryOfZone, PLACE_COUNTRIES, proposalFor, regionsOf } from "./place-facts.ts";

test.each([
  ["Canada", "Ontario", "America/Toronto", "HST", 13, false],
  ["canada", "on", "America/Toronto", "HST", 13, false],
  ["Canada", "Québec", "America/Toronto", "GST and QST", 14.975, false],
  ["USA", "Oregon", "America/Los_Angeles", "Sales tax", 0, false],
  ["Australia", "", "Australia/Sydney", "GST", 10, true],
  ["Australia", "WA", "Australia/Perth", "GST", 10, true],
  ["UK", "Kent", "Europe/London", "VAT", 20, true],
  ["Deutschland", "", "Europe/Berlin", "MwSt.", 19, true],
  ["日本", "", "Asia/Tokyo", "Consumption tax", 10, true],
  ["Canada", "", "America/Toronto", "HST", null, false],
  ["Canada", "Texas", "America/Toronto", "HST", null, false],
  ["United States", "", "America/New_York", "Sales tax", null, false],
])("%s, %s", (country, region, timeZone, taxLabel, taxRate, pricesIncludeTax) => {
  const proposal = proposalFor(country, region);
  expect(proposal).toMatchObject({ taxLabel, taxRate, pricesIncludeTax });
  expect(proposal?.timeZones[0]).toBe(timeZone);
  expect(proposal?.note).toMatch(/As of \w+ \d{4}: .* check them/);
});

test.each([
  ["America/Vancouver", "America/Vancouver"],
  ["Europe/Berlin", "America/Toronto"],
])("of several time zones that of the device, %s, comes first: %s", (deviceZone, first) => {
  const zones = proposalFor("Canada", "", deviceZone)?.timeZones ?? [];
  expect(zones[0]).toBe(first);
  expect(new Set(zones).size).toBe(10);
});

test.each([
  ["Europe/Berlin", "Germany"],
  ["Asia/Tokyo", "Japan"],
  ["Asia/Calcutta", "India"],
  ["America/Boise", "United States"],
  ["UTC", ""],
  ["", ""],
])("a device in %s is in “%s”", (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

test("a US state's rate says that the local rate is missing", () => {
  expect(proposalFor("United States", "Texas")?.note).toContain("Add your local rate");
});

test.each([
  ["Canada", "British Columbia", 5, /restaurant meals/i, /12%/],
  ["United States", "New Hampshire", 8.5, /restaurant meals/i, /not taxed/],
  ["United States", "Vermont", 9, /restaurant meals/i, /6%/],
  ["United States", "Maine", 8, /prepared food/i, /5.5%/],
  ["United States", "Connecticut", 7.35, /meals/i, /6.35%/],
  ["United States", "District of Columbia", 10, /restaurant meals/i, /6%/],
  ["United States", "Rhode Island", 8, /meals/i, /7%/],
])("where meals have a rate of their own, it is proposed and named: %s, %s: %d%%", (country, region, rate, meals, others) => {
  const proposal = proposalFor(country, region);
  expect(proposal?.taxRate).toBe(rate);
  expect(proposal?.note).toMatch(meals);
  expect(proposal?.note).toMatch(others);
});

test("asks for no local rate if the state's meals rate is complete", () => {
  expect(proposalFor("United States", "Maine")?.note).not.toContain("Add your local rate");
});

test.each([
  ["Ireland", /meals .*13.5%/i, ""],
  ["Sweden", /groceries .*12%/i, "Restaurant meals 12"],
  ["Finland", /drinks/i, "Food and meals 13.5"],
  ["United Kingdom", /eaten in, confectionery, crisps and soft drinks are taxed at 20%/, ""],
])("%s says which rate food or meals have that the other rates do not name", (country, note, otherTaxRates) => {
  expect(proposalFor(country, "")).toMatchObject({ otherTaxRates, note: expect.stringMatching(note) as unknown });
});

test("proposes no VAT rate for Colombia, but explains its restaurant tax", () => {
  expect(proposalFor("Colombia", "")).toMatchObject({ taxRate: null, note: expect.stringMatching(/consumption tax .*8%/) as unknown });
});

test.each([
  ["Atlantis", "Ontario"],
  ["", ""],
])("nothing is proposed for “%s”, “%s”", (country, region) => {
  expect(proposalFor(country, region)).toBeNull();
});

test("every proposal can be saved", () => {
  expect(PLACE_COUNTRIES.length).toBeGreaterThanOrEqual(40);
  for (const country of PLACE_COUNTRIES)
    for (const region of [...regionsOf(country), ""]) {
      const proposal = proposalFor(country, region);
      if (proposal === null) throw new Error(country);
      const { place, timeZones, taxRate, taxComponents, otherTaxRates, currency, locale } = proposal;
      expect(
        timeZones.filter((zone) => !isTimeZone(zone)),
        place,
      ).toEqual([]);
      expect(CURRENCIES, place).toContain(currency);
      expect(LOCALES, place).toContain(locale);
      expect(rateListProblem(otherTaxRates), place).toBeNull();
      if (taxRate === null) continue;
      expect(parseSetting("TAX_RATE", String(taxRate)).ok, place).toBe(true);
      const rates = { TAX_RATE: taxRate, TAX_COMPONENTS: taxComponents, REDUCED_TAX_RATES: otherTaxRates, LOCALE: locale };
      expect(taxRateProblem(rates), place).toBeNull();
    }
});

test("no two countries share a name or a zone", () => {
  const names = PLACE_COUNTRIES.flatMap((country) => proposalFor(country, "")?.timeZones ?? []);
  expect(new Set(names).size).toBe(names.length);
});

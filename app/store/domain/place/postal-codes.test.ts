import { expect, test } from "vitest";
import { checkChange, checkSettingsTogether } from "#app/store/domain/settings.schema.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";

test.each([
  ["80331 München", "Germany", "Enter the postal code alone, such as 80331."],
  ["10115 Berlin", "Deutschland", "Enter the postal code alone, such as 80331."],
  ["8033", "de", "Enter the postal code alone, such as 80331."],
  ["80331", "Germany", null],
  ["D-80331", "Germany", null],
  ["8000 Bern", "Switzerland", "Enter the postal code alone, such as 3011."],
  ["105-0011", "Japan", null],
  ["1050011", "日本", null],
  ["東京", "Japan", "Enter the postal code alone, such as 100-0001."],
  ["1012 jw", "Netherlands", null],
  ["10001-1234", "United States", null],
  ["M5V 1A1", "Canada", null],
  ["10001", "Canada", "Enter the postal code alone, such as M5V 1A1."],
  ["SW1A 1AA", "England", null],
  ["D02 AF30", "Ireland", null],
  ["13001", "Kuwait", null],
  ["13001 مدينة الكويت", "Kuwait", "Enter the postal code alone. The city has its own field."],
  ["", "Germany", null],
  ["80331", "", null],
])("judges %j in %j", (POSTAL_CODE, COUNTRY, message) => {
  const problems = checkSettingsTogether({ ...DEFAULT_SETTINGS, POSTAL_CODE, COUNTRY });
  expect(problems.filter(({ key }) => key === "POSTAL_CODE")).toEqual(
    message === null ? [] : [{ key: "POSTAL_CODE", message, blocks: true }],
  );
});

test("refuses a postal code in the city", () => {
  const problemsOf = (ADDRESS_CITY: string) => checkSettingsTogether({ ...DEFAULT_SETTINGS, ADDRESS_CITY }).map(({ message }) => message);
  expect(problemsOf("80331 München")).toEqual(["Enter the city without its postal code."]);
  expect(problemsOf("München")).toEqual([]);
  expect(problemsOf("Paris 12")).toEqual([]);
});

test("warns of a postal code of another country when only the country changes", () => {
  const before = { ...DEFAULT_SETTINGS, COUNTRY: "Canada", POSTAL_CODE: "M5V 1A1" };
  const message = "Enter the postal code alone, such as 80331.";
  expect(checkChange(before, { ...before, COUNTRY: "Germany" })).toEqual([{ key: "POSTAL_CODE", message, blocks: false }]);
  expect(checkChange(before, { ...before, COUNTRY: "Germany", POSTAL_CODE: "8033" })).toEqual([
    { key: "POSTAL_CODE", message, blocks: true },
  ]);
});

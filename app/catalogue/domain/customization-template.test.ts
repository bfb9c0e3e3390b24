import { expect, test } from "vitest";
import { testGroup as group, testOption as option } from "#test/customizations.ts";
import { overrideProblems, templateProblems } from "./customization-template.ts";
import type { CustomizationTemplate } from "./customization.ts";

const paths = (template: CustomizationTemplate) => templateProblems(template).map((problem) => problem.path);

test("templates that work have no problems", () => {
  const fine = [
    group(1, [option(10, { isDefault: true }), option(11, { soldOut: true })], { kind: "single", minSelect: 1, maxSelect: 1 }),
    group(1, [option(10)], { kind: "single" }),
    group(1, [option(10, { priceByOption: { "99": 50 } }), option(11)], { minSelect: 2, maxSelect: 2, showWhenOptionIds: [99] }),
    group(1, [option(10, { isDefault: true, defaultQuantity: 2 })], { kind: "quantity", minSelect: 3, maxPerOption: 3 }),
    group(1, [], { kind: "text", minSelect: 1, maxLength: 40 }),
  ];
  for (const template of fine) expect(templateProblems(template)).toEqual([]);
});

test("each broken rule is named at its field", () => {
  const two = [option(10), option(11)];
  const table: [string, CustomizationTemplate, string[]][] = [
    ["no title", group(1, two, { title: " " }), ["title"]],
    ["title of 61", group(1, two, { title: "x".repeat(61) }), ["title"]],
    ["long help", group(1, two, { help: "x".repeat(141) }), ["help"]],
    ["maximum below minimum", group(1, two, { minSelect: 2, maxSelect: 1 }), ["maxSelect"]],
    ["maximum of zero", group(1, two, { maxSelect: 0 }), ["maxSelect"]],
    ["single of two", group(1, two, { kind: "single", maxSelect: 2 }), ["maxSelect"]],
    ["single that requires two", group(1, two, { kind: "single", minSelect: 2 }), ["minSelect"]],
    ["negative minimum", group(1, two, { minSelect: -1 }), ["minSelect"]],
    ["half a free unit", group(1, two, { freeCount: 0.5 }), ["freeCount"]],
    ["per-option limit outside quantity", group(1, two, { maxPerOption: 2 }), ["maxPerOption"]],
    ["per-option limit of zero", group(1, two, { kind: "quantity", maxPerOption: 0 }), ["maxPerOption"]],
    ["no options", group(1, []), ["options"]],
    ["too few options", group(1, [option(10), option(11, { hidden: true })], { minSelect: 2 }), ["minSelect"]],
    ["depends on itself", group(1, two, { showWhenOptionIds: [11] }), ["showWhenOptionIds"]],
    ["nameless option", group(1, [option(10, { name: "" })]), ["options.0.name"]],
    ["two of a name", group(1, [option(10, { name: "Oat milk" }), option(11, { name: "oat milk " })]), ["options.1.name"]],
    ["default sold out", group(1, [option(10, { isDefault: true, soldOut: true })]), ["options.0.isDefault"]],
    ["default hidden", group(1, [option(10, { isDefault: true, hidden: true }), option(11)]), ["options.0.isDefault"]],
    [
      "default of no units",
      group(1, [option(10, { isDefault: true, defaultQuantity: 0 })], { kind: "quantity" }),
      ["options.0.defaultQuantity"],
    ],
    ["too many defaults", group(1, [option(10, { isDefault: true }), option(11, { isDefault: true })], { kind: "single" }), ["options"]],
    [
      "default above the limit of the option",
      group(1, [option(10, { isDefault: true, defaultQuantity: 3 })], { kind: "quantity", maxPerOption: 2 }),
      ["options.0.defaultQuantity"],
    ],
    ["fraction of a cent", group(1, [option(10, { priceDelta: 0.5 })]), ["options.0.priceDelta"]],
    ["price by an option of its own", group(1, [option(10, { priceByOption: { "11": 5 } }), option(11)]), ["options.0.priceByOption"]],
    ["text with options", group(1, two, { kind: "text" }), ["options"]],
    ["text required twice", group(1, [], { kind: "text", minSelect: 2 }), ["minSelect"]],
    ["text of no length", group(1, [], { kind: "text", maxLength: 0 }), ["maxLength"]],
  ];
  for (const [name, template, expected] of table) expect(paths(template), name).toEqual(expected);
});

test("overrides are judged together with what they inherit", () => {
  const template = group(1, [option(10), option(11)], { minSelect: 1, maxSelect: 2 });
  expect(overrideProblems(template, { minSelect: 0, options: { "10": { priceDelta: 0 } } })).toEqual([]);
  expect(overrideProblems(template, { maxSelect: 0 }).map((problem) => problem.path)).toEqual(["maxSelect", "maxSelect"]);
  expect(overrideProblems(template, { minSelect: 2, options: { "10": { hidden: true } } }).map((problem) => problem.path)).toEqual([
    "minSelect",
  ]);
  expect(overrideProblems(template, { options: { "12": { priceDelta: 5 } } }).map((problem) => problem.path)).toEqual(["options.12"]);
});

import { expect, test } from "vitest";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { fieldWords } from "#app/staff/domain/field-words.ts";
import { fieldText, listReferences, type Writing } from "./field-text.server.ts";

const shop = (currency: string, locale: string, names: Readonly<Record<string, string>> = {}): Writing => ({
  clock: { timeZone: "Europe/Berlin", region: regionFormat(locale) },
  format: { currency, locale },
  names: new Map(Object.entries(names)),
});
const GERMAN = shop("EUR", "de-DE", { "category 3": "Suppen", "product 7": "Kaffee", "media 5": "kaffee.jpg" });
const JAPANESE = shop("JPY", "ja-JP");
const KUWAITI = shop("KWD", "en-AE");
/** Intl writes narrow and wide spaces that do not break. */
const text = (name: string, value: unknown, writing = GERMAN, other?: unknown) =>
  fieldText(name, value, other, writing).replaceAll(/[\u00a0\u202f]/g, " ");

test.each([
  ["priceCents", 1250, "12,50 €"],
  ["budget", 123_450, "1.234,50 €"],
  ["stock", 12_500, "12.500"],
  ["isHidden", true, "yes"],
  ["parentId", 3, "Suppen"],
  ["categories", [3, 4], "Suppen, no. 4"],
  ["goesWith", [7], "Kaffee"],
  ["mediaId", 5, "kaffee.jpg"],
  ["tags", ["gluten-free", "hot"], "gluten-free, hot"],
  ["roles", ["order-admin", "menu-editor", "role-4"], "Orders, Menu editor, role 4"],
  ["events", ["order.placed"], "order placed"],
  ["status", "out_for_delivery", "out for delivery"],
  ["slug", "about-us", "about-us"],
  ["day", "2026-11-27", "27 Nov 2026"],
  ["startsAt", "2026-11-20T15:00", "20 Nov 2026, 15:00"],
  ["at", "2026-07-01T22:30:00.000Z", "2 Jul 2026, 00:30"],
  ["html", "<p>Tea &amp; <b>cake</b></p>", "Tea & cake"],
  ["note", "", ""],
  ["note", null, ""],
  ["products", [], ""],
])("writes %s %j as an owner of a German shop reads it", (name, value, words) => {
  expect(text(name, value)).toBe(words);
});

test("writes amounts in the shop's currency", () => {
  expect([text("priceCents", 1250, JAPANESE), text("priceCents", 1250, KUWAITI)]).toEqual(["¥1,250", expect.stringContaining("12.500")]);
});

test("names the options of a list that differ, with their facts", () => {
  const small = { id: 1, name: "Small", price: 0, prices: {}, isDefault: false, allergens: [], calories: null };
  const large = { id: 2, name: "Large", price: 150, prices: { "9": 200 }, isDefault: true, allergens: ["milk"], calories: 1200 };
  expect(text("options", [small, large], GERMAN, [small])).toBe(
    "Large: price 1,50 €, prices no. 9: 2,00 €, chosen at first, allergens milk, calories 1.200",
  );
});

test("indents nested menu items", () => {
  const child = { id: "b", type: "link", text: "Team", url: "/team", openInNewTab: false };
  expect(text("items", [{ id: "a", type: "category", text: "Food", categoryId: 3, children: [child] }])).toBe(
    "Food: type category, category Suppen\n  Team: type link, address /team",
  );
});

test("reads the rule of a promotion back", () => {
  const params = { percent: 200_000, target: { productIds: [7], categoryIds: [], tags: [], everything: false } };
  expect(text("action", { kind: "order-fixed", params: { amount: 500 } })).toBe("5 € off the order");
  const target = { everything: false, productIds: [7], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
  expect(text("condition", { type: "all", of: [{ type: "subtotal", min: 2500, max: null, target }] })).toBe(
    "From 25,00 € spent from Kaffee",
  );
  expect(text("action", { kind: "gone", params })).toBe("kind gone\nparams: percent 200.000, target: product Kaffee");
});

test("formats unknown fields without JSON", () => {
  const unknown = { words: { subject: "Hi", lines: ["a", "b"] }, deep: [{ name: "x", parts: [{ name: "y", count: 2 }] }] };
  expect(text("something", unknown)).toBe("words: subject Hi, lines a, b\ndeep x\n  y: count 2");
});

test("names fields with words", () => {
  expect(["priceCents", "isPickupOnly", "descriptionHtml", "leadHours", "some_new_field"].map(fieldWords)).toEqual([
    "price",
    "pickup only",
    "description",
    "lead time in hours",
    "some new field",
  ]);
});

test("finds references at any depth", () => {
  expect(listReferences({ 4: { parentId: 3, blocks: [{ productIds: [7, 8] }] } })).toEqual([
    ["category", 3],
    ["product", 7],
    ["product", 8],
  ]);
});

import { expect, test } from "vitest";
import { testChoice } from "#test/customizations.ts";
import { isQuantity, planAdd, planEdit } from "./cart.ts";
import type { CartEntry } from "./cart.ts";

function entry(id: string, changes: Partial<CartEntry> = {}): CartEntry {
  return { id, productId: 1, quantity: 2, choices: [], note: "", ...changes };
}

test("merges equal items into one line and separates other notes and choices", () => {
  const entries = [entry("a", { choices: [testChoice(1, 10), testChoice(2, 20)] })];
  expect(planAdd(entries, entry("", { quantity: 3, choices: [testChoice(2, 20), testChoice(1, 10)], note: " " }))).toEqual({
    ok: true,
    value: { kind: "merge", id: "a", quantity: 5 },
  });
  expect(planAdd(entries, entry("", { choices: [testChoice(1, 10)] }))).toMatchObject({ ok: true, value: { kind: "new" } });
  expect(planAdd(entries, entry("", { choices: [testChoice(1, 10), testChoice(2, 20)], note: "no salt" }))).toMatchObject({
    ok: true,
    value: { kind: "new" },
  });
});

test("limits a line to 1 to 99 units, also after merging", () => {
  const entries = [entry("a", { quantity: 98 })];
  expect(planAdd(entries, entry("", { quantity: 1 }))).toMatchObject({ ok: true, value: { quantity: 99 } });
  expect(planAdd(entries, entry("", { quantity: 2 }))).toMatchObject({
    ok: false,
    error: { code: "quantity", message: "Enter a whole number from 1 to 99. 98 are already in your cart." },
  });
  for (const quantity of [0, -1, 1.5, 100, 1e9, Number.NaN]) {
    expect(isQuantity(quantity)).toBe(false);
    expect(planAdd([], entry("", { quantity })).ok).toBe(false);
    expect(planEdit(entries, "a", { quantity }).ok).toBe(false);
  }
});

test("accepts more of existing items but no new ones when the cart is full", () => {
  const entries = Array.from({ length: 100 }, (_, index) => entry(`line-${index}`, { productId: index }));
  expect(planAdd(entries, entry("", { productId: 7, quantity: 1 }))).toMatchObject({ ok: true, value: { kind: "merge", id: "line-7" } });
  expect(planAdd(entries, entry("", { productId: 500 }))).toMatchObject({ ok: false, error: { code: "too-many-lines" } });
});

test("keeps the id of an edited line that merges with an equal one", () => {
  const entries = [entry("a", { note: "no salt" }), entry("b", { quantity: 3 })];
  expect(planEdit(entries, "a", { quantity: 7 })).toMatchObject({
    ok: true,
    value: { removeId: null, entry: { id: "a", quantity: 7, note: "no salt" } },
  });
  expect(planEdit(entries, "a", { note: "" })).toMatchObject({
    ok: true,
    value: { removeId: "b", entry: { id: "a", quantity: 5, note: "" } },
  });
  expect(planEdit([entry("a", { note: "x", quantity: 60 }), entry("b", { quantity: 60 })], "a", { note: "" })).toMatchObject({
    ok: false,
    error: { code: "quantity" },
  });
  expect(planEdit(entries, "gone", { quantity: 1 })).toMatchObject({ ok: false, error: { code: "not-in-cart" } });
});

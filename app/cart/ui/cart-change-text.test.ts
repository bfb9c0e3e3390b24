import { US_DOLLARS } from "#app/values/money.ts";
import { describe, expect, test } from "vitest";
import { cartChangeText, type AnnouncedCart } from "./cart-change-text.ts";

const flatbread = { id: "a", name: "Garlic Flatbread", selected: [], note: "", quantity: 1, lineTotal: 900, isFreeItem: false };
const juice = { id: "b", name: "Orange Juice", selected: [], note: "", quantity: 1, lineTotal: 350, isFreeItem: true };
const cart = (finalTotal: number, ...lines: AnnouncedCart["lines"]): AnnouncedCart => ({ lines, finalTotal });

describe("the announcement of a changed cart", () => {
  test.each([
    ["says nothing when nothing changed", cart(1017, flatbread), cart(1017, flatbread), ""],
    [
      "says a new quantity, its price and the total",
      cart(1017, flatbread),
      cart(2034, { ...flatbread, quantity: 2, lineTotal: 1800 }),
      "2 × Garlic Flatbread, $18.00. Total now $20.34.",
    ],
    ["says a free item that came", cart(1017, flatbread), cart(1017, flatbread, juice), "Orange Juice is added, free of charge."],
    [
      "says a free item that went with the total",
      cart(2034, flatbread, juice),
      cart(1017, flatbread),
      "The free Orange Juice is taken out. Total now $10.17.",
    ],
    ["says a line that was removed", cart(1017, flatbread), cart(0), "Garlic Flatbread is removed. Total now $0.00."],
    ["says a line that came back", cart(0), cart(1017, flatbread), "1 × Garlic Flatbread is added. Total now $10.17."],
    ["says the total alone for a tip", cart(1017, flatbread), cart(1200, flatbread), "Total now $12.00."],
  ])("%s", (_title, before, after, text) => {
    expect(cartChangeText(before, after, US_DOLLARS)).toBe(text);
  });
});

import { US_DOLLARS } from "#app/values/money.ts";
import { describe, expect, test } from "vitest";
import type { CartProblemCode } from "#app/cart/domain/cart-problems.ts";
import { cartChangeText, type AnnouncedCart } from "./cart-change-text.ts";

const flatbread = { id: "a", name: "Garlic Flatbread", selected: [], note: "", quantity: 1, lineTotal: 900, isFreeItem: false };
const juice = { id: "b", name: "Orange Juice", selected: [], note: "", quantity: 1, lineTotal: 350, isFreeItem: true };
const cart = (finalTotal: number, ...lines: AnnouncedCart["lines"]): AnnouncedCart => ({ lines, finalTotal, problems: [] });
const minimum = { code: "min_order", message: "Add $6.00 to reach the minimum of $15.00 for delivery." } as const;
/** A cart with one problem. */
const blocked = (finalTotal: number, code: CartProblemCode, ...lines: AnnouncedCart["lines"]): AnnouncedCart => ({
  ...cart(finalTotal, ...lines),
  problems: [{ ...minimum, code }],
});

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
    [
      "says the minimum that is missed now",
      cart(2034, { ...flatbread, quantity: 2 }),
      blocked(1017, "min_order", flatbread),
      `1 × Garlic Flatbread, $9.00. Total now $10.17. ${minimum.message}`,
    ],
    ["does not repeat a minimum that was missed before", blocked(1017, "min_order"), blocked(1200, "min_order"), "Total now $12.00."],
    ["does not repeat that the cart is empty", cart(1017, flatbread), blocked(0, "empty"), "Garlic Flatbread is removed. Total now $0.00."],
    ["leaves out other problems, such as those of the time", cart(1017), blocked(1200, "lead_time"), "Total now $12.00."],
  ])("%s", (_title, before, after, text) => {
    expect(cartChangeText(before, after, US_DOLLARS)).toBe(text);
  });
});

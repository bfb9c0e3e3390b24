import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSlug, RESERVED_SEGMENTS, slugOfPath } from "./page.ts";
import { suggestSlug } from "#app/values/addresses/slug.ts";

test.each([
  ["about-us", "about-us"],
  [" /About-Us/ ", "about-us"],
  ["help/delivery", "help/delivery"],
  ["2026", "2026"],
  ["carts", "carts"],
  ["help/admin", "help/admin"],
  ["our/products/list", "our/products/list"],
  ["help/cart", "help/cart"],
])("%j is the slug %s", (text, slug) => {
  expect(parseSlug(text)).toEqual({ ok: true, value: slug });
});

test.each([
  "",
  " ",
  "/",
  "a b",
  "über",
  "a--b",
  "-a",
  "a-",
  "a//b",
  "a/../b",
  "a.b",
  "a_b",
  "a?b",
  "a%2fb",
  "<script>",
  "x".repeat(201),
  "a\nb",
])("rejects %j as slug", (text) => {
  expect(parseSlug(text).ok).toBe(false);
  expect(slugOfPath(`/${text}`)).toBeNull();
});

test.each([...RESERVED_SEGMENTS, "admin/x", "Admin", "api/version", "products/5", "5/products", "pizza/products", "cart/", "checkout"])(
  "rejects %s, which a route of the shop would hide",
  (text) => {
    const result = parseSlug(text);
    expect(result).toEqual({ ok: false, error: expect.stringContaining("belongs to the shop itself") });
  },
);

test.each([
  ["About us", "about-us"],
  ["Über uns & Café", "uber-uns-cafe"],
  ["Große Straße", "grosse-strasse"],
  ["  -- 10% off! -- ", "10-off"],
  ["寿司", ""],
])("suggests slug %j for title %j", (title, slug) => {
  expect(suggestSlug(title)).toBe(slug);
});

test("a suggested slug is valid, empty or reserved", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (title) => {
      const slug = suggestSlug(title);
      fc.pre(slug !== "" && !(RESERVED_SEGMENTS as readonly string[]).includes(slug));
      expect(parseSlug(slug)).toEqual({ ok: true, value: slug });
    }),
  );
});

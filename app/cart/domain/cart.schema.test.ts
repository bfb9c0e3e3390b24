import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { addCartItemSchema, applyPromotionsSchema, editCartItemSchema, editCartSchemaIn } from "./cart.schema.ts";

const editCartSchema = editCartSchemaIn("USD");

/** Path and sentence of each problem. */
function problems(schema: z.ZodType, input: unknown): string[] {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

test("requires an integer quantity from 1 to 99", () => {
  const refused = [-1, 0, 1.5, 100, 1e9, "1e3", "2", "", [2], {}, true, null, Number.NaN, Number.POSITIVE_INFINITY];
  for (const quantity of refused) {
    expect(problems(addCartItemSchema, { productId: 1, quantity }), JSON.stringify(quantity)).toEqual([
      "quantity: Enter the quantity as a whole number from 1 to 99.",
    ]);
    expect(problems(editCartItemSchema, { quantity })).toEqual(["quantity: Enter the quantity as a whole number from 1 to 99."]);
  }
  for (const quantity of [1, 99]) expect(problems(addCartItemSchema, { productId: 1, quantity })).toEqual([]);
});

test("parses an added item", () => {
  expect(
    addCartItemSchema.parse({
      productId: 7,
      quantity: 2,
      customizations: [
        { templateId: 1, optionId: 10 },
        { templateId: 1, optionId: 11, quantity: 3, text: null },
        { templateId: 2, optionId: null, quantity: 1, text: " Ana " },
      ],
      note: " no salt ",
    }),
  ).toEqual({
    productId: 7,
    quantity: 2,
    choices: [
      { templateId: 1, optionId: 10, quantity: 1, text: null },
      { templateId: 1, optionId: 11, quantity: 3, text: null },
      { templateId: 2, optionId: null, quantity: 1, text: "Ana" },
    ],
    note: "no salt",
  });
  expect(addCartItemSchema.parse({ productId: 7 })).toEqual({ productId: 7, quantity: 1, choices: [], note: "" });
});

test("rejects prices, totals and other unknown fields by name", () => {
  for (const field of ["price", "unit_price", "total", "discount", "roles", "__proto__x"]) {
    expect(problems(addCartItemSchema, { productId: 1, quantity: 1, [field]: 1 })).toEqual([
      `: Leave out ${field}; the fields here are productId, quantity, customizations, note.`,
    ]);
  }
  expect(problems(addCartItemSchema, { productId: 1, customizations: [{ templateId: 1, optionId: 2, priceDelta: 0 }] })).toEqual([
    "customizations.0: Leave out priceDelta; the fields here are templateId, optionId, quantity, text.",
  ]);
});

test("validates types and lengths of ids, choices and texts", () => {
  expect(problems(addCartItemSchema, { productId: "1" })).toEqual(["productId: Send the number of the product."]);
  expect(problems(addCartItemSchema, { productId: 2 ** 31 })).toEqual(["productId: Send the number of the product."]);
  expect(problems(addCartItemSchema, {})).toEqual(["productId: Send the number of the product."]);
  expect(problems(addCartItemSchema, { productId: 1, note: "x".repeat(301) })).toEqual(["note: Use at most 300 characters for the note."]);
  expect(problems(addCartItemSchema, { productId: 1, customizations: [{ templateId: 1 }] })).toEqual([
    "customizations.0: Send the optionId of what was chosen, or the text.",
  ]);
  expect(
    problems(addCartItemSchema, { productId: 1, customizations: Array.from({ length: 201 }, () => ({ templateId: 1, optionId: 1 })) }),
  ).toEqual(["customizations: Send at most 200 customizations."]);
  expect(problems(addCartItemSchema, null)).toEqual([": Send an object with the fields of this call."]);
});

test("changes only sent fields and requires at least one", () => {
  expect(editCartItemSchema.parse({ note: "" })).toEqual({ note: "" });
  expect(editCartItemSchema.parse({ customizations: [], quantity: 3 })).toEqual({ quantity: 3, choices: [] });
  expect(problems(editCartItemSchema, {})).toEqual([": Send what to change: quantity, customizations or note."]);
});

test("accepts a tip as percentage or exact dollars", () => {
  expect(editCartSchema.parse({ tipPercentage: 12.5 })).toEqual({ tip: { kind: "percentage", percentage: 12.5 } });
  expect(editCartSchema.parse({ tip: 1.1 })).toEqual({ tip: { kind: "fixed", amount: 110 } });
  expect(editCartSchema.parse({ tip: 0 })).toEqual({ tip: { kind: "none", isChosen: true } });
  expect(editCartSchema.parse({ tipPercentage: 0, tip: null })).toEqual({ tip: { kind: "none", isChosen: true } });
  expect(editCartSchema.parse({ tip: null, fulfillment: "pickup" })).not.toHaveProperty("tip");
  expect(problems(editCartSchema, { tip: 1, tipPercentage: 15 })).toEqual(["tip: Send either tipPercentage or tip, not both."]);
  expect(problems(editCartSchema, { tip: 1.005 })).toEqual(["tip: Enter the tip with at most two decimals, such as 12.50."]);
  expect(problems(editCartSchema, { tip: -1 })).toEqual(["tip: Enter 0 or more for the tip."]);
  expect(problems(editCartSchema, { tip: "5" })).toEqual(["tip: Enter the tip with at most two decimals, such as 12.50."]);
  expect(problems(editCartSchema, { tip: 1e9 })).toEqual(["tip: Enter at most 999999.99 for the tip."]);
  expect(problems(editCartSchema, { tipPercentage: 101 })).toEqual(["tipPercentage: A tip is at most 100 percent."]);
});

test("converts every cent amount to dollars and back exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
      expect(editCartSchema.parse({ tip: cents / 100 }).tip).toEqual({ kind: "fixed", amount: cents });
    }),
  );
});

test("validates fulfillment, time and postal code", () => {
  expect(editCartSchema.parse({ fulfillment: "delivery", requested_for: "2026-03-08T18:30:00Z", postal_code: " M5V 1A1 " })).toEqual({
    fulfillment: "delivery",
    requestedFor: new Date("2026-03-08T18:30:00Z"),
    postalCode: "M5V 1A1",
  });
  expect(editCartSchema.parse({ requested_for: null, postal_code: "" })).toEqual({ requestedFor: null, postalCode: null });
  expect(problems(editCartSchema, { fulfillment: "drone" })).toEqual(['fulfillment: Send "pickup" or "delivery".']);
  for (const time of ["2026-03-08T18:30:00", "tomorrow", "2026-02-30T10:00:00Z", 5, "x".repeat(50)]) {
    expect(problems(editCartSchema, { requested_for: time })).toEqual([
      "requested_for: Send the time as a time with its zone, such as 2026-03-08T18:30:00Z.",
    ]);
  }
  expect(problems(editCartSchema, {})).toHaveLength(1);
});

test("accepts coupon codes as a list or a JSON string", () => {
  const codes = (couponCodes: unknown) => applyPromotionsSchema.parse({ cartId: "c1", couponCodes }).couponCodes;
  expect(codes([" SAVE 10 ", "FIVE"])).toEqual(["SAVE 10", "FIVE"]);
  expect(codes('["SAVE10"]')).toEqual(["SAVE10"]);
  expect(codes([])).toEqual([]);
  expect(codes("[]")).toEqual([]);
  const list = "couponCodes: Send the coupon codes as a list.";
  for (const wrong of ["SAVE10", "[", '{"a":1}', null, 5, {}, "null"])
    expect(problems(applyPromotionsSchema, { cartId: "c1", couponCodes: wrong }), JSON.stringify(wrong)).toEqual([list]);
  expect(problems(applyPromotionsSchema, { cartId: "c1", couponCodes: [1] })).toEqual(["couponCodes.0: Send a coupon code as text."]);
  expect(problems(applyPromotionsSchema, { cartId: "c1", couponCodes: [""] })).toEqual(["couponCodes.0: Enter a coupon code."]);
  expect(problems(applyPromotionsSchema, { cartId: "c1", couponCodes: Array.from({ length: 11 }, () => "A") })).toEqual([
    "couponCodes: Use at most 10 coupon codes.",
  ]);
  expect(problems(applyPromotionsSchema, { couponCodes: [] })).toEqual(["cartId: Enter the id of your cart."]);
});

test("generates JSON Schema for the API description", () => {
  for (const schema of [addCartItemSchema, editCartItemSchema, editCartSchema, applyPromotionsSchema]) {
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({ type: "object", additionalProperties: false });
  }
});

test("validates codes in a JSON string like a list", () => {
  for (const couponCodes of ['["\\u0000"]', '["\\ud800"]', '["A\\nB"]', ["A\u0000B"]]) {
    const parsed = applyPromotionsSchema.safeParse({ cartId: "x", couponCodes });
    expect(parsed.error?.issues[0]?.path[0], JSON.stringify(couponCodes)).toBe("couponCodes");
  }
});

import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { checkoutBody, giftBodies } from "./checkout-form.ts";
import { checkoutSchemaFor } from "./checkout.schema.ts";

const read = (fields: Readonly<Record<string, string>>) => checkoutBody(new URLSearchParams(fields), US_DOLLARS);

const TYPED = {
  name: " Ana ",
  email: "ana@example.com",
  phone: "416 555 0134",
  fulfillment: "delivery",
  when: "asap",
  requested_for: "2026-03-08T18:30:00Z",
  street: "12 King St",
  city: "Toronto",
  postal_code: "m5v1a1",
  tip: "own",
  tipAmount: "3.5",
  payment: "card",
};

test("a complete form is a valid API body", () => {
  expect(checkoutSchemaFor({ COUNTRY: "Canada", CURRENCY: "USD" }).parse({ ...read(TYPED), expectedTotal: 22.6 })).toEqual({
    customer: { name: "Ana", email: "ana@example.com", phone: "416 555 0134" },
    fulfillment: "delivery",
    requestedFor: null,
    address: { street: "12 King St", unit: "", city: "Toronto", province: "", postalCode: "M5V 1A1", country: "Canada" },
    instructions: "",
    allergyNote: "",
    tip: { kind: "fixed", amount: 350 },
    expectedTotal: 2260,
    isPaidAtPickup: false,
  });
});

test("keeps an incomplete form without requirements", () => {
  expect(read({ email: "ana@", name: "" })).toEqual({
    customer: { email: "ana@", name: "", phone: "" },
    fulfillment: undefined,
    requested_for: undefined,
    address: null,
    instructions: "",
    allergy_note: "",
    payment: undefined,
  });
});

test("includes an address only when the form shows one", () => {
  expect(read({ city: "Toronto" }).address).toBeNull();
  expect(read({ street: "", city: "Toronto" }).address).toMatchObject({ street: "", city: "Toronto" });
});

test("prefers as soon as possible over a time in the collapsed list", () => {
  const requested_for = "2026-03-08T18:30:00Z";
  expect(read({ when: "asap", requested_for }).requested_for).toBeNull();
  expect(read({ when: "later", requested_for }).requested_for).toBe(requested_for);
  expect(read({ requested_for }).requested_for).toBeUndefined();
});

test("reads each requested gift once", () => {
  const fields = new URLSearchParams("gift-1=7&gift-1=8&gift-2=x&gift-3=9&gift-__proto__=1");
  expect(giftBodies(fields, [1, 2, 4])).toEqual([
    { promotion_id: 1, product_id: 7 },
    { promotion_id: 2, product_id: "x" },
  ]);
});

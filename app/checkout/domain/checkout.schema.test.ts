import { expect, test } from "vitest";
import { z } from "zod";
import { checkoutSchema, checkoutSchemaFor } from "./checkout.schema.ts";

const pickup = {
  customer: { name: "Ana Pérez", email: "ana@example.com", phone: "416 555 0134" },
  fulfillment: "pickup",
  requested_for: null,
  tipPercentage: 15,
  expectedTotal: 39.38,
};
const address = { street: "12 Main St", city: "Toronto", postal_code: "m5v1a1" };
const delivery = { ...pickup, fulfillment: "delivery", address };

function problems(input: unknown, storeCountry = "Canada"): string[] {
  const parsed = checkoutSchemaFor({ COUNTRY: storeCountry, CURRENCY: "USD" }).safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

test("requires customer and total for pickup and drops the address", () => {
  expect(checkoutSchema.parse(pickup)).toEqual({
    customer: { name: "Ana Pérez", email: "ana@example.com", phone: "416 555 0134" },
    fulfillment: "pickup",
    requestedFor: null,
    address: null,
    instructions: "",
    allergyNote: "",
    tip: { kind: "percentage", percentage: 15 },
    expectedTotal: 3938,
    isPaidAtPickup: false,
  });
  expect(checkoutSchema.parse({ ...pickup, address: { street: "half an addr" }, payment: "pickup" })).toMatchObject({
    address: null,
    isPaidAtPickup: true,
  });
  expect(checkoutSchema.parse({ ...pickup, payment: "delivery" })).toMatchObject({ isPaidAtPickup: false, isPaidOnDelivery: true });
  expect(checkoutSchema.parse({ ...pickup, tipPercentage: undefined }).tip, "as the cart has it").toBeUndefined();
});

test("requires street, city and a valid postal code for delivery", () => {
  expect(checkoutSchemaFor({ COUNTRY: "Canada", CURRENCY: "USD" }).parse(delivery).address).toEqual({
    street: "12 Main St",
    unit: "",
    city: "Toronto",
    province: "",
    postalCode: "M5V 1A1",
    country: "Canada",
  });
  expect(problems({ ...delivery, address: undefined })).toEqual([
    "address.street: Enter the street and number we deliver to.",
    "address.city: Enter the city we deliver to.",
    "address.postal_code: Enter a postal code such as M5V 1A1.",
  ]);
  expect(problems({ ...delivery, address: { ...address, postal_code: "10001" } })).toEqual([
    "address.postal_code: 10001 looks unusual: a postal code looks like M5V 1A1. Correct it, or keep it if it is right.",
  ]);
  expect(problems({ ...delivery, address: { ...address, postal_code: "10001", country: "US" } })).toEqual([]);
  expect(problems({ ...delivery, address: { ...address, postal_code: "10001" } }, "")).toEqual([]);
});

test("validates email and phone; phone is optional", () => {
  const withCustomer = (changes: object) => problems({ ...pickup, customer: { ...pickup.customer, ...changes } });
  for (const email of ["ana", "ana@", "@example.com", "a b@example.com", "", 5, `${"x".repeat(250)}@example.com`]) {
    expect(withCustomer({ email }), String(email)).toEqual(["customer.email: Enter an email address such as ana@example.com."]);
  }
  for (const phone of ["416 555 0134", "+1 (416) 555-0134", "416.555.0134 x12", "+442079460000", ""])
    expect(withCustomer({ phone }), phone).toEqual([]);
  for (const phone of ["call me", "123", "1".repeat(16), 4165550134, "416\n5550134", "416\r\n555 0134", "416\t5550134", "416\u000b5550134"])
    expect(withCustomer({ phone }), String(phone)).toEqual(["customer.phone: Enter a phone number with its area code."]);
  expect(checkoutSchema.parse({ ...pickup, customer: { name: "Ana", email: " ana@example.com " } }).customer).toEqual({
    name: "Ana",
    email: "ana@example.com",
    phone: "",
  });
  expect(withCustomer({ name: "  " })).toEqual(["customer.name: Enter your name."]);
});

test("requires the seen total in exact dollars", () => {
  expect(problems({ ...pickup, expectedTotal: undefined })).toEqual([
    "expectedTotal: Enter the total you saw with at most two decimals, such as 12.50.",
  ]);
  expect(problems({ ...pickup, expectedTotal: 39.385 })).toEqual([
    "expectedTotal: Enter the total you saw with at most two decimals, such as 12.50.",
  ]);
  expect(checkoutSchema.parse({ ...pickup, expectedTotal: 0 }).expectedTotal).toBe(0);
});

test("rejects fields that would set a price", () => {
  for (const field of ["total", "tax", "discount", "price", "cartId"]) expect(problems({ ...pickup, [field]: 0 })).toHaveLength(1);
  expect(problems({ ...pickup, customer: { ...pickup.customer, roles: ["super-admin"] } })).toEqual([
    "customer: Leave out roles; the fields here are name, email, phone.",
  ]);
  expect(problems({ ...pickup, tip: 5 })).toEqual(["tip: Send either tipPercentage or tip, not both."]);
});

test("generates JSON Schema for the API description", () => {
  expect(z.toJSONSchema(checkoutSchema, { io: "input" })).toMatchObject({ required: ["customer", "fulfillment", "expectedTotal"] });
});

test("requires single-line names and addresses", () => {
  const body = { customer: { name: "Ana", email: "ana@example.com" }, fulfillment: "pickup", expectedTotal: 10 };
  for (const name of ["Ana\nBcc: x@example.com", "Ana\r\nPAID", "Ana\u2028PAID", "A\u0007"]) {
    const parsed = checkoutSchema.safeParse({ ...body, customer: { ...body.customer, name } });
    expect(
      parsed.error?.issues.map(({ path }) => path.join(".")),
      JSON.stringify(name),
    ).toEqual(["customer.name"]);
  }
  expect(checkoutSchema.parse({ ...body, customer: { ...body.customer, name: "Ana \u202eDIAP" } }).customer.name).toBe("Ana DIAP");
  const delivery = { ...body, fulfillment: "delivery", address: { street: "1 King St\nPAID", city: "Toronto" } };
  expect(checkoutSchema.safeParse(delivery).error?.issues[0]?.path).toEqual(["address", "street"]);
  for (const name of ["José María", "李 小龍", "O’Brien-Şahin", "نور"]) {
    expect(checkoutSchema.safeParse({ ...body, customer: { ...body.customer, name } }).success, name).toBe(true);
  }
});

import { expect, test } from "vitest";
// Only this test looks at the server's schema: both sides must use the same words.
import { checkoutSchemaFor } from "#app/checkout/domain/checkout.schema.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { cardProblems, fieldProblem, formProblems } from "./field-checks.ts";

const GOOD = {
  email: "ana@example.com",
  name: "Ana",
  phone: "416 555 0134",
  fulfillment: "delivery",
  street: "12 King St",
  city: "Toronto",
  postal_code: "M5V 1A1",
  country: "Canada",
  payment: "card",
};

/** The server's messages for the same values, by field. */
function serverProblems(values: Record<string, string>): Record<string, string> {
  const parsed = checkoutSchemaFor({ COUNTRY: "Canada", CURRENCY: "USD" }).safeParse({
    customer: { name: values.name, email: values.email, phone: values.phone },
    fulfillment: values.fulfillment,
    address: { street: values.street, city: values.city, postal_code: values.postal_code, country: values.country },
    expectedTotal: 10,
  });
  if (parsed.success) return {};
  return Object.fromEntries(parsed.error.issues.map((issue) => [fieldOfPath(issue.path), issue.message]));
}

test("a valid form has no errors on client and server", () => {
  expect(formProblems(GOOD, "Canada")).toEqual({});
  expect(serverProblems(GOOD)).toEqual({});
});

test.each([
  ["email", ""],
  ["email", "ana"],
  ["email", "ana@example"],
  ["name", "  "],
  ["phone", ""],
  ["phone", "12"],
  ["phone", "call me"],
  ["street", ""],
  ["city", ""],
  ["postal_code", "123"],
])("rejects %s %j with the server's message", (name, value) => {
  const values = { ...GOOD, [name]: value };
  const own = fieldProblem(name, values, "Canada");
  expect(own).not.toBeNull();
  expect(serverProblems(values)).toEqual({ [name]: own });
});

test.each(["416 555 0134", "+1 (416) 555-0134", "416.555.0134 x12", "+44 20 7946 0958"])(
  "the phone number %s is fine for both",
  (phone) => {
    expect(fieldProblem("phone", { ...GOOD, phone }, "Canada")).toBeNull();
    expect(serverProblems({ ...GOOD, phone })).toEqual({});
  },
);

test("accepts a confirmed postal code on client and server", () => {
  expect(fieldProblem("postal_code", { ...GOOD, postal_code: "12345", keep_postal_code: "on" }, "Canada")).toBeNull();
  const kept = { street: "1 A St", city: "Toronto", postal_code: "12345", country: "Canada", keep_postal_code: true };
  const customer = { name: GOOD.name, email: GOOD.email, phone: GOOD.phone };
  const body = { customer, fulfillment: "delivery", address: kept, expectedTotal: 10 };
  expect(checkoutSchemaFor({ COUNTRY: "Canada", CURRENCY: "USD" }).parse(body).address).toMatchObject({ postalCode: "12345" });
});

test("requires address and phone only for delivery", () => {
  expect(formProblems({ ...GOOD, fulfillment: "pickup", phone: "", street: "", city: "", postal_code: "" }, "Canada")).toEqual({});
});

test("requires a phone number for payment at pickup", () => {
  expect(formProblems({ ...GOOD, fulfillment: "pickup", phone: "", payment: "pickup" }, "Canada")).toHaveProperty(
    "phone",
    "Enter a phone number to pay at pickup.",
  );
});

test("validates card number, expiry and security code formally", () => {
  const card = { cardNumber: "4242 4242 4242 4242", cardExpiry: "12 / 34", cardCvc: "123" };
  expect(cardProblems(card)).toEqual({});
  expect(Object.keys(cardProblems({ cardNumber: "4242 4242 4242 4241", cardExpiry: "13/34", cardCvc: "1" }))).toEqual([
    "cardNumber",
    "cardExpiry",
    "cardCvc",
  ]);
});

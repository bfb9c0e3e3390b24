import { expect, test } from "vitest";
import { takenOrderDraftSchemaIn, takenOrderSchemaFor } from "#app/checkout/domain/taken-order.schema.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import {
  draftBody,
  emptyOrder,
  orderBody,
  withCustomer,
  withFulfillment,
  withLine,
  withOrderAgain,
  type EnteredLine,
} from "./entered-order.ts";

const PAGE = { canDeliver: true, address: { city: "Toronto", province: "ON" } };
const SOUP: EnteredLine = { productId: 1, name: "Soup", details: "", quantity: 1, choices: [], note: "" };
const RUTH = {
  id: 1,
  name: "Ruth",
  email: "",
  phone: "416 555 4321",
  notes: "",
  allergies: "",
  isBlocked: false,
  blockedReason: "",
  address: { street: "1 King St", unit: "2", city: "Paris", province: "ON", postalCode: "M5V 1A1", country: "CA" },
  usual: [],
};
const SHOP = { COUNTRY: "CA", CURRENCY: "USD", LOCALE: "en-US" };
const empty = emptyOrder(PAGE, "telephone");

test("forgets the address of a customer with the customer", () => {
  const ruth = { ...withCustomer(empty, RUTH, PAGE), keepsPostalCode: true };
  expect(ruth.address).toMatchObject({ street: "1 King St", postal_code: "M5V 1A1" });
  expect(withCustomer(ruth, null, PAGE)).toEqual(empty);
  expect(withCustomer(ruth, { ...RUTH, id: 2, address: null }, PAGE)).toMatchObject({ address: empty.address, keepsPostalCode: false });
  expect(withCustomer({ ...empty, keepsPostalCode: true }, RUTH, PAGE).keepsPostalCode).toBe(false);
});

test("keeps a typed address for a known customer who has none", () => {
  const typed = { ...empty, address: { ...empty.address, street: "5 Queen St" } };
  expect(withCustomer(typed, { ...RUTH, address: null }, PAGE).address.street).toBe("5 Queen St");
});

test("adds equal lines up to the highest quantity", () => {
  const many = withLine({ ...empty, lines: [{ ...SOUP, quantity: MAX_QUANTITY - 1 }] }, { ...SOUP, quantity: 3 });
  expect(many.lines).toEqual([{ ...SOUP, quantity: MAX_QUANTITY }]);
  expect(takenOrderDraftSchemaIn("USD").safeParse(draftBody(many, US_DOLLARS)).success).toBe(true);
});

test("sends minutes only when staff chose them, for as soon as possible", () => {
  const body = (order: typeof empty) => orderBody(order, 1130, US_DOLLARS).minutes;
  const chosen = { ...empty, minutes: 30 };
  expect(body(empty)).toBeNull();
  expect(body(chosen)).toBe(30);
  expect(body({ ...chosen, isLater: true, requestedFor: "2026-11-20T18:00:00Z" })).toBeNull();
  expect(body(withFulfillment(chosen, "delivery"))).toBeNull();
  const again = { kind: "usual" as const, times: 2, fulfillment: "pickup" as const, lines: [] };
  expect(body(withOrderAgain(chosen, again, PAGE))).toBeNull();
});

test("sends the total with its currency", () => {
  const body = orderBody({ ...withCustomer(empty, RUTH, PAGE), lines: [SOUP] }, 1130, US_DOLLARS);
  expect(takenOrderSchemaFor(SHOP).parse(body)).toMatchObject({
    expectedTotal: 1130,
    expectedCurrency: "USD",
    minutes: null,
  });
});

test.each([
  ["amount", "5,50", { currency: "EUR", locale: "de-DE" }, { kind: "amount", amount: 550, reason: "Cold" }],
  ["percent", "12.5", US_DOLLARS, { kind: "percent", rate: 125_000, reason: "Cold" }],
] as const)("sends a discount as typed in the shop's format: %s", (kind, value, format, discount) => {
  const order = { ...withCustomer(empty, RUTH, PAGE), lines: [SOUP], discount: { kind, value, reason: "Cold" } };
  expect(takenOrderSchemaFor(SHOP).parse(sent(orderBody(order, 1130, format)))).toMatchObject({ discount });
  expect(takenOrderDraftSchemaIn("USD").parse(sent(draftBody(order, format)))).toMatchObject({ discount });
});

test.each([
  ["amount", "five", "Cold"],
  ["amount", "0", "Cold"],
  ["amount", "", "Cold"],
  ["percent", "101", "Cold"],
  ["percent", "0", "Cold"],
  ["percent", "10", " "],
] as const)("refuses a discount of %s “%s” for “%s”", (kind, value, reason) => {
  const order = { ...withCustomer(empty, RUTH, PAGE), lines: [SOUP], discount: { kind, value, reason } };
  expect(takenOrderSchemaFor(SHOP).safeParse(sent(orderBody(order, 1130, US_DOLLARS))).success).toBe(false);
});

test("names the missing cash in the shop's regional format", () => {
  const order = { ...withCustomer(empty, RUTH, PAGE), lines: [SOUP], payment: "cash" as const, given: "5" };
  const schema = takenOrderSchemaFor({ COUNTRY: "DE", CURRENCY: "EUR", LOCALE: "de-DE" });
  const read = schema.safeParse(sent(orderBody(order, 793, { currency: "EUR", locale: "de-DE" })));
  expect(read.error?.issues.map(({ message }) => message)).toEqual(["The total is 7,93\u00a0€: 2,93\u00a0€ is missing."]);
});

test("prices without a discount that is not typed yet", () => {
  expect(draftBody({ ...empty, discount: { kind: "amount", value: "", reason: "" } }, US_DOLLARS).discount).toBeNull();
});

/** As the request carries it. */
function sent(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}

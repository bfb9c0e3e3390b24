import { expect, test } from "vitest";
import { readCheckoutForm } from "./checkout-form.schema.ts";
import { MAX_NAME_LENGTH } from "#app/values/limits.ts";

function read(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return readCheckoutForm(form);
}

test("half a form is kept as it is: nothing is required yet", () => {
  expect(read({ email: "ana@", name: "" })).toMatchObject({
    contact: { email: "ana@", name: "", phone: "" },
    address: null,
    fulfillment: undefined,
    requestedFor: undefined,
    tip: undefined,
  });
});

test("what is too long is cut, what cannot be stored is left out", () => {
  expect(read({ name: `\u0000${"x".repeat(500)}` }).contact.name).toBe("x".repeat(MAX_NAME_LENGTH));
});

test("an address is only there when the form showed one", () => {
  expect(read({ city: "Toronto" }).address).toBeNull();
  expect(read({ street: "", city: "Toronto" }).address).toMatchObject({ street: "", city: "Toronto" });
});

test("as soon as possible wins over a time that still stands in the folded list", () => {
  const time = "2026-03-08T18:30:00Z";
  expect(read({ when: "asap", requestedFor: time }).requestedFor).toBeNull();
  expect(read({ when: "later", requestedFor: time }).requestedFor).toEqual(new Date(time));
  expect(read({ when: "later", requestedFor: "soon" }).requestedFor).toBeUndefined();
});

test("no pressed tip button says nothing; an unreadable own amount is named", () => {
  expect(read({})).toMatchObject({ tip: undefined, tipProblem: null });
  expect(read({ tip: "none" })).toMatchObject({ tip: { kind: "none", isChosen: true }, tipProblem: null });
  expect(read({ tip: "15" })).toMatchObject({ tip: { kind: "percentage", percentage: 15 } });
  expect(read({ tip: "own", tipAmount: "3.5" })).toMatchObject({ tip: { kind: "fixed", amount: 350 } });
  expect(read({ tip: "own", tipAmount: "lots" })).toMatchObject({
    tip: undefined,
    tipProblem: "Enter an amount in dollars, such as 12.50.",
  });
  expect(read({ tip: "400" })).toMatchObject({ tip: undefined });
});

test("the total the page showed is whole cents or nothing", () => {
  expect(read({ expectedTotal: "3305" }).expectedTotal).toBe(3305);
  expect(read({ expectedTotal: "33.05" }).expectedTotal).toBeUndefined();
});

import { expect, test } from "vitest";
import { customerKeys } from "./customer-keys.server.ts";

function emailKey(email: string): string {
  return customerKeys({ email }, "Canada").emailKey;
}

function phoneKey(phone: string, country = "Canada"): string {
  return customerKeys({ phone }, country).phoneKey;
}

test("spellings of one mailbox are one customer", () => {
  expect(emailKey(" Ana@Example.COM ")).toBe("ana@example.com");
  expect(emailKey("ana+pizza@example.com")).toBe("ana@example.com");
  expect(emailKey("a.n.a+x@gmail.com")).toBe("ana@gmail.com");
  expect(emailKey("ana@googlemail.com")).toBe("ana@gmail.com");
});

test("different mailboxes stay different customers", () => {
  expect(emailKey("a.na@example.com")).not.toBe(emailKey("ana@example.com"));
  expect(emailKey("+ana@example.com")).toBe("+ana@example.com");
});

test("spellings of one phone number are one customer", () => {
  const spellings = ["+1 416 555 0134", "(416) 555-0134", "416.555.0134", "1-416-555-0134", "+14165550134"];
  expect(new Set(spellings.map((phone) => phoneKey(phone)))).toEqual(new Set(["+14165550134"]));
  expect(phoneKey("020 7946 0018", "United Kingdom")).toBe("+442079460018");
  expect(phoneKey("+44 20 7946 0018")).toBe("+442079460018");
});

test.each([
  ["Germany", "030 23125 111", "+493023125111"],
  ["Deutschland", "(0049) 30 23125-111", "+493023125111"],
  ["Australia", "0412 345 678", "+61412345678"],
  ["France", "06 12 34 56 78", "+33612345678"],
  ["Japan", "03-1234-5678", "+81312345678"],
  ["UK", "020 7946 0018", "+442079460018"],
  ["USA", "(416) 555-0134", "+14165550134"],
  ["Atlantis", "416 555 0134", "+14165550134"],
])("in a shop in %s, %s is the same customer as with the country code", (country, national, international) => {
  expect([phoneKey(national, country), phoneKey(international, country)]).toEqual([international, international]);
});

test("returns empty keys without contacts, which match no customer", () => {
  expect(customerKeys({}, "Canada")).toEqual({ emailKey: "", phoneKey: "" });
});

import { expect, test } from "vitest";
import { journalAccountProblem, parseJournalAccount } from "./journal-accounts.ts";
import { checkChange, parseSetting } from "./settings.schema.ts";
import { DEFAULT_SETTINGS, withChanges } from "./settings.ts";

test.each([
  ["1000 Cash", "1000", "Cash"],
  ["8400/19 Erlöse 19 % USt", "8400/19", "Erlöse 19 % USt"],
  ["A-12.3 Kasse", "A-12.3", "Kasse"],
])("%s is an account", (text, number, name) => {
  expect(parseJournalAccount(text)).toEqual({ number, name });
  expect(parseSetting("JOURNAL_CASH", text)).toEqual({ ok: true, value: text });
});

test.each([
  "Cash",
  "1000",
  "Cash 1000",
  "=1000 Cash",
  "-1 Cash",
  "1000\nCash",
  "12345678901234567 Cash",
  "1000,5 Cash",
  `1000 ${"x".repeat(200)}`,
])("%j is refused", (text) => {
  expect(parseSetting("JOURNAL_CASH", text).ok).toBe(false);
});

test("the default accounts go together, and an empty field is the default", () => {
  expect(journalAccountProblem(DEFAULT_SETTINGS)).toBeNull();
  expect(parseSetting("JOURNAL_CASH", " ")).toEqual({ ok: true, value: "1000 Cash" });
});

test.each([
  [{ JOURNAL_CARD: "1000 Cards" }, "JOURNAL_CARD"],
  [{ JOURNAL_CARD: "1000 Cash" }, "JOURNAL_CARD"],
  [{ JOURNAL_TIPS: "4000 Sales" }, "JOURNAL_SALES"],
  [{ JOURNAL_DELIVERY: "4000 Delivery" }, "JOURNAL_DELIVERY"],
  [{ JOURNAL_CASH: "k1 Kasse", JOURNAL_TAX: "K1 Tax" }, "JOURNAL_TAX"],
])("%j cannot be saved", (changes, key) => {
  expect(checkChange(DEFAULT_SETTINGS, withChanges(DEFAULT_SETTINGS, changes))).toMatchObject([{ key, blocks: true }]);
});

test("sales, delivery fees, discounts and refunds may be one account", () => {
  const changes = {
    JOURNAL_SALES: "8400 Erlöse",
    JOURNAL_DELIVERY: "8400 Erlöse",
    JOURNAL_DISCOUNTS: "8400 Erlöse",
    JOURNAL_REFUNDS: "8400 Erlöse",
  };
  expect(checkChange(DEFAULT_SETTINGS, withChanges(DEFAULT_SETTINGS, changes))).toEqual([]);
});

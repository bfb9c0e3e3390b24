import fc from "fast-check";
import { expect, test } from "vitest";
import { anOrder, YEAR_START } from "#test/random-orders.ts";
import { addMinutes } from "#app/values/time.ts";
import { addCounted, countOrder, newlyCounted, NOTHING, type Counted } from "./counted.ts";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import { journalAccounts, journalOf, type Account } from "./journal.ts";
import { orderLines, type LedgerOrder } from "./order-lines.ts";

const ACCOUNTS = journalAccounts(DEFAULT_SETTINGS);
const NO_CASH = { float: 0, terminal: 0, counted: 0 };
const words = (counted: Counted, cash = NO_CASH) =>
  journalOf(counted, cash).map(({ account, detail, debit, credit }) =>
    [ACCOUNTS[account].name, detail, debit > 0 ? `debit ${debit}` : `credit ${credit}`].filter(Boolean).join(", "),
  );
const day: Counted = {
  ...NOTHING,
  orders: 2,
  items: 6750,
  discounts: 676,
  taxAdded: 790,
  tips: 1012,
  card: 3938,
  atPickup: 3938,
  refunds: 1000,
  taxes: [{ label: "HST", rate: 130_000, base: 6074, amount: 790 }],
  refundTaxes: [{ label: "HST", rate: 130_000, base: 771, amount: 100 }],
};

test("books a day with cash, a terminal, a refund and missing cash", () => {
  expect(words(day, { float: 10_000, terminal: 938, counted: 12_950 })).toEqual([
    "Card payments on their way, debit 2938",
    "Cash, debit 2950",
    "Card terminal payments on their way, debit 938",
    "Discounts, debit 676",
    "Refunds, debit 900",
    "Sales, credit 6750",
    "Tax payable, HST 13%, credit 690",
    "Tips payable, credit 1012",
    "Cash over and short, debit 50",
  ]);
});

test("excludes included tax from sales and books negative amounts as the opposite", () => {
  const included: Counted = {
    ...NOTHING,
    orders: -1,
    items: -2400,
    taxIncluded: -400,
    atPickup: -2400,
    taxes: [{ label: "VAT", rate: 200_000, base: -2000, amount: -400 }],
  };
  expect(words(included, { ...NO_CASH, counted: -2400 })).toEqual([
    "Cash, credit 2400",
    "Sales, debit 2000",
    "Tax payable, VAT 20%, debit 400",
  ]);
});

test("books tax without a rate, so that the day still balances", () => {
  const old: Counted = { ...NOTHING, orders: 1, items: 1000, taxAdded: 130, card: 1130 };
  expect(words(old)).toEqual(["Card payments on their way, debit 1130", "Sales, credit 1000", "Tax payable, credit 130"]);
});

test("books nothing for a day without anything", () => {
  expect(journalOf(NOTHING, NO_CASH)).toEqual([]);
});

test("debits equal credits on every day of a random year, and the accounts add up to all orders", () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  const cashCounts = fc.array(fc.record({ float: cents, terminal: cents, counted: cents }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(anOrder, { minLength: 1, maxLength: 60 }), cashCounts, (orders, counts) => {
      const before = orders.map(() => NOTHING);
      const balances = new Map<Account, number>();
      let drawer = 0;
      for (let week = 1; week <= 75; week += 1) {
        const span = { from: YEAR_START, until: addMinutes(YEAR_START, week * 7 * 24 * 60) };
        const counted = addCounted(
          orders.map((order, index) => {
            const now = countOrder(order, span);
            const fresh = newlyCounted(now, before[index] ?? NOTHING);
            before[index] = now;
            return fresh;
          }),
        );
        const cash = counts[week % counts.length] ?? NO_CASH;
        drawer += cash.counted - cash.float;
        const lines = journalOf(counted, cash);
        expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
        for (const { account, debit, credit } of lines) balances.set(account, (balances.get(account) ?? 0) + debit - credit);
      }
      const all = addCounted(before);
      expect(balances.get("card") ?? 0).toBe(all.card - all.refunds);
      expect(balances.get("cash") ?? 0).toBe(drawer);
      expect(0 - (balances.get("sales") ?? 0)).toBe(all.items - all.taxIncluded);
      expect(0 - (balances.get("tips") ?? 0)).toBe(all.tips);
      const refundTax = all.refundTaxes.reduce((sum, { amount }) => sum + amount, 0);
      expect(0 - (balances.get("tax") ?? 0)).toBe(all.taxAdded + all.taxIncluded - refundTax);
    }),
    { numRuns: 40 },
  );
});

/** The burgers and fries of docs/rules/prices-and-tax.md, delivered. */
const ledger: LedgerOrder = {
  sign: 1,
  refunds: 0,
  deliveryFee: 400,
  discount: 438,
  tip: 506,
  tax: 434,
  isTaxIncluded: false,
  taxLines: [{ label: "HST", rate: 130_000, base: 3337, amount: 434 }],
  taxTable: null,
  items: [
    { name: "Burger", quantity: 2, lineTotal: 2900, discount: 290, tax: 339, taxRate: 130_000 },
    { name: "Fries", quantity: 1, lineTotal: 475, discount: 48, tax: 56, taxRate: 130_000 },
  ],
};
const paid = (order: LedgerOrder) => orderLines(order).map(({ kind, quantity, paid: amount }) => [kind, quantity, amount]);

test("splits an order into lines that add up to its total", () => {
  expect(paid(ledger)).toEqual([
    ["item", 2, 2949],
    ["item", 1, 483],
    ["delivery", 1, 339],
    ["tip", 1, 506],
  ]);
});

test("takes lines back with opposite signs, and lists a later refund alone", () => {
  expect(paid({ ...ledger, sign: -1 })[0]).toEqual(["item", -2, -2949]);
  expect(paid({ ...ledger, sign: 0, refunds: 1000 })).toEqual([["refund", 1, -1000]]);
  expect(paid({ ...ledger, isTaxIncluded: true, deliveryFee: 0, discount: 338, tax: 395, tip: 0 })).toEqual([
    ["item", 2, 2610],
    ["item", 1, 427],
  ]);
});

test("names the rate of each line and the taxes that make it up", () => {
  const cells = (order: LedgerOrder) => orderLines(order).map(({ taxRate, taxComponents }) => [taxRate, taxComponents]);
  const hst = ["13%", "HST 13%"];
  expect(cells({ ...ledger, refunds: 100 })).toEqual([hst, hst, hst, ["", ""], ["", ""]]);
  const components = [
    { label: "GST", rate: 50_000 },
    { label: "PST 8 %", rate: 80_000 },
  ];
  const [burger, fries] = ledger.items;
  const taxTable = { delivery: 0, rates: [{ rate: 130_000, components }] };
  expect(cells({ ...ledger, taxTable, items: [burger!, { ...fries!, taxRate: 0 }] })).toEqual([
    ["13%", "GST 5%; PST 8 %"],
    ["0%", ""],
    ["0%", ""],
    ["", ""],
  ]);
});

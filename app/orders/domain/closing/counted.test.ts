import fc from "fast-check";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import { expect, test } from "vitest";
import { spansOf } from "#app/orders/domain/figures/report-period.ts";
import { totalLeft } from "#app/orders/domain/changes/order-change.ts";
import { keepsMoney } from "#app/orders/domain/handover-payment.ts";
import { addMinutes } from "#app/values/time.ts";
import { anOrder, YEAR_START } from "#test/random-orders.ts";
import { taxRows, type TaxRow } from "./closing-tables.ts";
import {
  addCounted,
  countFurther,
  countOrder,
  isNothing,
  moneyKept,
  netSales,
  newlyCounted,
  NOTHING,
  orderTotals,
  refundedUntil,
  takenAbove,
  type CountableOrder,
} from "./counted.ts";
import { UNTAXED } from "./tax-cells.ts";
import { journalOf, type JournalLine } from "./journal.ts";
import { orderLines, type OrderLine } from "./order-lines.ts";

const at = (time: string) => new Date(`2026-11-${time}Z`);
const DAY = { from: at("20T09:00:00"), until: at("21T09:00:00") };
const HST = { label: "HST", rate: 130_000, base: 3037, amount: 395 };

/** The burgers and fries of docs/rules/prices-and-tax.md. */
const order = (changes: Partial<CountableOrder> = {}): CountableOrder => ({
  status: "completed",
  subTotal: 3375,
  discount: 338,
  deliveryFee: 0,
  tip: 506,
  tax: 395,
  taxLines: [HST],
  isTaxIncluded: false,
  taxTable: null,
  finalTotal: 3938,
  captured: 3938,
  paidBy: null,
  acceptedAt: at("20T22:15:00"),
  completedAt: at("20T22:45:00"),
  endedAt: null,
  refunds: [],
  ...changes,
});
const CASH = { captured: 0 };

test("a refund contains its share of each tax of a rate", () => {
  const [gst, pst] = [
    { label: "GST", rate: 50_000, base: 3037, amount: 152 },
    { label: "PST", rate: 70_000, base: 3037, amount: 213 },
  ];
  const taxTable = { delivery: 0, rates: [{ rate: 120_000, components: [gst, pst].map(({ label, rate }) => ({ label, rate })) }] };
  const twoTaxes = { tax: 365, taxLines: [gst, pst], taxTable, finalTotal: 3908, captured: 3908 };
  const refunded = (amount: number) => countOrder(order({ ...twoTaxes, refunds: [{ amount, at: at("20T23:00:00") }] }), DAY).refundTaxes;
  expect(refunded(3908)).toEqual([gst, pst]);
  // Half of 152, 213 and 3037, each to the cent.
  expect(refunded(1954)).toEqual([
    { ...gst, base: 1519, amount: 76 },
    { ...pst, base: 1519, amount: 107 },
  ]);
});

test.for<[string, Partial<CountableOrder>, boolean]>([
  ["a card when the order was accepted", { status: "preparing", completedAt: null }, true],
  ["a card accepted before the day", { acceptedAt: at("20T08:59:59") }, false],
  ["a card accepted at the end of the day", { acceptedAt: at("21T09:00:00") }, false],
  ["a card that waits for acceptance", { status: "received", acceptedAt: null, completedAt: null }, false],
  ["a card of an order called off before acceptance", { status: "rejected", acceptedAt: null, endedAt: at("20T22:20:00") }, true],
  ["a kept card of a cancelled order", { status: "cancelled", completedAt: null, endedAt: at("20T23:00:00") }, true],
  ["cash when the order was handed over", CASH, true],
  ["cash of an order that is not handed over", { ...CASH, status: "ready", completedAt: null }, false],
  ["cash of a completion that was taken back and cancelled", { ...CASH, status: "cancelled", completedAt: null }, false],
  ["cash of an order handed over after the day", { ...CASH, completedAt: at("21T09:00:00") }, false],
  ["cash that staff took with the order", { ...CASH, paidBy: "cash", status: "accepted", completedAt: null }, true],
  ["a terminal payment of an order handed over after the day", { ...CASH, paidBy: "terminal", completedAt: at("21T10:00:00") }, true],
  ["cash paid back because the order was called off", { ...CASH, paidBy: "cash", status: "cancelled", completedAt: null }, false],
  ["a free order", { ...CASH, discount: 3375, tip: 0, tax: 0, taxLines: [], finalTotal: 0 }, true],
])("counts or leaves out %s", ([, changes, isCounted]) => {
  expect(countOrder(order(changes), DAY).orders).toBe(isCounted ? 1 : 0);
});

test("splits an order into the parts of its total", () => {
  expect(countOrder(order(), DAY)).toEqual({
    ...NOTHING,
    orders: 1,
    items: 3375,
    discounts: 338,
    taxAdded: 395,
    tips: 506,
    card: 3938,
    taxes: [HST],
  });
  const cash = countOrder(order(CASH), DAY);
  expect([cash.card, cash.atPickup, netSales(cash), orderTotals(cash)]).toEqual([0, 3938, 3037, 3938]);
});

test("takes included tax out of net sales", () => {
  const lines = [{ label: "VAT", rate: 200_000, base: 2050, amount: 410 }];
  const counted = countOrder(
    order({
      subTotal: 2400,
      discount: 240,
      deliveryFee: 300,
      tip: 200,
      tax: 410,
      taxLines: lines,
      isTaxIncluded: true,
      finalTotal: 2660,
      captured: 2660,
    }),
    DAY,
  );
  expect([netSales(counted), counted.taxAdded, counted.taxIncluded, orderTotals(counted)]).toEqual([2050, 0, 410, 2660]);
});

test("a refund contains its share of each tax, and a complete one all of it", () => {
  const refunded = (amount: number) => countOrder(order({ refunds: [{ amount, at: at("20T23:00:00") }] }), DAY);
  expect(refunded(3938).refundTaxes).toEqual([HST]);
  expect(refunded(1000)).toMatchObject({ refunds: 1000, refundTaxes: [{ base: 771, amount: 100 }] });
});

test("counts refunds up to the end of the span, at most the amount paid", () => {
  const refunds = [
    { amount: 1000, at: at("20T08:00:00") },
    { amount: 500, at: at("21T08:59:59") },
    { amount: 300, at: at("21T09:00:00") },
  ];
  expect(countOrder(order({ refunds }), DAY).refunds).toBe(1500);
  expect(countOrder(order({ refunds, acceptedAt: at("21T10:00:00") }), DAY)).toEqual(NOTHING);
  expect(countOrder(order({ refunds: [{ amount: 9000, at: at("20T23:00:00") }] }), DAY).refunds).toBe(3938);
});

test("excludes amounts returned for items removed after payment", () => {
  const edited = { finalTotal: 3384, subTotal: 2900, discount: 290, tax: 339, tip: 435, taxLines: [{ ...HST, base: 2610, amount: 339 }] };
  const waiting = countOrder(order(edited), DAY);
  expect([waiting.card, waiting.refunds, takenAbove(waiting)]).toEqual([3938, 0, 554]);
  const done = countOrder(order({ ...edited, refunds: [{ amount: 554, at: at("20T22:20:00") }] }), DAY);
  expect([done.card, done.refunds, takenAbove(done), done.refundTaxes]).toEqual([3384, 0, 0, []]);
});

test("counts only changes since an earlier day, and reverses cancelled sales", () => {
  const first = countOrder(order(CASH), DAY);
  expect(isNothing(newlyCounted(first, first))).toBe(true);
  const gone = newlyCounted(countOrder(order({ ...CASH, status: "cancelled", completedAt: null }), DAY), first);
  expect(gone).toMatchObject({ orders: -1, items: -3375, atPickup: -3938, taxes: [{ amount: -395, base: -3037 }] });
  expect(addCounted([first, gone])).toEqual(NOTHING);
});

test("counts untaxed sales, except of orders counted without them before", () => {
  const line = { label: UNTAXED, rate: 0, base: 1000, amount: 0 };
  const mixed = { finalTotal: 4938, subTotal: 4375, captured: 4938, taxLines: [HST, line] };
  const sold = countFurther(order(mixed), NOTHING, DAY);
  expect(sold.taxes).toEqual([HST, line]);
  expect(sold.taxes.reduce((sum, { base }) => sum + base, 0)).toBe(netSales(sold));
  expect(taxRows(sold).at(-1)).toEqual({ label: "No tax 0%", base: 1000, tax: 0, refundBase: 0, refundTax: 0 });
  const refunded = order({ ...mixed, refunds: [{ amount: 4938, at: at("20T23:00:00") }] });
  expect(countFurther(refunded, sold, DAY)).toMatchObject({ orders: 0, taxes: [], refundTaxes: [HST, line] });
  const soldBefore = countOrder(order({ ...mixed, taxLines: [HST] }), DAY);
  expect(countFurther(refunded, soldBefore, DAY)).toMatchObject({ orders: 0, taxes: [], refundTaxes: [HST] });
});

test("the days of a random year add up to all orders and refunds, to the cent", () => {
  const days = spansOf({ from: "2026-01-01", to: "2027-05-31" }, "America/Toronto");
  const end = days.at(-1)?.endsAt ?? YEAR_START;
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (orders, gaps) => {
        const sums = orders.map(() => NOTHING);
        const closed = [];
        // Some days are closed alone, others several together.
        for (let index = 0, turn = 0; index < days.length; turn += 1) {
          index = Math.min(days.length, index + (gaps[turn % gaps.length] ?? 1));
          const until = days[index - 1]?.endsAt ?? end;
          const added = orders.map((each, place) => {
            const now = countOrder(each, { from: YEAR_START, until });
            const fresh = newlyCounted(now, sums[place] ?? NOTHING);
            sums[place] = addCounted([sums[place] ?? NOTHING, fresh]);
            return fresh;
          });
          closed.push(addCounted(added));
        }
        const all = addCounted(closed);
        expect(all).toEqual(addCounted(orders.map((each) => countOrder(each, { from: YEAR_START, until: end }))));
        const taken = orders.filter((each) => each.captured > 0 || each.status === "completed" || keepsMoney(each));
        const sum = (part: (each: CountableOrder) => number) => taken.reduce((total, each) => total + part(each), 0);
        const back = (each: CountableOrder) =>
          Math.min(
            each.captured,
            each.refunds.reduce((total, { amount }) => total + amount, 0),
          );
        expect(all.orders).toBe(taken.length);
        expect(moneyKept(all)).toBe(sum((each) => (each.captured > 0 ? each.captured - back(each) : each.finalTotal)));
        expect(orderTotals(all)).toBe(sum((each) => each.finalTotal));
        // As reports and customers' pages count them.
        expect(orderTotals(all) - all.refunds).toBe(sum((each) => totalLeft({ ...each, refunded: back(each) })));
        expect(all.taxAdded + all.taxIncluded).toBe(sum((each) => each.tax));
        expect(all.taxes.reduce((total, { amount }) => total + amount, 0)).toBe(sum((each) => each.tax));
        expect(netSales(all) + all.taxAdded + all.taxIncluded + all.tips).toBe(orderTotals(all));
      },
    ),
    { numRuns: 60 },
  );
});

/** Amounts by name, without those of nothing. */
function byName(rows: readonly (readonly [name: string, amount: number])[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const [name, amount] of rows) sums.set(name, (sums.get(name) ?? 0) + amount);
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

test("order lines, tax and journal of a random year add up to all orders and refunds, to the cent", () => {
  const accounts = fc.record({ float: fc.nat(9_000), terminal: fc.nat(9_000), counted: fc.nat(90_000) });
  fc.assert(
    fc.property(
      fc.array(anOrder, { minLength: 1, maxLength: 40 }),
      fc.array(fc.integer({ min: 5, max: 60 }), { minLength: 1 }),
      accounts,
      (orders, gaps, cash) => {
        const sums = orders.map(() => NOTHING);
        const lines: OrderLine[] = [];
        const taxes: TaxRow[] = [];
        const journal: JournalLine[] = [];
        for (let day = 0, turn = 0; day < 515; turn += 1) {
          day = Math.min(515, day + (gaps[turn % gaps.length] ?? 1));
          const until = addMinutes(YEAR_START, day * 24 * 60);
          const fresh = orders.map((each, place) => newlyCounted(countOrder(each, { from: YEAR_START, until }), sums[place] ?? NOTHING));
          fresh.forEach((added, place) => {
            const order = orders[place];
            sums[place] = addCounted([sums[place] ?? NOTHING, added]);
            if (order !== undefined) lines.push(...orderLines({ ...order, sign: added.orders, refunds: added.refunds }));
          });
          taxes.push(...taxRows(addCounted(fresh)));
          journal.push(...journalOf(addCounted(fresh), cash));
        }
        const end = addMinutes(YEAR_START, 515 * 24 * 60);
        const taken = orders.filter((each) => countOrder(each, { from: YEAR_START, until: end }).orders === 1);
        const left = taken.map((each) => totalLeft({ ...each, refunded: refundedUntil(each, end) }));
        const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
        const ofLines = (part: (line: OrderLine) => number, ...kinds: readonly OrderLine["kind"][]) =>
          sum(lines.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).map(part));
        expect(ofLines(({ paid }) => paid)).toBe(sum(left));
        expect(ofLines(({ paid }) => paid, "item", "delivery", "tip")).toBe(sum(taken.map(({ finalTotal }) => finalTotal)));
        expect(ofLines(({ list }) => list, "item")).toBe(sum(taken.map(({ subTotal }) => subTotal)));
        expect(ofLines(({ list }) => list, "delivery")).toBe(sum(taken.map(({ deliveryFee }) => deliveryFee)));
        expect(ofLines(({ paid }) => paid, "tip")).toBe(sum(taken.map(({ tip }) => tip)));
        expect(ofLines(({ discount }) => discount)).toBe(sum(taken.map(({ discount }) => discount)));
        expect(ofLines(({ tax }) => tax)).toBe(sum(taken.map(({ tax }) => tax)));
        const stored = taken.flatMap(({ taxLines }) => taxLines.map((line) => ({ ...line, label: taxLabel(line.label, line.rate) })));
        expect(byName(taxes.map(({ label, tax }) => [label, tax]))).toEqual(byName(stored.map(({ label, amount }) => [label, amount])));
        expect(byName(taxes.map(({ label, base }) => [label, base]))).toEqual(byName(stored.map(({ label, base }) => [label, base])));
        expect(sum(taxes.map(({ refundTax }) => refundTax))).toBe(
          sum(sums.flatMap(({ refundTaxes }) => refundTaxes.map(({ amount }) => amount))),
        );
        const due = sum(taxes.map(({ tax, refundTax }) => tax - refundTax));
        const booked = journal.filter(({ account }) => account === "tax").map(({ debit, credit }) => credit - debit);
        expect(sum(booked)).toBe(due);
        expect(sum(journal.map(({ debit, credit }) => debit - credit))).toBe(0);
      },
    ),
    { numRuns: 60 },
  );
});

import { describe, expect, test } from "vitest";
import { US_REGION } from "#app/values/clock/shop-clock.ts";
import {
  countedAt,
  countedText,
  hasCode,
  isDoubtful,
  NO_COUNTS,
  readDraft,
  scanIn,
  settledDraft,
  summaryOf,
  unitsOf,
  withCount,
  withEarlier,
  withOneMore,
  withoutCounts,
} from "./count-draft.ts";
import { countsField } from "./counts.schema.ts";
import { MAX_COUNTS, stockAfterCount, type CountRow, type LaterMovement } from "./stock-taking.ts";

const ACT = "0197e0a0-0000-7000-8000-000000000001";
const count = { productId: 1, variantId: null, counted: 8, seen: 10, movement: 5, ageSeconds: 0, lastedSeconds: 0 };
const movement = (before: number | null, after: number | null, over: Partial<LaterMovement> = {}): LaterMovement => ({
  before,
  after,
  reason: "order",
  userName: "",
  stockTaking: null,
  isAfter: true,
  isDuring: false,
  ...over,
});

describe("stock after a count", () => {
  test.for([
    ["nothing happened since", 10, [], 8],
    ["units were sold since", 7, [movement(10, 7)], 5],
    ["units were sold and returned since", 10, [movement(10, 7), movement(7, 10, { reason: "return" })], 8],
    ["units were sold before the row was counted", 7, [movement(10, 7, { isAfter: false })], 8],
    ["some were sold before and some after", 6, [movement(10, 7, { isAfter: false }), movement(7, 6)], 7],
    [
      "the same stock-taking applied it after a sale before the count",
      8,
      [movement(10, 7, { isAfter: false }), movement(7, 8, { reason: "stock-taking", stockTaking: ACT })],
      8,
    ],
    [
      "an order between its scans was given up",
      10,
      [movement(10, 7, { isAfter: false, isDuring: true }), movement(7, 10, { reason: "return", isAfter: false, isDuring: true })],
      8,
    ],
    ["the same stock-taking applied it before", 8, [movement(10, 8, { reason: "stock-taking", stockTaking: ACT })], 8],
  ] as const)("is what was counted less what was sold since when %s", ([, stock, later, after]) => {
    expect(stockAfterCount(count, stock, later, ACT)).toEqual({ ok: true, value: after });
  });

  test.for([
    ["it is not counted any more", undefined, [], "It is not counted any more."],
    [
      "staff set it",
      12,
      [movement(10, 12, { reason: "edit", userName: "Ana" })],
      "Ana set the stock from 10 to 12 meanwhile. Count it again.",
    ],
    [
      "another stock-taking applied it",
      8,
      [movement(10, 8, { reason: "stock-taking", userName: "Ben", stockTaking: "another" })],
      "Ben set the stock from 10 to 8 meanwhile. Count it again.",
    ],
    [
      "it was counted again after it was applied",
      9,
      [movement(10, 9, { reason: "stock-taking", userName: "Ana", stockTaking: ACT })],
      "Ana set the stock from 10 to 9 meanwhile. Count it again.",
    ],
    ["more was sold than was counted", 1, [movement(10, 1)], "9 sold since the count of 8. Count it again."],
    ["the page showed another stock", 11, [], "Its stock is 11 now. Count it again."],
    [
      "some were sold between its scans",
      9,
      [movement(10, 9, { isAfter: false, isDuring: true })],
      "Its stock changed between its scans. Count it again.",
    ],
  ] as const)("is refused when %s", ([, stock, later, error]) => {
    expect(stockAfterCount(count, stock, later, ACT)).toEqual({ ok: false, error });
  });
});

test("refuses only the counts that are over 30 days old or in the future", () => {
  const day = 86_400;
  const tooOld = "It was counted more than 30 days ago, by the clock of the device. Count it again.";
  const toCome = "The clock of the device was wrong when it was counted. Count it again.";
  for (const [ageSeconds, refusal] of [
    [-1, toCome],
    [-90 * 365 * day, toCome],
    [56 * 365 * day, tooOld],
    [9_000_000_000_000_000, tooOld],
  ] as const) {
    const [read] = countsField.parse(JSON.stringify({ act: ACT, counts: [{ ...count, ageSeconds }] })).counts;
    expect(read === undefined ? null : stockAfterCount(read, 10, [], ACT)).toEqual({ ok: false, error: refusal });
    expect(() => new Date(Date.now() - (read?.ageSeconds ?? 0) * 1000).toISOString()).not.toThrow();
  }
  expect(stockAfterCount({ ...count, ageSeconds: 30 * day }, 10, [], ACT)).toEqual({ ok: true, value: 8 });
  expect(stockAfterCount({ ...count, ageSeconds: 30 * day + 1 }, 10, [], ACT)).toEqual({ ok: false, error: tooOld });
});

const cola: CountRow = {
  productId: 1,
  variantId: null,
  name: "Cola",
  options: "",
  sku: "COLA",
  barcode: "0012345678905",
  stock: 5,
  step: null,
  movement: 3,
};
const large: CountRow = { ...cola, variantId: 7, options: "Large", sku: null, barcode: null, stock: 2, movement: 9 };

describe("draft of counts", () => {
  test("compares a typed count with the row's stock, and a scan adds one", () => {
    const typed = withCount(withCount(readDraft(null), cola, "4", 1), large, "2", 2);
    const draft = withOneMore(typed, { ...cola, stock: 4, movement: 4 }, 3);
    expect(summaryOf(readDraft(JSON.stringify(draft)))).toMatchObject({
      counts: [
        { productId: 1, variantId: null, counted: 5, seen: 5, movement: 3, at: 3, firstAt: 1 },
        { variantId: 7, counted: 2, seen: 2, at: 2, firstAt: 2 },
      ],
      differing: [],
      invalid: [],
    });
    expect(summaryOf(withCount(draft, large, "0", 4)).differing).toMatchObject([{ label: "Cola, Large", difference: -2 }]);
    expect(Object.keys(withCount(draft, large, " ", 4).counts)).toEqual(["p1"]);
  });

  test("keeps a row's latest time when the clock goes back between scans", () => {
    const draft = withOneMore(withOneMore(readDraft(null), cola, 900), cola, 100);
    expect(summaryOf(draft).counts).toMatchObject([{ counted: 2, firstAt: 100, at: 900 }]);
  });

  test("leaves out refused counts and those above the limit of one stock-taking", () => {
    const many = Array.from({ length: MAX_COUNTS + 2 }, (_, index) => ({ ...cola, productId: index + 1 }));
    const all = { ...NO_COUNTS, counts: Object.assign({}, ...many.map((row) => withCount(NO_COUNTS, row, "4", 1).counts)) };
    const first = many.slice(0, MAX_COUNTS).map(({ productId }) => ({ productId, variantId: null, counted: 4 }));
    const refused = Object.fromEntries(first.map((each) => [`p${each.productId}`, "Ana set it."]));
    const [before, after] = [summaryOf(all), summaryOf(settledDraft(all, first, refused))];
    expect([before.counts.length, before.differing.length, before.left]).toEqual([MAX_COUNTS, MAX_COUNTS, 2]);
    expect([after.counts.map(({ productId }) => productId), after.differing.length, after.left]).toEqual([
      [MAX_COUNTS + 1, MAX_COUNTS + 2],
      2,
      0,
    ]);
  });

  test("keeps refused counts with their reason, and rows counted again meanwhile", () => {
    const sent = withCount(withCount(withCount(readDraft(null), cola, "4", 1), large, "1", 1), { ...cola, productId: 3 }, "1", 1);
    const now = withCount(sent, { ...cola, productId: 3 }, "2", 2);
    const left = settledDraft(now, summaryOf(sent).counts, { v7: "Ana set it." });
    expect(Object.entries(left.counts).map(([key, { problem }]) => [key, problem])).toEqual([
      ["v7", "Ana set it."],
      ["p3", ""],
    ]);
    expect(withOneMore(left, large, 3).counts["v7"]).toMatchObject({ text: "1", problem: "" });
  });

  test("restores a row's earlier count and refusal after a scanner typed into it", () => {
    const refused = settledDraft(withCount(readDraft(null), cola, "4", 1), [{ productId: 1, variantId: null, counted: 4 }], {
      p1: "Ana set it.",
    });
    const typed = withCount(refused, { ...cola, stock: 9, movement: 8 }, "4006381333931", 2);
    expect(withEarlier(typed, cola, refused.counts["p1"])).toEqual(refused);
    expect(withEarlier(typed, cola, undefined).counts).toEqual({});
  });

  test.for([
    ["12", 12],
    [" 0 ", 0],
    ["1.5", null],
    ["-1", null],
    ["1000001", null],
    ["", null],
  ] as const)("reads %j as %s", ([text, units]) => {
    expect(unitsOf(text)).toBe(units);
  });

  const ana = { id: 1, name: "Ana" };
  const at = new Date("2026-03-02T21:40:00Z");
  const draftOf = (by: typeof ana | null, continued = 0) => ({ ...withCount(readDraft(null), cola, "4", at.getTime()), by, continued });
  const hoursLater = (hours: number) => at.getTime() + hours * 3_600_000;

  test.for([
    ["Ana's own of today are simply there", ana, 2, 0, false],
    ["Ana's own of yesterday are asked about, fewer than 24 hours later", ana, 11, 0, true],
    ["Ana's own of this day of the shop are not", ana, 7, 0, false],
    ["Ana's own of just after midnight are not, while the page looks at its clock of before", ana, -17, 0, false],
    ["Ana's own of a day ago that she continued are not", ana, 24, at.getTime(), false],
    ["what was refused of Ana's, whose last count was applied, is not", ana, 24, at.getTime() + 60_000, false],
    ["Ben's are asked about", { id: 2, name: "Ben" }, 0, 0, true],
    ["Ben's are asked about though others were continued", { id: 2, name: "Ben" }, 0, at.getTime(), true],
    ["those of an earlier version, which knew no owner, are asked about", null, 0, 0, true],
  ] as const)("%s", ([, by, hours, continued, isAsked]) => {
    const draft = readDraft(JSON.stringify(draftOf(by, continued)));
    const now = new Date(hoursLater(hours));
    expect(isDoubtful(draft, ana.id, new Date(countedAt(draft)), now, "America/New_York")).toBe(isAsked);
    const none = withoutCounts(draft, ["p1"]);
    expect(isDoubtful(none, ana.id, new Date(countedAt(none)), now, "America/New_York"), "nothing is counted").toBe(false);
  });

  test("says who counted and when, in the shop's zone", () => {
    const clock = { timeZone: "UTC", region: US_REGION };
    const draft = draftOf(ana);
    const textAt = (hours: number, over = {}) =>
      countedText(draft, new Date(countedAt(draft)), new Date(hoursLater(hours)), { ...clock, ...over });
    expect([1, 20, 50].map((hours) => textAt(hours))).toEqual([
      "Counted by Ana, today at 9:40 PM",
      "Counted by Ana, yesterday at 9:40 PM",
      "Counted by Ana, Mar 2, 9:40 PM",
    ]);
    expect(textAt(20, { timeZone: "America/New_York" })).toBe("Counted by Ana, yesterday at 4:40 PM");
    expect(countedText({ ...draft, by: null }, at, at, clock)).toBe("Counted today at 9:40 PM");
  });

  test.for([
    ["letters", "tea-1", [], { count: "", code: "tea-1" }],
    ["more digits than any stock", "40063819", [], { count: "", code: "40063819" }],
    ["digits as fast as a scanner", "1234", [100, 104, 109, 115, 121], { count: "", code: "1234" }],
    ["digits of a hand", "1234", [100, 190, 270, 360, 500], null],
    ["one digit and Enter", "7", [100, 101], null],
    ["a scan after a typed number", "51234", [100, 904, 909, 915, 921, 925], { count: "5", code: "1234" }],
    ["letters after a typed number", "12tea-1", [100, 300, 904, 909, 915, 921, 925, 930], { count: "12", code: "tea-1" }],
    ["a scan after a number that stood there", "51234", [904, 909, 915, 921, 925], { count: "5", code: "1234" }],
    ["a scan with a short delay in it", "400638193", [0, 4, 8, 60, 64, 68, 72, 76, 80, 84], { count: "", code: "400638193" }],
    ["a short scan with a short delay in it", "1234", [100, 104, 160, 164, 168], null],
    ["a scan after a typing error", "1.51234", [100, 300, 500, 904, 909, 915, 921, 925], null],
    ["a fast start", "123", [100, 104, 400, 404], null],
    ["a typing error", "1.5", [], null],
  ] as const)("tells a scan from a count: %s", ([, text, keys, scanned]) => {
    expect(scanIn(text, keys)).toEqual(scanned);
  });

  test("finds a row by SKU in any case, and by UPC and EAN", () => {
    expect(["cola", "012345678905", "0012345678905", "col"].map((code) => hasCode(cola, code))).toEqual([true, true, true, false]);
  });
});

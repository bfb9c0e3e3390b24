import { expect, test } from "vitest";
import type { ListResult, PaymentFailure, PayoutFacts, PayoutPart } from "#app/payments/gateway/gateway.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { csvOf, PLAIN_CSV } from "#app/values/csv.ts";
import { payoutLines, readPayoutsView, readWholePayouts } from "./payouts-view.server.ts";

const { services } = await openTestShop();
const active = await services.payments.current();
const settings = await readSettings(services.db);

const DAYS = { from: "2026-06-01", to: "2026-06-03" };
const NOON = Date.UTC(2026, 5, 2, 12) / 1000;
const payoutOf = (more: Partial<PayoutFacts> = {}): PayoutFacts => {
  return { id: "po_1", amount: 900, currency: "usd", status: "paid", created: NOON, arrival: NOON, automatic: true, ...more };
};
const partOf = (amount: number, fee: number, currency = "usd"): PayoutPart => {
  return { id: `txn_${amount}_${fee}`, type: "charge", amount, fee, currency, created: NOON, intentId: null };
};
const told = (...items: readonly PayoutPart[]): ListResult<PayoutPart> => ({ ok: true, items, complete: true });
const failed = (kind: PaymentFailure["kind"], code: string | null = null): PaymentFailure => {
  return { ok: false, kind, message: "Not now.", code, declineCode: null };
};

/** A provider with these responses. */
function shopWith(
  payouts: readonly PayoutFacts[],
  partsOf: (id: string, deadline?: number) => ListResult<PayoutPart>,
  hasAllDisputes = true,
) {
  const gateway: typeof active.gateway = {
    ...active.gateway,
    listPayouts: async () => ({ ok: true, items: payouts, complete: true }),
    listPayoutParts: async (id, deadline) => partsOf(id, deadline),
    listDisputes: async () => ({ ok: true, items: [], complete: hasAllDisputes }),
  };
  return { ...services, payments: { ...services.payments, current: async () => ({ ...active, gateway }) } };
}
/** The cells of the file; none of them has a comma. */
const rowsOf = (payouts: Parameters<typeof payoutLines>[0]) =>
  csvOf(payoutLines(payouts), PLAIN_CSV)
    .split("\r\n")
    .map((line) => line.split(","));

/** Type, amount, fee and net of each line. */
async function linesOf(payouts: readonly PayoutFacts[], parts: ListResult<PayoutPart>) {
  const read = await readWholePayouts(
    shopWith(payouts, () => parts),
    DAYS,
  );
  return "problem" in read
    ? read.problem
    : rowsOf(read.payouts)
        .slice(1, -1)
        .map((line) => [line[3], ...line.slice(7, 10)]);
}

test("reads all payouts' parts within one time limit and stops after a timeout", async () => {
  const asked: unknown[] = [];
  const payouts = Array.from({ length: 20 }, (_, index) => payoutOf({ id: `po_${index}` }));
  const silent = shopWith(payouts, (_id, deadline) => {
    asked.push(deadline);
    return failed("unreachable");
  });
  const view = await readPayoutsView(silent, DAYS, settings);
  expect(view.payouts?.map(({ parts, isBusy }) => [parts, isBusy])).toEqual(payouts.map(() => [null, true]));
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(asked).toEqual(asked.map(() => asked[0]));
  expect(asked[0]).toBeGreaterThan(0);
});

test("a manual payout is one row without parts", async () => {
  const ordered = shopWith([payoutOf({ automatic: false })], () => {
    throw new Error("asked");
  });
  const view = await readPayoutsView(ordered, DAYS, settings);
  expect(view.payouts).toMatchObject([{ automatic: false, isBusy: false, isComplete: true, sums: null, parts: null }]);
  const read = await readWholePayouts(ordered, DAYS);
  expect("payouts" in read && rowsOf(read.payouts)).toMatchObject({
    1: ["po_1", "2026-06-02", "paid", "payout", "", "", "", "9.00", "0.00", "9.00", "USD"],
  });
});

test.each<readonly [string, PayoutFacts, ListResult<PayoutPart>, readonly (readonly string[])[]]>([
  ["adds up", payoutOf(), told(partOf(1000, 100)), [["charge", "10.00", "1.00", "9.00"]]],
  [
    "lacks something",
    payoutOf(),
    { ok: true, items: [partOf(500, 50)], complete: false },
    [
      ["charge", "5.00", "0.50", "4.50"],
      ["difference", "4.50", "0.00", "4.50"],
    ],
  ],
  [
    "is rounded",
    payoutOf({ currency: "kwd", amount: 900 }),
    told(partOf(1000, 99, "kwd")),
    [
      ["charge", "10.000", "0.990", "9.010"],
      ["rounding", "-0.010", "0.000", "-0.010"],
    ],
  ],
  ["cannot be read", payoutOf(), failed("unreachable", "unreadable_answer"), [["payout", "9.00", "0.00", "9.00"]]],
  ["may not be read", payoutOf(), failed("auth"), [["payout", "9.00", "0.00", "9.00"]]],
])("the file has the whole payout where the list of its parts %s", async (_what, payout, parts, lines) => {
  expect(await linesOf([payout], parts)).toEqual(lines);
});

test.each(["unreachable", "rate-limited"] as const)("parts that are told in a minute are waited for: %s", async (kind) => {
  expect(await linesOf([payoutOf()], failed(kind))).toBe("Stripe did not tell all parts of the payouts. Try again in a minute.");
});

test("shows and sums amounts missing in the parts", async () => {
  const { payouts } = await readPayoutsView(
    shopWith([payoutOf()], () => told(partOf(500, 50))),
    DAYS,
    settings,
  );
  expect(payouts).toMatchObject([
    { sums: { amount: 950, fee: 50, unmatched: 1 }, parts: [{ type: "Charge" }, { type: "Difference", amount: 450 }] },
  ]);
});

test("says when there are more disputes than shown", async () => {
  const view = async (hasAll: boolean) =>
    (
      await readPayoutsView(
        shopWith([], () => told(), hasAll),
        DAYS,
        settings,
      )
    ).isDisputesCut;
  expect([await view(true), await view(false)]).toEqual([false, true]);
});

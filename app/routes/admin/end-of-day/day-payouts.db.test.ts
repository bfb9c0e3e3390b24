import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { dayClosingOrders, dayClosings } from "#app/orders/data/closing/tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { closeDay, reopenDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { writeClosingMail } from "#app/orders/workflows/mail/write-closing-mail.server.tsx";
import type { ListResult, PaymentFailure, PayoutFacts, PayoutPart } from "#app/payments/gateway/gateway.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder, type StoredOrder } from "#test/stored-orders.ts";
import * as detail from "./detail.tsx";

const shop = await openTestShop();
const { db } = shop.services;
const active = await shop.services.payments.current();
await writeSettings(
  db,
  shop.services.secrets,
  { STORE_TIMEZONE: "America/Toronto", ORDER_EMAIL_RECIPIENT: "shop@example.com" },
  { userId: 1, userName: "Ana" },
);
const OWNER = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };

/** 6 PM on that November day in Toronto. */
const evening = (day: number) => new Date(`2026-11-${day}T23:00:00Z`);
let now = evening(20);

const seconds = (day: number) => Date.UTC(2026, 10, day) / 1000;
const payout = (day: number, more: Partial<PayoutFacts> = {}): PayoutFacts => ({
  id: `po_${day}`,
  amount: 9000,
  currency: "usd",
  status: "paid",
  created: seconds(day - 1),
  arrival: seconds(day),
  automatic: true,
  ...more,
});
const part = (type: string, amount: number, intentId: string | null): PayoutPart => {
  return { id: `txn_${randomUUID()}`, type, amount, fee: type === "charge" ? 144 : 0, currency: "usd", created: seconds(20), intentId };
};
const failed = (kind: PaymentFailure["kind"]): PaymentFailure => ({ ok: false, kind, message: "Not now.", code: null, declineCode: null });

let kind: "stripe" | "simulator" = "stripe";
/** The provider's payouts, newest first, and their parts. */
let payouts: readonly PayoutFacts[] | PaymentFailure = [];
let parts: Readonly<Record<string, readonly PayoutPart[] | PaymentFailure>> = {};
const reads: string[] = [];
const list = <Item>(items: readonly Item[] | PaymentFailure): ListResult<Item> => {
  return "ok" in items ? items : { ok: true, items, complete: true };
};
const gateway: typeof active.gateway = {
  ...active.gateway,
  async listPayouts(from, before) {
    reads.push(`${from.toISOString().slice(0, 10)} ${before.toISOString().slice(0, 10)}`);
    return list(payouts);
  },
  async listPayoutParts(id) {
    reads.push(id);
    return list(parts[id] ?? []);
  },
};
const services = { ...shop.services, now: () => now, payments: { current: async () => ({ ...active, kind, gateway }) } };
const staff = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.execute(sql`truncate ${dayClosingOrders}, ${dayClosings}`);
  await db.delete(orders);
  await db.delete(mailOutbox);
  [now, kind, payouts, parts] = [evening(20), "stripe", [], {}];
  reads.length = 0;
});

const paid = async (day: number, paymentIntentId: string, changes: Partial<StoredOrder> = {}) =>
  (
    await storeOrder(db, {
      placedAt: evening(day),
      acceptedAt: evening(day),
      status: "accepted",
      paymentState: "captured",
      capturedCents: 3938,
      paymentIntentId,
      ...changes,
    })
  ).order;
async function close(day: number) {
  now = new Date(evening(day).getTime() + 3_600_000);
  const { lastKey, next } = await previewClosing(db, `2026-11-${day}`, now, "America/Toronto");
  const closed = await closeDay(services, OWNER, {
    day: next?.span.day ?? "",
    float: 0,
    terminal: 0,
    counted: 0,
    note: "",
    last: lastKey,
    seen: next?.seen ?? "",
  });
  if (!closed.ok) throw new Error(closed.error.message);
  return closed.value;
}
async function view(number = 1, version = "") {
  const { data } = await staff.get(detail, `/admin/end-of-day/${number}?version=${version}`, { id: String(number) });
  return (data as Awaited<ReturnType<typeof detail.loader>>).payouts;
}

test("lists the payouts with card payments and refunds of the day, with amount, status and arrival", async () => {
  const first = await paid(20, "pi_1");
  await paid(20, "pi_2");
  await close(20);
  await db.insert(refunds).values({ id: randomUUID(), orderId: first.id, amountCents: 500, status: "succeeded", settledAt: evening(21) });
  await paid(21, "pi_3");
  await close(21);
  payouts = [payout(25), payout(24, { status: "in_transit" }), payout(23), payout(22)];
  parts = {
    po_22: [part("charge", 1000, "pi_of_another_system")],
    po_23: [part("charge", 3938, "pi_1"), part("adjustment", -100, "pi_1")],
    po_24: [part("charge", 3938, "pi_2"), part("charge", 3938, "pi_3"), part("refund", -500, "pi_1")],
  };
  expect(await view()).toMatchObject({
    problem: "",
    isSimulated: false,
    gaps: [],
    link: { from: "2026-11-23", to: "2026-11-24" },
    payouts: [
      { day: "Mon, Nov 23, 2026", amount: 9000, currency: "usd", status: "Paid", ofDay: 3938, fee: 144, payments: 1, refunds: 0 },
      { day: "Tue, Nov 24, 2026", status: "On its way", ofDay: 3938, fee: 144, payments: 1, refunds: 0 },
    ],
  });
  expect((await view(2))?.payouts).toMatchObject([{ day: "Tue, Nov 24, 2026", ofDay: 3438, fee: 144, payments: 1, refunds: 1 }]);
});

test("stops reading payouts once all payments of the day are found", async () => {
  await paid(20, "pi_1");
  await close(20);
  payouts = Array.from({ length: 8 }, (_, index) => payout(29 - index));
  parts = { po_23: [part("charge", 3938, "pi_1")] };
  expect((await view())?.payouts).toHaveLength(1);
  expect(reads).toEqual(["2026-11-20 2027-01-06", "po_22", "po_23", "po_24", "po_25"]);
});

test("says what the provider has not reported yet, or never will", async () => {
  await paid(20, "pi_1");
  await close(20);
  payouts = [payout(23, { automatic: false })];
  const manual = "1 payout was ordered by hand: Stripe does not say what it contains.";
  expect(await view()).toMatchObject({
    payouts: [],
    gaps: ["Stripe has not said yet which payout contains 1 card payment of this day.", manual],
    link: null,
  });
  now = new Date("2027-01-06T12:00:00Z");
  expect((await view())?.gaps).toEqual(["No payout that could be read contains 1 card payment of this day.", manual]);
});

test("marks a failed payout and stops waiting for its payments", async () => {
  await paid(20, "pi_1");
  await close(20);
  payouts = [payout(23, { status: "failed" })];
  parts = { po_23: [part("charge", 3938, "pi_1")] };
  expect(await view()).toMatchObject({ payouts: [{ status: "Failed", isFailed: true }], gaps: [] });
});

test("shows the day with a sentence while the provider cannot be reached", async () => {
  await paid(20, "pi_1");
  await close(20);
  payouts = failed("unreachable");
  expect(await view()).toMatchObject({
    problem: "The payouts cannot be shown. Stripe could not be reached. Try again in a minute.",
    range: null,
    payouts: [],
  });
  payouts = [22, 23, 24, 25, 26].toReversed().map((day) => payout(day));
  parts = { po_22: [part("charge", 1, "pi_9")], po_23: failed("unreachable"), po_24: failed("rate-limited") };
  reads.length = 0;
  expect(await view()).toMatchObject({
    payouts: [],
    gaps: [
      "Stripe has not said yet which payout contains 1 card payment of this day.",
      expect.stringMatching(/^\d payouts of this time could not be read completely\.$/) as unknown,
    ],
  });
  expect(reads).not.toContain("po_26");
});

test("queries nothing for a day without card payments or a reopened version", async () => {
  await paid(20, "pi_void", {
    paymentState: "none",
    gateway: "none",
    capturedCents: 0,
    paymentIntentId: null,
    status: "completed",
    completedAt: evening(20),
  });
  await close(20);
  expect(await view()).toBeNull();
  await paid(21, "pi_1");
  const { number } = await close(21);
  const reopened = await reopenDay(services, OWNER, { number, because: "Counted twice" });
  expect(reopened.ok).toBe(true);
  expect(await view(2)).toBeNull();
  await close(21);
  expect(await view(2, "1")).toBeNull();
  expect(reads).toEqual([]);
  expect((await view(2))?.payouts).toEqual([]);
  expect(reads).toHaveLength(1);
});

test("marks simulated payouts, and payments of other keys as unreadable", async () => {
  await paid(20, "pi_1", { gateway: "simulator" });
  await paid(20, "pi_2");
  await close(20);
  payouts = [payout(22)];
  parts = { po_22: [part("charge", 3938, "pi_1")] };
  kind = "simulator";
  expect(await view()).toMatchObject({
    isSimulated: true,
    payouts: [{ payments: 1 }],
    gaps: ["1 card payment was taken with Stripe keys that the shop no longer has."],
  });
  kind = "stripe";
  expect(await view()).toMatchObject({
    isSimulated: false,
    payouts: [],
    gaps: ["Stripe has not said yet which payout contains 1 card payment of this day.", "1 card payment is a test: no money moved."],
  });
});

test.each([
  ["stripe", true],
  ["simulator", false],
] as const)("the one email of a day paid with %s points to its payouts: %s", async (paidWith, isSaid) => {
  await paid(20, "pi_1", { gateway: paidWith });
  await close(20);
  await view();
  const mails = await db.select().from(mailOutbox);
  expect(mails).toHaveLength(1);
  const { text, html } = writeClosingMail(mails[0]?.data ?? {});
  for (const written of [text, html]) expect(written.includes("lists the payouts of its card payments")).toBe(isSaid);
  expect(text).toContain("/admin/end-of-day/1");
});

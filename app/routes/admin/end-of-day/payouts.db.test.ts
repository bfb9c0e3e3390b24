import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { paymentIntents } from "#app/payments/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { readDisputes } from "#app/orders/workflows/closing/read-payouts.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { ageProviderRecords, openDispute, placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { addDays, localDateOf } from "#app/values/time.ts";
import * as page from "./bookkeeper.tsx";
import * as csv from "./bookkeeper-csv.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const staff = openStaffPages(services, "Ana");
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
const OWNER = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] };

const order = await placePaidOrder(shop, [1000]);
const accepted = await applyOrderEvent(services, {
  orderId: order.id,
  version: order.version,
  actor: ANA,
  command: { event: "accept", minutes: 20 },
});
if (accepted.kind !== "done") throw new Error(accepted.kind);
const { lastKey, next } = await previewClosing(db, "", services.now(), "America/Toronto");
const closed = await closeDay(services, OWNER, {
  day: next?.span.day ?? "",
  float: 0,
  terminal: 0,
  counted: 0,
  note: "",
  last: lastKey,
  seen: next?.seen ?? "",
});
if (!closed.ok) throw new Error("the day was not closed");
await openDispute(shop, order.paymentIntentId);
await ageProviderRecords(shop, 3);

const today = localDateOf(new Date(), "UTC");
const period = `from=${addDays(today, -6)}&to=${addDays(today, 1)}`;
const view = async () => {
  const { data } = await staff.get(page, `/admin/end-of-day/bookkeeper?${period}&view=payouts`);
  const loaded = data as Awaited<ReturnType<typeof page.loader>>;
  if (loaded.payouts === null) throw new Error("the payouts are missing");
  return loaded.payouts;
};

test("shows payouts with amount, fee, parts and their closed day", async () => {
  const { number, finalTotalCents } = await readOrder(shop, order.id);
  const shown = await view();
  const fee = Math.round(finalTotalCents * 0.029) + 30;
  expect(shown.payoutsProblem).toBe("");
  expect(shown.payouts).toHaveLength(1);
  expect(shown.payouts?.[0]).toMatchObject({
    currency: "usd",
    status: "Paid",
    sums: { payments: 1, days: [{ number: 1 }], unmatched: 0 },
    parts: expect.arrayContaining([
      { id: expect.any(String) as unknown, type: "Charge", amount: finalTotalCents, fee, order: number, days: [1] },
    ]) as unknown,
  });
  const [payout] = shown.payouts ?? [];
  expect((payout?.sums?.amount ?? 0) - (payout?.sums?.fee ?? 0)).toBe(payout?.amount);
});

test("finds a payment that only its order names", async () => {
  await db.delete(paymentIntents).where(eq(paymentIntents.orderId, order.id));
  const { number } = await readOrder(shop, order.id);
  expect((await view()).payouts?.[0]?.parts?.map((part) => [part.order, part.days])).toEqual([
    [number, [1]],
    [number, [1]],
  ]);
});

test("shows disputes with order and deadline; simulated ones have no link", async () => {
  const { number } = await readOrder(shop, order.id);
  const shown = await view();
  expect(shown.disputes).toMatchObject([{ order: number, status: "Answer needed", isEnded: false, due: expect.any(String) as unknown }]);
});

test("with Stripe keys a dispute links to its page there, in the mode of the key", async () => {
  const active = await services.payments.current();
  const answering = (livemode: boolean) => ({
    ...services,
    payments: {
      current: async () => ({
        ...active,
        kind: "stripe" as const,
        gateway: {
          ...active.gateway,
          listDisputes: async () => {
            const listed = await active.gateway.listDisputes();
            return listed.ok ? { ...listed, items: listed.items.map((dispute) => ({ ...dispute, livemode })) } : listed;
          },
        },
      }),
    },
  });
  const urlOf = async (livemode: boolean) => {
    const read = await readDisputes(answering(livemode));
    return read.ok ? read.items[0]?.url : null;
  };
  expect(await urlOf(false)).toMatch(/^https:\/\/dashboard\.stripe\.com\/test\/disputes\/dp_\w+$/);
  expect(await urlOf(true)).toMatch(/^https:\/\/dashboard\.stripe\.com\/disputes\/dp_\w+$/);
});

test("without the view the provider is not queried", async () => {
  shop.armFault("error_before", "payouts.list", 5);
  const { data } = await staff.get(page, `/admin/end-of-day/bookkeeper?${period}`);
  expect(data).toMatchObject({ payouts: null, days: 1 });
  await shop.simulator.faults.clear();
});

test("the file has each part with order, closed day and fee, and adds up", async () => {
  const { data } = await staff.get(csv, `/admin/end-of-day/files/payouts?${period}`, { file: "payouts" });
  const [head = [], ...rows] = String(data)
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  expect(head).toEqual(["payout", "arrives", "status", "type", "order", "closed_day", "closing", "amount", "fee", "net", "currency"]);
  const { number } = await readOrder(shop, order.id);
  expect(rows.find((row) => row[3] === "charge")).toMatchObject({ 4: number, 6: "1", 10: "USD" });
  const net = rows.reduce((sum, row) => sum + Math.round(Number(row[9]) * 100), 0);
  expect(net).toBe((await view()).payouts?.[0]?.amount);
});

test("the payout journal books bank, fees and disputes against card payments", async () => {
  const linesOf = async (file: string) => {
    const { data } = await staff.get(csv, `/admin/end-of-day/files/${file}?${period}`, { file });
    return String(data)
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  };
  const [head = [], ...rows] = await linesOf("payout-journal");
  expect([head]).toEqual((await linesOf("journal")).slice(0, 1));
  expect(rows.map((row) => row[3])).toEqual(["Bank", "Payment fees", "Card disputes", "Card payments on their way"]);
  const cents = (text: string | undefined) => Math.round(Number(text) * 100);
  const [payout] = (await view()).payouts ?? [];
  const [bank = [], fees = []] = rows;
  expect([cents(bank[5]) - cents(bank[6]), cents(fees[5])]).toEqual([payout?.amount, payout?.sums?.fee]);
  expect(rows.reduce((sum, row) => sum + cents(row[5]) - cents(row[6]), 0)).toBe(0);
});

test("a failed part of the provider's data is replaced by a sentence", async () => {
  shop.armFault("error_before", "payouts.list", 5);
  const without = await view();
  expect(without).toMatchObject({
    payouts: null,
    payoutsProblem: "The payouts cannot be shown. Stripe could not be reached. Try again in a minute.",
  });
  expect(without.disputes).toHaveLength(1);
  shop.armFault("error_before", "payouts.list", 5);
  await expect(staff.get(csv, `/admin/end-of-day/files/payouts?${period}`, { file: "payouts" })).resolves.toMatchObject({ status: 503 });
  await shop.simulator.faults.clear();
  shop.armFault("error_before", "disputes.list", 5);
  const undisputed = await view();
  expect(undisputed).toMatchObject({
    disputes: null,
    disputesProblem: expect.stringContaining("The disputes cannot be shown.") as unknown,
  });
  expect(undisputed.payouts).toHaveLength(1);
  await shop.simulator.faults.clear();
  shop.armFault("error_before", "balance_transactions.list", 5);
  expect((await view()).payouts).toMatchObject([{ status: "Paid", sums: null, parts: null }]);
  await shop.simulator.faults.clear();
});

import { eq } from "drizzle-orm";
import { insertClosingOrders } from "#app/orders/data/closing/day-closings.server.ts";
import { dayClosings } from "#app/orders/data/closing/tables.ts";
import { NOTHING } from "#app/orders/domain/closing/counted.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { ChargeRecord, DisputeRecord } from "#stripe-simulator/payment/records.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { expect, expectAccessible, openPage, signInByCall, test, withDb } from "./fixtures.ts";

test("a day is closed with cash, reopened and closed again", { tag: "@desktop" }, async ({ page, shop }) => {
  await withDb(shop, async (db) => {
    const paid = new Date();
    await storeOrder(db, {
      status: "completed",
      paymentState: "none",
      gateway: "none",
      acceptedAt: paid,
      completedAt: paid,
      placedAt: paid,
    });
  });
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name: "End of day" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "End of day" })).toBeVisible();
  await page.getByRole("link", { name: "Close the day" }).click();
  await expect(page).toHaveURL(/\/admin\/end-of-day\/close$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Close / })).toBeVisible();
  // Tests share the shop: today can be closed, whatever day was closed before.
  const day = page.getByLabel("Day", { exact: true });
  await day.fill((await day.getAttribute("max")) ?? "");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/\?day=/);

  await expect(page.getByText("no money moved")).toBeVisible();
  const close = page.getByRole("button", { name: "Close the day" });
  await close.click();
  const cash = page.getByLabel("Cash you counted");
  await expect(cash).toBeFocused();
  await expect(page.getByText("Enter the cash you counted.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Change at the start").fill("100");
  const expected = page.getByRole("main").getByText(/^Expected in the drawer/);
  const [, amount = ""] = /\$([\d,.]+\d)/.exec((await expected.textContent()) ?? "") ?? [];
  await cash.pressSequentially((Number(amount.replaceAll(",", "")) + 5).toFixed(2));
  await expect(expected).toContainText("$5.00 too much");
  // When the field is left, not with each digit.
  expect((await takeAnnouncements(page)).filter((words) => /missing|too much/.test(words))).toEqual([]);
  // Enter does not close the day: it moves to the note.
  await cash.press("Enter");
  await expect(page.getByLabel("Note")).toBeFocused();
  await expectAnnouncedOnce(page, `Expected in the drawer: $${amount}. $5.00 too much.`);
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "End of day" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay here" }).click();
  await expect(expected).toContainText("$5.00 too much");
  await page.getByLabel("Note").fill("A five under the tray");
  await close.click();
  await expect(page.getByText("A five under the tray")).toBeVisible();
  await expect(page.getByRole("row", { name: "Difference $5.00" })).toBeVisible();
  await expectAccessible(page);

  await page.getByText("Reopen this day").click();
  await page.getByRole("button", { name: "Reopen the day" }).click();
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByLabel("Reason").fill("The five is a tip");
  await page.getByRole("button", { name: "Reopen the day" }).click();
  await expect(page.getByText(/was reopened by .+: The five is a tip/)).toBeVisible();
  await page.getByLabel("Cash you counted").fill(amount);
  await close.click();
  await expect(page.getByText(/version 2 of 2/)).toBeVisible();
  await page.getByRole("link", { name: /^Version 1,/ }).click();
  await expect(page.getByText("A five under the tray")).toBeVisible();
});

const DAY_MS = 86_400_000;

/** The simulator's fee for a card payment in US dollars. @param amount in cents */
function chargeOf(name: string, { amount, at, disputed }: { amount: number; at: number; disputed: boolean }): ChargeRecord {
  const card = {
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: 2099,
    funding: "credit",
    asks: false,
    decline: null,
    delayMs: 0,
    refund: "at-once",
    disputed,
  } as const;
  return {
    kind: "charge",
    id: `ch_${name}`,
    at,
    intentId: `pi_${name}`,
    methodId: `pm_${name}`,
    amount,
    amountCaptured: amount,
    amountRefunded: 0,
    currency: "usd",
    status: "succeeded",
    captured: true,
    capturedAt: at,
    captureBefore: null,
    failureCode: null,
    failureMessage: null,
    declineCode: null,
    disputed,
    description: null,
    receiptEmail: null,
    metadata: {},
    card,
    billing: { name: null, email: null, phone: null, address: null },
    confirmedWithBank: false,
  };
}

async function insertRecords(db: Db, records: readonly (ChargeRecord | DisputeRecord)[]): Promise<void> {
  await db
    .insert(simulatorObjects)
    .values(records.map((body) => ({ id: body.id, kind: body.kind, body, createdAt: new Date(body.at) })))
    .onConflictDoNothing();
}

/** A card payment of 50.00 that the simulator captured four days ago, and its dispute. */
async function insertPaidOut(db: Db): Promise<void> {
  const at = Date.now() - 4 * DAY_MS;
  const charge = chargeOf("paidout", { amount: 5000, at, disputed: true });
  const dispute: DisputeRecord = {
    kind: "dispute",
    id: "dp_paidout",
    at: at + 1000,
    intentId: charge.intentId,
    chargeId: charge.id,
    amount: 5000,
    currency: "usd",
    outcome: "lost",
  };
  await insertRecords(db, [charge, dispute]);
}

/** A closed day of six days ago with two card payments, of which one is paid out; returns its number. */
async function insertClosedDay(db: Db): Promise<number> {
  const at = Date.now() - 6 * DAY_MS;
  const charge = chargeOf(`closed${at}`, { amount: 3938, at, disputed: false });
  await insertRecords(db, [charge]);
  const paid = new Date(at);
  const sale = { status: "completed", paymentState: "captured", gateway: "simulator", capturedCents: 3938 } as const;
  const times = { placedAt: paid, acceptedAt: paid, completedAt: paid };
  const found = await storeOrder(db, { ...sale, ...times, paymentIntentId: charge.intentId });
  const missing = await storeOrder(db, { ...sale, ...times, paymentIntentId: `pi_missing${at}` });
  const id = await storeClosedDay(db, { startsAt: paid, endsAt: new Date(at + 1000), closedAt: new Date(at + 2000) });
  const counted = { ...NOTHING, orders: 1, card: 3938 };
  const seen = { counted, isSale: true, capturedCents: 3938, refundedCents: 0 };
  await insertClosingOrders(
    db,
    id,
    [found, missing].map(({ order }) => ({ ...seen, orderId: order.id })),
  );
  const [row] = await db.select({ number: dayClosings.number }).from(dayClosings).where(eq(dayClosings.id, id));
  return row?.number ?? 0;
}

test("a closed day lists the payouts of its payments, on the page and on paper", async ({ page, shop }) => {
  const number = await withDb(shop, insertClosedDay);
  await signInByCall(page.request);
  await openPage(page, `/admin/end-of-day/${number}`);
  const payouts = page.getByRole("region", { name: "Payouts" });
  await expect(payouts.getByText("without Stripe keys no money moves")).toBeVisible();
  // $39.38 less 2.9 % and $0.30; the demo's own payments of that day are in the same payout.
  const payout = payouts.getByRole("listitem");
  await expect(payout).toHaveCount(1);
  await expect(payout).toContainText("Of this day $39.38 less $1.44 in fees · 1 payment");
  await expect(payout).toContainText(/^Arrival .*\d{4}/);
  await expect(payouts.getByText(/contains 1 card payment of this day\.$/)).toBeVisible();
  await expectAccessible(page);
  const link = payouts.getByRole("link", { name: "All parts of these payouts, and the file (CSV)" });
  await test.step("on paper, without what only a screen can do", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(payout).toBeVisible();
    await expect(payouts.getByText(/contains 1 card payment of this day\.$/)).toBeVisible();
    await expect(link).toBeHidden();
    await expect(page.getByRole("button", { name: "Print", exact: true })).toBeHidden();
    const box = await payouts.boundingBox();
    const width = await page.evaluate(() => document.documentElement.clientWidth);
    expect((box?.x ?? 0) + (box?.width ?? 0), "nothing is cut off").toBeLessThanOrEqual(width);
    await page.emulateMedia({ media: null });
  });
  await link.click();
  await expect(page.getByRole("region", { name: "Payouts" }).getByRole("listitem").first()).toBeVisible();
  await expect(page).toHaveURL(/view=payouts/);
});

test("payouts with their fees and parts, disputes, and the file of them", async ({ page, shop }) => {
  await withDb(shop, insertPaidOut);
  await signInByCall(page.request);
  await openPage(page, "/admin/end-of-day/bookkeeper");
  // In the first days of a month, the payout arrives in the month before.
  const today = await page.getByLabel("To", { exact: true }).inputValue();
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("link", { name: "Payouts and disputes" }).click();
  await expect(page.getByText("without Stripe keys no money moves")).toBeVisible();
  // The demo has its own payouts; only one has a dispute.
  const payouts = page.getByRole("region", { name: "Payouts" }).getByRole("listitem");
  const payout = payouts.filter({ has: page.getByText("Adjustment", { exact: true }) });
  await expect(payout).toContainText("in fees");
  await payout.getByText("What it consists of").click();
  await expect(payout.getByRole("row", { name: /^Charge – – \$50\.00 \$1\.75$/ })).toBeVisible();
  await expect(payout.getByRole("row", { name: /^Adjustment – – -\$50\.00 \$15\.00$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Disputes" }).getByText("Lost", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Payouts (CSV)" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^payouts-[\d-]+\.csv$/);
  await page.getByRole("link", { name: "Closed days of this period" }).click();
  await expect(page.getByRole("link", { name: "Payouts and disputes" })).toBeVisible();
});

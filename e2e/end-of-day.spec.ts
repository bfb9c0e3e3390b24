import type { Db } from "#app/platform/db/database.server.ts";
import type { ChargeRecord, DisputeRecord } from "#stripe-simulator/payment/records.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { storeOrder } from "#test/stored-orders.ts";
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
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name: "End of day" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "End of day" })).toBeVisible();
  await page.getByRole("link", { name: "Close the day" }).click();
  await expect(page).toHaveURL(/\/admin\/end-of-day\/close$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Close / })).toBeVisible();
  // Tests share the shop: whatever day was closed before, today can be closed.
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
  const expected = page.getByRole("status").filter({ hasText: "Expected in the drawer" });
  const [, amount = ""] = /\$([\d,.]+\d)/.exec((await expected.textContent()) ?? "") ?? [];
  await cash.fill((Number(amount.replaceAll(",", "")) + 5).toFixed(2));
  await expect(expected).toContainText("$5.00 too much");
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

/** A card payment of 50.00 that the simulator took four days ago, and its customer's dispute. */
async function insertPaidOut(db: Db): Promise<void> {
  const at = Date.now() - 4 * 86_400_000;
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
    disputed: true,
  } as const;
  const ids = { intentId: "pi_paidout", methodId: "pm_paidout" };
  const charge: ChargeRecord = {
    kind: "charge",
    id: "ch_paidout",
    at,
    ...ids,
    amount: 5000,
    amountCaptured: 5000,
    amountRefunded: 0,
    currency: "usd",
    status: "succeeded",
    captured: true,
    capturedAt: at,
    captureBefore: null,
    failureCode: null,
    failureMessage: null,
    declineCode: null,
    disputed: true,
    description: null,
    receiptEmail: null,
    metadata: {},
    card,
    billing: { name: null, email: null, phone: null, address: null },
    confirmedWithBank: false,
  };
  const dispute: DisputeRecord = {
    kind: "dispute",
    id: "dp_paidout",
    at: at + 1000,
    intentId: ids.intentId,
    chargeId: charge.id,
    amount: 5000,
    currency: "usd",
    outcome: "lost",
  };
  await db
    .insert(simulatorObjects)
    .values([charge, dispute].map((body) => ({ id: body.id, kind: body.kind, body, createdAt: new Date(body.at) })))
    .onConflictDoNothing();
}

test("payouts with their fees and parts, disputes, and the file of them", async ({ page, shop }) => {
  await withDb(shop, insertPaidOut);
  await signInByCall(page.request);
  await openPage(page, "/admin/end-of-day/bookkeeper");
  // In a month's first days the payout arrives in the month before.
  const today = await page.getByLabel("To", { exact: true }).inputValue();
  const from = new Date(Date.parse(`${today}T00:00:00Z`) - 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("link", { name: "Payouts and disputes" }).click();
  await expect(page.getByText("without Stripe keys no money moves")).toBeVisible();
  // The demo has payouts of its own; only one has a dispute.
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

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

import type { Page } from "@playwright/test";
import { expect, openPage, signIn, test } from "./fixtures.ts";
import { recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, placeOrder, PLAIN_PRODUCT } from "./orders.ts";

/* Journeys with the keyboard alone. The fixtures fail them when a key press loses the focus. */

/** Presses Tab until the control has the focus, as a user without a mouse does. */
async function tabTo(page: Page, role: "button" | "link" | "textbox" | "radio", name: string | RegExp): Promise<void> {
  const control = page.getByRole(role, { name }).first();
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 120 && !(await control.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(control).toBeFocused();
}

test("from the menu to a paid order by keyboard, with each change announced once @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await openPage(page, "/?q=flatbread");
  await takeAnnouncements(page);
  await tabTo(page, "button", `Add ${PLAIN_PRODUCT} to your order`);
  await page.keyboard.press("Enter");
  await expect.poll(() => takeAnnouncements(page)).toEqual([`1 × ${PLAIN_PRODUCT} added`]);
  await page.getByRole("link", { name: "Cart, 1 item" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeFocused();
  await tabTo(page, "link", /^Checkout/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await openPage(page, "/checkout");
  const customer = newCustomer("Kim");
  await tabTo(page, "textbox", "E-mail");
  await page.keyboard.type(customer.email);
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(customer.name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible({ timeout: 30_000 });
});

test("a busy evening of five orders by keyboard: the focus goes from one order to the next @desktop", async ({ page, shop }) => {
  const numbers: string[] = [];
  for (let order = 0; order < 5; order += 1) numbers.push((await placeOrder(shop.url, newCustomer("Eve"))).number);
  await signIn(page);
  await openPage(page, "/admin/orders");
  for (const number of numbers) await expect(page.getByRole("button", { name: new RegExp(`^Accept.*${number}$`) })).toBeVisible();
  const accept = page.getByRole("button", { name: /^Accept · .*, A-/ });
  await accept.first().focus();
  for (let left = await accept.count(); left > 0; left -= 1) {
    await expect(page.locator(":focus")).toHaveAccessibleName(/^Accept · /);
    await page.keyboard.press("Enter");
    await expect(accept).toHaveCount(left - 1);
  }
  // Nothing is left: what the page offers in place of the orders.
  await expect(page.getByRole("link", { name: "To the orders in progress" })).toBeFocused();
});

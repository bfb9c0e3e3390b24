import type { Page } from "@playwright/test";
import { expect, openPage, signInByCall, test, untilAlive } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/* What staff do by keyboard in forms and lists: where the focus goes, what is announced, and what the focus looks like. */

async function press(page: Page, role: "button" | "link" | "radio", name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press(role === "radio" ? "Space" : "Enter");
}

test("Escape gives the focus back to what opened a dialog @desktop", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/category");
  for (const name of [/^Search\b/, "Keyboard shortcuts"]) {
    await press(page, "button", name);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name }).first()).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await openPage(page, "/admin/orders/new");
  await page.getByRole("searchbox", { name: "Find a product" }).fill("margherita");
  await press(page, "button", /^Margherita/);
  await page.getByRole("dialog", { name: "Margherita" }).getByLabel("Note for the kitchen").focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Margherita/ }).first()).toBeFocused();
});

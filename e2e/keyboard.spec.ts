import type { Locator, Page } from "@playwright/test";
import { expect, openPage, signIn, signInByCall, test } from "./fixtures.ts";
import { expectAnnounced, expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, placeOrder, PLAIN_PRODUCT, readOrderNumber, untilAtCheckout } from "./orders.ts";

/* Journeys with the keyboard only. The fixtures fail them when a key press loses the focus. */

/** Presses Tab until the control has the focus, as a user without a mouse does. */
async function tabTo(page: Page, role: "button" | "combobox" | "link" | "textbox" | "radio", name: string | RegExp): Promise<void> {
  await tabToControl(page.getByRole(role, { name }).first());
}

async function tabToControl(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 120 && !(await control.evaluate((element) => element === document.activeElement)); presses += 1)
    await control.page().keyboard.press("Tab");
  await expect(control).toBeFocused();
}

test("orders from home to payment by keyboard, with announcements @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await openPage(page, "/");
  // The field is a search box until its suggestions have loaded.
  await tabToControl(page.getByRole("banner").getByLabel("Search the menu").first());
  await page.keyboard.type("flatbread");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Results for “flatbread”" })).toBeFocused();
  await tabTo(page, "button", `Add ${PLAIN_PRODUCT} to your order`);
  await takeAnnouncements(page);
  await page.keyboard.press("Enter");
  await expectAnnounced(page, `1 × ${PLAIN_PRODUCT} added`);
  await payForCart(page);
});

/** From the page with items in the cart to the paid order. */
async function payForCart(page: Page): Promise<void> {
  await tabTo(page, "link", "Cart, 1 item");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeFocused();
  await expectAnnounced(page, "Your cart");
  await tabTo(page, "link", /^Checkout/);
  await page.keyboard.press("Enter");
  await untilAtCheckout(page);
  const customer = newCustomer("Kim");
  await tabTo(page, "textbox", "Email");
  await page.keyboard.type(customer.email);
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(customer.name);
  expect(await takeAnnouncements(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const number = await readOrderNumber(page);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeFocused();
  await expectAnnouncedOnce(page, new RegExp(`\\bOrder ${number}$`));
}

test("handles five orders by keyboard with focus moving on @desktop", async ({ page, shop }) => {
  const numbers: string[] = [];
  for (let order = 0; order < 5; order += 1) numbers.push((await placeOrder(shop.url, newCustomer("Eve"))).number);
  await recordAnnouncements(page);
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
  const announced: string[] = [];
  const timesAnnounced = async (change: string) => {
    announced.push(...(await takeAnnouncements(page)));
    return numbers.map((number) => announced.filter((text) => text.startsWith(`${number} ${change}`)).length);
  };
  // A ticket leaves before the answer arrives; a page that is left announces nothing.
  await expect.poll(() => timesAnnounced("accepted, ready about")).toEqual([1, 1, 1, 1, 1]);
  // No orders are left: the page shows its empty state.
  await expect(page.getByRole("link", { name: "To the orders in progress" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "In progress" })).toBeFocused();
  const start = page.getByRole("button", { name: /^Start preparing\b.* A-/ });
  await expect(start.first()).toBeVisible();
  await start.first().focus();
  for (let left = await start.count(); left > 0; left -= 1) {
    await expect(page.locator(":focus")).toHaveAccessibleName(/^Start preparing\b.* A-/);
    await page.keyboard.press("Enter");
    await expect(start).toHaveCount(left - 1);
  }
  // The last card has moved to the next column, and the focus with it. It may be another test's delivery, which is "packed and ready".
  await expect(page.locator(":focus")).toHaveAccessibleName(/^(?:Ready|Packed and ready)\b.* A-/);
  await expect.poll(() => timesAnnounced("is being prepared.")).toEqual([1, 1, 1, 1, 1]);
});

test("a product with a choice is made and sold by keyboard, with each change announced @desktop", async ({ page }) => {
  const name = `Toast ${crypto.randomUUID().slice(0, 6)}`;
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/product/add");
  await tabTo(page, "textbox", "Name");
  await page.keyboard.type(name);
  await tabTo(page, "textbox", "Price");
  await page.keyboard.type("9.60");
  const pick = async (field: string, typed: string) => {
    await tabTo(page, "combobox", field);
    await page.keyboard.type(typed);
    await expect(page.getByRole("option", { name: new RegExp(typed, "i") }).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  await takeAnnouncements(page);
  await pick("Categories", "eggs");
  await expectAnnouncedOnce(page, /Eggs.* is added$/);
  await pick("Categories", "pizza");
  const takeOut = page.getByRole("button", { name: /^Remove .*Eggs/ });
  await takeOut.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Remove .*Pizza/ })).toBeFocused();
  await expectAnnouncedOnce(page, /Eggs.* removed$/);
  await pick("Options", "egg style");
  await expectAnnouncedOnce(page, /^Egg style is attached$/);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expectAnnouncedOnce(page, new RegExp(`^Product “${name}” added\\.`));
  const id = page.url().split("/").at(-1) ?? "";

  await openPage(page, `/products/${id}`);
  await takeAnnouncements(page);
  const chosen = page.getByRole("radio", { checked: true });
  const before = await chosen.inputValue();
  await chosen.focus();
  await page.keyboard.press("ArrowDown");
  await expect(chosen).not.toHaveValue(before);
  await expect(chosen).toBeFocused();
  await tabTo(page, "button", /^Add to order/);
  await page.keyboard.press("Enter");
  await expectAnnounced(page, `1 × ${name} added`);
  await payForCart(page);

  await openPage(page, `/admin/product/edit/${id}`);
  await tabTo(page, "button", "Delete product");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeFocused();
});

test("a promotion is made by keyboard; an arrow key adds no condition, Enter does @desktop", async ({ page }) => {
  const name = `Week ${crypto.randomUUID().slice(0, 6)}`;
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/promotions/add");
  for (const field of ["Name", "Title"]) {
    await tabTo(page, "textbox", field);
    await page.keyboard.type(name);
  }
  await tabTo(page, "textbox", "Percentage off");
  await page.keyboard.type("10");
  await takeAnnouncements(page);
  await tabTo(page, "combobox", "Add a condition");
  const conditions = page.getByRole("button", { name: /^Remove condition \d$/ });
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("Add a condition").locator("option:checked")).toHaveText("Pickup or delivery");
  await expect(conditions).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(conditions).toHaveCount(1);
  await expect(page.getByLabel("Add a condition")).toBeFocused();
  await expectAnnouncedOnce(page, "Pickup or delivery is added");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(conditions).toHaveCount(2);
  await conditions.first().focus();
  await page.keyboard.press("Enter");
  await expectAnnouncedOnce(page, "Pickup or delivery removed");
  await expect(conditions).toHaveCount(1);
  await expect(conditions).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(conditions).toHaveCount(0);
  await expect(page.getByLabel("Add a condition")).toBeFocused();
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  await expectAnnouncedOnce(page, new RegExp(`^Promotion “${name}” added\\.`));
});

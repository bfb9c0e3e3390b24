import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, reloadPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { fillCart, newCustomer, orderOf, placeOrder, PLAIN_PRODUCT } from "./orders.ts";

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();

test("builds, previews and activates a happy hour; a rejected order returns its use", async ({ page, shop, admin, browser }) => {
  const name = `Happy hour ${crypto.randomUUID().slice(0, 6)}`;
  await signInByCall(page.request);

  await test.step("built by click, and read back as a sentence", async () => {
    await openPage(page, "/admin/promotions/add");
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("textbox", { name: "Title" }).fill(name);
    await page.getByLabel("Percentage off").fill("50");
    await page.getByRole("radio", { name: "Only some" }).check();
    await page.getByRole("combobox", { name: "Products", exact: true }).fill(PLAIN_PRODUCT);
    await page.getByRole("option", { name: PLAIN_PRODUCT }).click();
    await page.getByLabel("Add a condition").selectOption({ label: "Pickup or delivery" });
    await page.getByRole("button", { name: "Only at certain hours" }).click();
    for (const day of ["Sat", "Sun"]) await page.getByText(day, { exact: true }).click();
    await page.getByLabel("From", { exact: true }).fill("00:00");
    await page.getByLabel("Until").fill("00:00");
    await page.getByRole("heading", { name: "Limits" }).click();
    await page.getByLabel("Total uses").fill("1");
    await page.getByRole("heading", { name: "Combinations" }).click();
    await page.getByRole("textbox", { name: "Group" }).fill("order discount");
    const sentence = page.getByRole("region", { name: "In one sentence" });
    await expect(sentence).toContainText(`50% off ${PLAIN_PRODUCT}, daily 12:00 AM–12:00 AM, pickup only, 1 use.`);
    await expect(sentence).toContainText("Same group as “Welcome code”: the better one of a cart wins.");
    await expect(sentence).toContainText(`${PLAIN_PRODUCT} can fall from $9.00 to $4.50, 50% off, by this alone.`);
  });

  await test.step("tried before it is saved", async () => {
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    const carts = page.getByRole("region", { name: "Sample carts" }).getByRole("listitem");
    await expect(carts.filter({ hasText: "Just what it needs" })).toContainText("you save $4.50");
    await expect(carts.filter({ hasText: "Delivered" })).toContainText("Not given: Pickup only.");
    await expect(page.getByRole("region", { name: "The orders of the last 30 days" })).toContainText("Orders it touches");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/\/admin\/promotions\/edit\/\d+$/);
  });

  const visit = await browser.newContext({ baseURL: shop.url });
  const customer = await visit.newPage();
  await fillCart(customer.request);
  const codes = customer.getByRole("region", { name: "Codes" });
  await test.step("switched on, a customer gets it, and a code waits with its reason", async () => {
    await page.getByLabel("Status").selectOption({ label: "Active, from its start to its end" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await said(page, `Promotion “${name}” saved.`);
    await openPage(customer, "/cart");
    await expect(customer.getByText(name).first()).toBeVisible();
    await codes.getByText("Have a code?").click();
    await codes.getByLabel("Coupon code").fill("WELCOME10");
    await codes.getByRole("button", { name: "Apply" }).click();
    await expect(codes.getByRole("listitem").filter({ hasText: "WELCOME10" })).toContainText(
      `Cannot be combined with “${name}”, which is better for this cart.`,
    );
  });

  await test.step("its one use is taken by an order, and comes back when the order is rejected", async () => {
    const buyer = newCustomer("Hanna");
    await placeOrder(shop.url, buyer);
    await reloadPage(customer);
    await expect(codes.getByRole("listitem").filter({ hasText: "WELCOME10" })).toContainText("−$0.90");
    const { id, version } = await orderOf(admin.request, buyer);
    const rejected = await admin.request.post(`/admin/api/orders/${id}/reject`, { data: { version, reason: "closed" } });
    expect(rejected.ok(), await rejected.text()).toBe(true);
    await expect(async () => {
      await reloadPage(customer);
      await expect(codes.getByRole("listitem").filter({ hasText: "WELCOME10" })).toContainText("Cannot be combined", { timeout: 2000 });
    }).toPass();
    await visit.close();
  });

  await test.step("ended in the list", async () => {
    await openPage(page, `/admin/promotions?q=${encodeURIComponent(name)}`);
    await expectAccessible(page);
    await page.getByRole("checkbox", { name: name }).check();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await said(page, `Promotion “${name}” ended.`);
  });
});

test("creates, prints and revokes coupon codes and restores the deleted set", async ({ page }) => {
  const name = `Flyers ${crypto.randomUUID().slice(0, 6)}`;
  await signInByCall(page.request);
  await openPage(page, "/admin/coupon-sets");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("button", { name: "Add coupon set" }).click();
  await page.waitForURL(/\/admin\/coupon-sets\/\d+$/);
  const path = new URL(page.url()).pathname;

  await page.getByText("Import codes").first().click();
  const list = page.getByRole("textbox", { name: "Codes" });
  await list.fill(`ONE-${name}\n${"X".repeat(65)}`);
  await page.getByRole("checkbox", { name: "No limit to the uses of each code" }).check();
  await page.getByRole("button", { name: "Import codes" }).click();
  await expect(list).toHaveAccessibleDescription(/is no code/);
  await expect(list).toHaveValue(/^ONE-/);
  await expectAccessible(page);

  await page.getByText("Generate codes").first().click();
  await page.getByLabel("How many").fill("2000");
  await page.getByRole("button", { name: "Generate codes" }).click();
  await said(page, "2,000 codes made.");
  await expectAccessible(page);
  await page.getByRole("checkbox").nth(1).check();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("alertdialog", { name: "Revoke this code?" }).getByRole("button", { name: "Revoke the code" }).click();
  await said(page, "1 code revoked.");
  await openPage(page, `${path}/print`);
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first()).toBeVisible();
  await expectAccessible(page);

  await openPage(page, path);
  await page.getByText("Rename or delete").click();
  await page.getByRole("button", { name: "Delete the set" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete the set" }).click();
  await said(page, `Coupon set “${name}” deleted.`);
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, `“${name}”: undone.`);
  await expect(page.getByRole("link", { name })).toBeVisible();
});

test("refused codes lead to their field, and an added one leaves the form ready for the next", { tag: "@desktop" }, async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/coupon-sets");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`Codes ${mark}`);
  await page.getByRole("button", { name: "Add coupon set" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Codes ${mark}` })).toBeFocused();
  const code = page.getByRole("textbox", { name: "Code", exact: true });
  const add = page.getByRole("button", { name: "Add code" });
  await code.fill("!");
  await add.press("Enter");
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Error: /);
  await takeAnnouncements(page);
  await code.press("Enter");
  await expectAnnouncedOnce(page, /is no code|letters/);
  for (const part of ["A", "B"]) {
    await code.fill(`${mark}-${part}`);
    await add.press("Enter");
    await said(page, new RegExp(`^Code \\S+ added\\.$`));
    await expect(code).toHaveValue("");
    await expect(add).toBeFocused();
  }

  await page.locator("summary", { hasText: "Import codes" }).press("Enter");
  const list = page.getByRole("textbox", { name: "Codes", exact: true });
  await list.fill("X".repeat(65));
  await page.getByRole("checkbox", { name: "No limit to the uses of each code" }).check();
  await page.getByRole("button", { name: "Import codes" }).press("Enter");
  await expect(list).toBeFocused();
  await expect(list).toHaveAccessibleDescription(/^One a line, or the first column of a CSV file\. .* is no code/);

  await page.locator("summary", { hasText: "Generate codes" }).press("Enter");
  await page.getByLabel("How many").fill("3");
  await page.getByRole("button", { name: "Generate codes" }).press("Enter");
  await said(page, "3 codes made.");
  await expect(page.getByRole("button", { name: "Generate codes" })).toBeFocused();
});

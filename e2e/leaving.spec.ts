import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, PLAIN_PRODUCT } from "./orders.ts";

/* Input on pages without a save bar is not lost by a click elsewhere. */

const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

/** Clicks a link that leaves the page, and stays; the field still has its text, and the focus is not lost. */
async function expectHeldBack(page: Page, away: Locator, field: Locator, text: string): Promise<void> {
  await away.click();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "Stay here" }).click();
  await expect(question(page)).toBeHidden();
  await expect(field).toHaveValue(text);
  await expect(page.locator("body")).not.toBeFocused();
}

test("keeps a typed menu until it is added or discarded", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/setup?step=menu");
  const menu = page.getByRole("textbox", { name: "Menu", exact: true });
  await menu.fill("Breads\nSourdough 8.50");
  await expectHeldBack(page, page.getByRole("link", { name: "Opening hours" }), menu, "Breads\nSourdough 8.50");
  await expectHeldBack(page, page.getByRole("link", { name: "Bakery starter menu" }), menu, "Breads\nSourdough 8.50");
  await page.getByRole("button", { name: /^(Continue|Skip)$/ }).click();
  const skipping = page.getByRole("alertdialog", { name: "Continue without this menu?" });
  await expectAccessible(page);
  await skipping.getByRole("button", { name: "Stay here" }).click();
  await expect(menu).toHaveValue("Breads\nSourdough 8.50");
  await test.step("it is back after the tab was closed, and no longer once it is discarded", async () => {
    await expect.poll(() => page.evaluate(() => localStorage.getItem("shopbell:draft:/admin/setup#menu"))).toContain("Sourdough");
    const next = await page.context().newPage();
    await openPage(next, "/admin/setup?step=menu");
    const kept = next.getByRole("textbox", { name: "Menu", exact: true });
    await expect(kept).toHaveValue("Breads\nSourdough 8.50");
    await expect(next.getByText("The menu that you typed on this device is back.")).toBeVisible();
    await expectAccessible(next);
    await next.getByRole("button", { name: "Discard it" }).click();
    await expect(kept).toHaveValue("");
    await next.close();
  });
  await page.getByRole("link", { name: "Opening hours" }).click();
  await question(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByLabel("Opens at").first()).toBeVisible();
  await openPage(page, "/admin/setup?step=menu");
  await expect(menu).toHaveValue("");
});

test("keeps settings typed in a setup step", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/setup?step=delivery");
  const minimum = page.getByLabel("Minimum delivery order");
  await minimum.fill("17.00");
  await expectHeldBack(page, page.getByRole("link", { name: "Pickup and delivery" }), minimum, "17.00");
  await page.getByRole("button", { name: "Skip" }).click();
  const skipping = page.getByRole("alertdialog", { name: "Skip without saving?" });
  await skipping.getByRole("button", { name: "Stay here" }).click();
  await expect(minimum).toHaveValue("17.00");
});

test("asks before leaving an unsent invitation", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/setup?step=staff");
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Vera");
  await expectHeldBack(page, page.getByRole("link", { name: "Opening hours" }), name, "Vera");
  await page.getByRole("button", { name: "Skip" }).click();
  const skipping = page.getByRole("alertdialog", { name: "Continue without this invitation?" });
  await skipping.getByRole("button", { name: "Stay here" }).click();
  await expect(name).toHaveValue("Vera");
});

test("keeps a message and an order change until they are sent", { tag: "@desktop" }, async ({ page, shop, admin }) => {
  const customer = newCustomer("Vic");
  await placeOrder(shop.url, customer, 2);
  const { id, number } = await orderOf(admin.request, customer);
  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${id}`);
  const away = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Orders" });
  const note = page.getByLabel(/^Note for colleagues/);
  await note.fill("Call before noon");
  await expectHeldBack(page, away, note, "Call before noon");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Call before noon").first()).toBeVisible();
  await expect(note).toHaveValue("");

  await page.getByRole("link", { name: "Change order…" }).click();
  await page.getByRole("button", { name: `One less: ${PLAIN_PRODUCT}` }).click();
  await away.click();
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(`2 → 1 ${PLAIN_PRODUCT}`)).toBeVisible();
  await note.fill("Ring twice");
  await away.click();
  await expect(question(page)).toContainText(
    "The change of this order is not saved yet. The text that you wrote under Timeline is not sent yet.",
  );
  await question(page).getByRole("button", { name: "Stay here" }).click();
  await page
    .getByRole("region", { name: `Change ${number}` })
    .getByRole("button", { name: /^Save/ })
    .click();
  await expect(page.getByRole("status").filter({ hasText: `${number} changed.` })).toBeVisible();
  await page.getByRole("link", { name: "Change order…" }).click();
  await expect(page.getByRole("heading", { name: `Change ${number}` })).toBeFocused();
  await expectHeldBack(page, away, note, "Ring twice");
  await note.fill("");
  await away.click();
  await expect(page.getByRole("heading", { level: 1, name: "New orders" })).toBeVisible();
});

test("keeps a refund form through a colleague's change", { tag: "@desktop" }, async ({ page, shop, admin }) => {
  const customer = newCustomer("Uma");
  await placeOrder(shop.url, customer);
  const act = async (action: string, fields: object) => {
    const { id, version } = await orderOf(admin.request, customer);
    const answer = await admin.request.post(`/admin/api/orders/${id}/${action}`, { data: { version, ...fields } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await act("accept", { minutes: 20 });
  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${(await orderOf(admin.request, customer)).id}`);
  await page.getByText("Refund…").click();
  await page.getByRole("radio", { name: "An amount" }).check();
  const amount = page.locator("[name=amount]");
  await amount.fill("2.50");
  await act("preparing", {});
  await expect(page.getByRole("button", { name: "Start preparing" })).toBeHidden();
  await expect(amount).toHaveValue("2.50");
  await expect(amount).toBeFocused();
  await page.getByRole("button", { name: "Refund $2.50 to the card" }).click();
  await expect(amount).toHaveCount(0);
});

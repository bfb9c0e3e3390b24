import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, reloadPage, signInByCall, test, type AdminCalls } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";

/** Adds a category through its form; returns its id. */
async function addCategory({ request }: AdminCalls, name: string): Promise<string> {
  const form = { name, description: "", parentId: "", mediaId: "", hue: "20", isHidden: "shown", hours: "", products: "" };
  const added = await request.post("/admin/category/add", { form, maxRedirects: 0 });
  expect(added.status(), await added.text()).toBe(302);
  return added.headers()["location"]?.split("/").at(-1) ?? "";
}

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 6)}`;

test("creates, edits, deletes and restores a category", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  const name = unique("Soups");
  await openPage(page, "/admin/category/add");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Order of products" }).fill("breakfast");
  await page.getByRole("option").first().click();
  await page.keyboard.press("Control+s");
  await page.waitForURL(/\/admin\/category\/edit\/\d+$/);
  await said(page, `Category “${name}” added.`);
  await expectAccessible(page);
  const id = page.url().split("/").at(-1) ?? "";

  await openPage(page, `/${id}/products`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("listitem").filter({ hasText: "Breakfast" }).first()).toBeVisible();

  await openPage(page, `/admin/category/edit/${id}`);
  await page.getByText("Only at certain hours").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, `Category “${name}” saved.`);
  await openPage(page, `/${id}/products`);
  await expect(page.getByText("Can be ordered every day 11:00 AM – 9:00 PM.")).toBeVisible();

  await openPage(page, `/admin/category/edit/${id}`);
  await page.getByRole("link", { name: "Delete category" }).click();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Its product goes" }).selectOption({ label: "to Pizza" });
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await said(page, `Category “${name}” deleted.`);
  expect((await page.request.get(`/${id}/products`)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, `“${name}”: undone.`);
  expect((await page.request.get(`/${id}/products`)).status()).toBe(200);
});

test("shows both versions on a conflict and keeps typed values in a closed page", { tag: "@desktop" }, async ({ page, context, admin }) => {
  await signInByCall(context.request);
  const name = unique("Bowls");
  const id = await addCategory(admin, name);
  await openPage(page, `/admin/category/edit/${id}`);
  const other = await context.newPage();
  await openPage(other, `/admin/category/edit/${id}`);
  await other.getByRole("textbox", { name: "Description" }).fill("Warm and filling");
  await other.getByRole("textbox", { name: "Name" }).fill(`${name} warm`);
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await said(other, /saved\./);
  await other.close();

  await page.getByRole("textbox", { name: "Name" }).fill(`${name} cold`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("has saved this while you were editing").locator("..")).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${name} cold`);
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Warm and filling");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, `Category “${name} cold” saved.`);

  await page.getByRole("textbox", { name: "Description" }).fill("Half a sentence");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => String(kept).includes("Half a sentence"))))
    .toBe(true);
  page.once("dialog", (dialog) => void dialog.accept());
  await reloadPage(page);
  await expect(page.getByText("Unsaved changes restored.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Half a sentence");
  await page.getByRole("button", { name: "Discard it" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Description" })).not.toHaveValue("Half a sentence");
});

test("searches, selects and changes the list by keyboard, with undo", { tag: "@desktop" }, async ({ page, admin }) => {
  await signInByCall(page.request);
  const name = unique("Stews");
  for (const part of ["hot", "cold", "mild"]) await addCategory(admin, `${name} ${part}`);
  await openPage(page, "/admin/category");
  await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(name);
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(4);
  await page.getByRole("checkbox", { name: `Select ${name} cold` }).click();
  await page.getByRole("checkbox", { name: `Select ${name} mild` }).click({ modifiers: ["Shift"] });
  await expect(page.getByText("3 selected")).toBeVisible();
  await page.getByRole("link", { name: `${name} cold` }).focus();
  await page.keyboard.press("x");
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Hide categories" }).click();
  await said(page, "2 categories hidden.");
  await expect(page.getByRole("row").filter({ hasText: "Hidden" })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await said(page, /undone/);
  await expect(page.getByRole("row").filter({ hasText: "Hidden" })).toHaveCount(0);
  await page.getByRole("searchbox").fill("zzzz nothing");
  await expect(page.getByText("No categories fit: “zzzz nothing”.")).toBeVisible();
  await page.getByRole("link", { name: "Show all categories" }).click();
  await expect(page.getByRole("list", { name: "Categories" })).toBeVisible();
});

test("sorts the tree by keys and Move buttons and renames in place", async ({ page, admin, isMobile }) => {
  await signInByCall(page.request);
  const first = unique("Aaa");
  const second = unique("Bbb");
  await addCategory(admin, first);
  await addCategory(admin, second);
  await recordAnnouncements(page);
  await openPage(page, "/admin/category");
  await expectAccessible(page);
  await page.getByLabel(`Move ${second}`).click();
  await page.getByRole("button", { name: "Move in" }).click();
  await said(page, `“${second}” moved.`);
  await expect(page.getByRole("listitem").filter({ hasText: first }).getByRole("link", { name: second })).toBeVisible();
  if (!isMobile) {
    await page.getByRole("link", { name: second }).focus();
    await takeAnnouncements(page);
    await page.keyboard.press("Alt+ArrowLeft");
    await expect(page.getByRole("listitem").filter({ hasText: first }).getByRole("link", { name: second })).toHaveCount(0);
    await expect(page.getByRole("link", { name: second })).toBeFocused();
    await expectAnnouncedOnce(page, new RegExp(`^“${second}” moved\\.`));
  }
  await page.getByRole("button", { name: `Rename ${second}` }).click();
  await page.getByRole("textbox", { name: `New name of ${second}` }).fill(`${second} renamed`);
  await page.keyboard.press("Enter");
  await said(page, `Renamed to “${second} renamed”.`);
  await expect(page.getByRole("link", { name: `${second} renamed` })).toBeFocused();
});

test("the command palette finds pages and records", async ({ page, isMobile }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin");
  await expect(page.getByRole("button", { name: "Search" })).toBeVisible();
  if (isMobile) await page.getByRole("button", { name: "Search" }).click();
  else await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Page, record or action" });
  await field.fill("pizza");
  await expect(page.getByRole("option", { name: /^Pizza\b.*products$/ })).toBeVisible();
  await expectAccessible(page);
  // By its settings, not only by the page's own name.
  await field.fill("holiday");
  await expect(page.getByRole("option", { name: /Site settings/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL("/admin/site-settings");
});

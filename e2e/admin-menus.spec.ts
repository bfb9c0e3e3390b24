import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();

test("adds, links and sorts a top menu item by keys and restores the version before", async ({ page }) => {
  await signInByCall(page.request);
  const text = `Kitchen ${crypto.randomUUID().slice(0, 6)}`;
  await openPage(page, "/admin/menu-builder");
  await page.getByRole("button", { name: "Add link" }).click();
  const fields = page.getByRole("group", { name: "No text yet" });
  await expect(fields.getByText("Enter a text.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(text);
  await page.getByRole("textbox", { name: "Address" }).fill("about");
  await said(page, "A page of this shop: /about");
  await page.getByRole("textbox", { name: "Address" }).fill("https://example.com");
  await page.getByRole("checkbox", { name: "Open in a new tab" }).check();
  await said(page, "Leads elsewhere: https://example.com, in a new tab");
  await page.getByRole("textbox", { name: "Address" }).fill("/no-such-page-here");
  await expect(page.getByText("There is no page at /no-such-page-here.").first()).toBeVisible();
  await page.getByRole("combobox", { name: "A page of the shop" }).selectOption({ index: 1 });
  await expect(page.getByText("There is no page at /no-such-page-here.")).toHaveCount(0);

  const row = page.getByRole("list", { name: "Top menu" }).getByRole("button", { name: text, exact: true });
  await row.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(row).toBeFocused();
  const preview = page.getByRole("region", { name: "Preview" });
  // On a desktop it may be inside "More".
  await expect(preview.getByText(text)).toBeAttached();
  await preview.getByRole("button", { name: "Phone" }).click();
  await expect(preview.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Control+s");
  await said(page, "Menu “Top menu” saved.");

  const shown = async () => JSON.stringify(await (await page.request.get("/api/site-menu/site_top_menu")).json()).includes(text);
  expect(await shown()).toBe(true);
  await openPage(page, "/");
  const main = page.getByRole("navigation", { name: "Main" });
  const more = main.getByText("More", { exact: true });
  if (await more.isVisible()) await more.click();
  await expect(main.getByRole("link", { name: text })).toBeVisible();

  await openPage(page, "/admin/menu-builder");
  await page.getByText("Earlier versions").click();
  await page
    .getByRole("button", { name: /^Restore version/ })
    .first()
    .click();
  await said(page, /^Version \d+ is back\.$/);
  expect(await shown()).toBe(false);
  await expectAccessible(page);
});

test("adds and removes a footer column by Move buttons", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/footer-menu-builder");
  await page.getByRole("button", { name: "Add column" }).click();
  await page.getByRole("textbox", { name: "Title (optional)" }).fill("Visit");
  await page.getByRole("button", { name: "Add category" }).click();
  await page.getByRole("combobox", { name: "Category" }).selectOption({ index: 1 });
  const name = await page.getByRole("textbox", { name: "Text", exact: true }).inputValue();
  expect(name).not.toBe("");
  await expect(page.getByRole("region", { name: "Preview" }).getByText("Visit")).toBeVisible();
  await page.getByRole("list", { name: "Footer menu" }).getByLabel("Move Visit").click();
  await page.getByRole("button", { name: "Move up" }).click();
  await expectAccessible(page);
  await page.getByRole("list", { name: "Footer menu" }).getByRole("button", { name: "Visit", exact: true }).click();
  await page.getByRole("button", { name: "Remove column with its items" }).click();
  await expect(page.getByText("Everything is saved")).toBeVisible();
  for (const path of ["menu-builder/TreeNode", "footer-menu-builder/FooterColumn"]) {
    await openPage(page, `/admin/${path}`);
    await expect(page.getByText("Nothing here is saved.")).toBeVisible();
    await expectAccessible(page);
  }
  expect((await page.request.get("/admin/menu-builder/treenode")).status()).toBe(404);
});

test("a menu item is named after the category that arrow keys end at", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/menu-builder");
  await page.getByRole("button", { name: "Add category" }).press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await expect(text).toBeFocused();
  const category = page.getByRole("combobox", { name: "Category" });
  await category.focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowDown");
  const path = (await category.locator("option:checked").textContent()) ?? "";
  expect(path).not.toBe("Choose a category");
  await expect(text).toHaveValue(path.split(" › ").at(-1) ?? "");
  await text.fill("Our own words");
  await category.press("ArrowDown");
  await expect(text).toHaveValue("Our own words");
  await page.getByRole("button", { name: "Discard" }).press("Enter");

  await page.getByRole("button", { name: "Add link" }).press("Enter");
  const linked = page.getByRole("combobox", { name: "A page of the shop" });
  await linked.focus();
  for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press("ArrowDown");
  await expect(linked).not.toHaveValue("");
  await expect(text).toHaveValue((await linked.locator("option:checked").textContent())?.replace(" (not published)", "") ?? "");
});

test("announces once where a menu item leads, when its address is left", { tag: "@desktop" }, async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/menu-builder");
  await page.getByRole("button", { name: "Add link" }).press("Enter");
  await page.getByRole("textbox", { name: "Address" }).focus();
  await takeAnnouncements(page);
  await page.keyboard.type("about");
  await expect(page.getByText("A page of this shop: /about")).toBeVisible();
  expect((await takeAnnouncements(page)).filter((words) => words.startsWith("A page of this shop"))).toEqual([]);
  await page.keyboard.press("Tab");
  await expectAnnouncedOnce(page, "A page of this shop: /about");
});

test("moves a link to another footer column on Enter, not on an arrow key", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/footer-menu-builder");
  const tree = page.getByRole("list", { name: "Footer menu" });
  for (const title of ["First", "Second"]) {
    await page.getByRole("button", { name: "Add column" }).press("Enter");
    await page.keyboard.type(title);
  }
  await page.getByRole("button", { name: "Add link" }).press("Enter");
  await page.keyboard.type("Parking");
  const under = (title: string) =>
    tree
      .getByRole("listitem")
      .filter({ has: page.getByRole("button", { name: title, exact: true }) })
      .getByRole("button", { name: "Parking", exact: true });
  await expect(under("Second")).toBeVisible();
  const column = page.getByRole("combobox", { name: "Column" });
  await column.focus();
  await page.keyboard.press("ArrowUp");
  await expect(column.locator("option:checked")).toHaveText(/First$/);
  await expect(under("Second")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(under("First")).toBeVisible();
  await expect(column).toBeFocused();
});

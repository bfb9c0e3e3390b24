import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test, type AdminCalls } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 6)}`;
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();
const isAlive = (page: Page) => expect(page.getByRole("button", { name: "Search" })).toBeVisible();

/** Three products for this test, $10.00 each. */
async function addProducts(admin: AdminCalls, name: string): Promise<void> {
  const page = await (await admin.request.get("/admin/product/add")).text();
  const fields = Object.fromEntries(
    [...page.matchAll(/name="([A-Za-z]+)"/g)].map(([, field]) => [field ?? "", ""]).filter(([field]) => field !== "q"),
  );
  for (const part of ["A", "B", "C"]) {
    const form = { ...fields, name: `${name} ${part}`, priceCents: "10.00", taxClass: "standard", isHidden: "shown", customizations: "[]" };
    const added = await admin.request.post("/admin/product/add", { form, maxRedirects: 0 });
    expect(added.status(), await added.text()).toBe(302);
  }
}

test("types, pastes, fills, saves and undoes prices in the sheet", async ({ page, context, admin }) => {
  const name = unique("Grid");
  await addProducts(admin, name);
  await signInByCall(context.request);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPage(page, `/admin/product?view=sheet&q=${encodeURIComponent(name)}`);
  await isAlive(page);
  const cell = (row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);
  await cell(0, 0).click();
  await page.keyboard.type("11.5");
  await page.keyboard.press("Enter");
  await expect(cell(1, 0)).toBeFocused();
  await expect(cell(0, 0)).toContainText("$11.5");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+d");
  await expect(cell(2, 0)).toContainText("$11.5");
  await page.keyboard.press("Control+z");
  await expect(cell(2, 0)).toContainText("$10.00");
  await expectAccessible(page);

  await page.evaluate(() => navigator.clipboard.writeText("12.00\t15.00\tSold out\nzero\t\tAvailable\n"));
  await cell(1, 0).click();
  await page.keyboard.press("Control+v");
  await expect(cell(1, 2)).toContainText("Sold out");
  await expect(page.getByText("5 changes in 3 products")).toBeVisible();
  await page.keyboard.press("Control+s");
  const question = page.getByRole("alertdialog", { name: "Save 5 changes in 3 products?" });
  await expect(question).toContainText(`${name} A · Price$10.00 → $11.5`);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Save changes" }).click();
  await expect(page.locator(":focus"), "the focus announces it").toContainText("2 products saved.");
  await expect(cell(2, 0)).toContainText("Enter an amount such as 12.50.");
  await expect(cell(1, 1)).toContainText("$15.00");
  await expectAccessible(page);

  await cell(2, 0).click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("9");
  await page.keyboard.press("Tab");
  await expect(cell(2, 1)).toBeFocused();
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: "Stay here" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await said(page, `Product “${name} C” saved.`);
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await said(page, /undone/);
  await expect(cell(2, 0)).toContainText("$10.00");
});

test(
  "the sheet saves a cell that is still edited, and leads from the refusal to the cell",
  { tag: "@desktop" },
  async ({ page, context, admin }) => {
    const name = unique("Cells");
    await addProducts(admin, name);
    await signInByCall(context.request);
    await openPage(page, `/admin/product?view=sheet&q=${encodeURIComponent(name)}`);
    await isAlive(page);
    const cell = (row: number, column: number) => page.locator(`[data-at="${row}:${column}"]`);
    await cell(1, 0).focus();
    await page.keyboard.type("zero");
    await page.keyboard.press("Control+s");
    const question = page.getByRole("alertdialog", { name: "Save 1 change in 1 product?" });
    await expect(question).toContainText("$10.00 → zero");
    await question.getByRole("button", { name: "Save changes" }).press("Enter");
    await expect(page.locator(":focus")).toContainText("Nothing is saved yet.");
    await page.keyboard.press("Tab");
    const fault = page.getByRole("button", { name: `${name} B, Price: Enter an amount such as 12.50.` });
    await expect(fault).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(cell(1, 0)).toBeFocused();
    await page.keyboard.type("9");
    await page.keyboard.press("Enter");
    await expect(fault).toHaveCount(0);
    await expect(cell(2, 0)).toBeFocused();
  },
);

test(
  "the sheet announces each paste, and what a letter or Delete puts into a cell",
  { tag: "@desktop" },
  async ({ page, context, admin }) => {
    const name = unique("Spoken");
    await addProducts(admin, name);
    await recordAnnouncements(page);
    await signInByCall(context.request);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openPage(page, `/admin/product?view=sheet&q=${encodeURIComponent(name)}`);
    await isAlive(page);
    await page.evaluate(() => navigator.clipboard.writeText("12.00"));
    for (const row of [0, 1]) {
      await page.locator(`[data-at="${row}:0"]`).focus();
      await takeAnnouncements(page);
      await page.keyboard.press("Control+v");
      await expectAnnouncedOnce(page, "1 pasted");
    }
    await page.keyboard.press("Delete");
    await expectAnnouncedOnce(page, "1 emptied");
    await page.locator('[data-at="0:2"]').focus();
    await page.keyboard.press("s");
    await expectAnnouncedOnce(page, "Sold out");
  },
);

test("no cell of the sheet that has the focus is behind the names of the products", { tag: "@desktop" }, async ({ page, context }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await signInByCall(context.request);
  await openPage(page, "/admin/product?view=sheet");
  await isAlive(page);
  const cells = page.locator('[data-at^="0:"]');
  await cells.first().focus();
  await page.keyboard.press("End");
  for (let left = (await cells.count()) - 2; left > 0; left -= 1) {
    await page.keyboard.press("ArrowLeft");
    const shown = await page.locator(":focus").evaluate((cell) => {
      const { left: start, top, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(start + 4, top + height / 2));
    });
    expect(shown, (await page.locator(":focus").getAttribute("data-at")) ?? "").toBe(true);
  }
});

test("the focus stays at the chosen rows when the bar of the selection goes", { tag: "@desktop" }, async ({ page, context, admin }) => {
  const name = unique("Chosen");
  await addProducts(admin, name);
  await signInByCall(context.request);
  await openPage(page, `/admin/product?q=${encodeURIComponent(name)}`);
  await isAlive(page);
  const box = (part: string) => page.getByRole("checkbox", { name: `Select ${name} ${part}` });
  const choose = async () => {
    for (const part of ["B", "C"]) await box(part).press("Space");
    await expect(page.getByText("2 selected")).toBeVisible();
  };
  for (const act of ["Select none", "Hide products"]) {
    await choose();
    await page.getByRole("button", { name: act }).press("Enter");
    await expect(page.getByText("2 selected")).toHaveCount(0);
    await expect(box("B")).toBeFocused();
  }
  await choose();
  await page.locator("summary", { hasText: "More" }).last().press("Enter");
  await page.getByRole("button", { name: "Delete products" }).press("Enter");
  await expect(box("B")).toHaveCount(0);
  await expect(box("A")).toBeFocused();
});

test("previews, applies and undoes a bulk price change", async ({ page, context, admin }) => {
  const name = unique("Bulk");
  await addProducts(admin, name);
  await signInByCall(context.request);
  await openPage(page, `/admin/product?q=${encodeURIComponent(name)}`);
  await isAlive(page);
  await page.getByRole("checkbox", { name: `Select ${name} A` }).check();
  await page.getByRole("checkbox", { name: `Select ${name} C` }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change prices" }).click();
  await page.getByRole("textbox", { name: "Percent" }).fill("12");
  await page.getByRole("combobox", { name: "New prices end" }).selectOption({ label: "with .95" });
  await page.getByRole("button", { name: "Show new prices" }).click();
  await expect(page.getByRole("row", { name: `${name} A $10.00 $10.95` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Change 2 prices" }).click();
  await said(page, "Prices of 2 products changed.");
  await expect(page.getByRole("row").filter({ hasText: "$10.95" })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await said(page, /undone/);
  await expect(page.getByRole("row").filter({ hasText: "$10.95" })).toHaveCount(0);
});

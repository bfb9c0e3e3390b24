import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, test, untilSettled } from "./fixtures.ts";
import { PLAIN_PRODUCT, productId } from "./orders.ts";

/** The field of the top bar; on a phone behind its search button. */
async function openField(page: Page): Promise<Locator> {
  const field = page.getByRole("banner").locator("input[name=q]").filter({ visible: true });
  if ((await field.count()) === 0) await page.getByRole("banner").locator("summary[aria-label=Search]").click();
  await expect(field).toHaveCount(1);
  return field;
}

/** Whether the bar's search is collapsed. */
const isPhone = (page: Page) => page.getByRole("banner").locator("summary[aria-label=Search]").isVisible();

test("search suggestions work by mouse and keyboard without layout shift", async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  await openPage(page, `/products/${id}`);
  const field = await openField(page);
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  const options = page.getByRole("option");
  // The list loads with the field's first focus; a page that is not hydrated yet is focused again.
  await expect(async () => {
    await field.blur();
    await field.focus();
    await expect(field).toHaveRole("combobox", { timeout: 1000 });
  }).toPass();
  await field.fill("flatbraed");
  await expect(options.first()).toContainText(PLAIN_PRODUCT);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("status").filter({ hasText: /suggestion/ })).toHaveText(/^\d+ suggestions?$/);
  expect(await heading.boundingBox()).toEqual(before);
  await expectAccessible(page);

  await field.press("Escape");
  await expect(options).toHaveCount(0);
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await field.press("ArrowUp");
  await field.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Results for “flatbraed”" })).toBeFocused();
  await expect(page.getByRole("main").getByRole("heading", { name: PLAIN_PRODUCT })).toBeVisible();

  await test.step("each search is a page of its own, from the bar of the results and from their own field", async () => {
    const bar = await openField(page);
    await bar.fill("a");
    await bar.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Results for “a”" })).toBeFocused();
    await expect(bar.filter({ visible: true })).toHaveCount((await isPhone(page)) ? 0 : 1);
    const shown = page.getByRole("main").getByRole("heading", { level: 3 });
    const before = await shown.count();
    await page.getByRole("link", { name: /^Show \d+ more$/ }).press("Enter");
    await expect(shown.nth(before).getByRole("link")).toBeFocused();
  });

  const own = page.getByRole("main").getByRole("search").locator("input");
  await own.fill("juice");
  await own.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Results for “juice”" })).toBeFocused();
  await own.fill("garlic fl");
  await page.getByRole("option", { name: PLAIN_PRODUCT }).click();
  await expect(page).toHaveURL(`/products/${id}`);
});

test("late suggestions after leaving the field are not shown or announced @desktop", async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/suggestions-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await openPage(page, "/?q=flatbread");
  const field = page.getByRole("main").getByRole("search").locator("input");
  await field.focus();
  await page.keyboard.press("Tab");
  await expect(field).not.toBeFocused();
  await untilSettled(page, async () => release());
  await expect(field).toHaveRole("combobox");
  await untilSettled(page, async () => undefined);
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: /suggestion/ })).toHaveCount(0);
  await field.focus();
  await expect(page.getByRole("listbox").getByRole("option", { name: PLAIN_PRODUCT })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("the top bar search opens and searches", async ({ page }) => {
    await page.goto("/cart");
    const field = await openField(page);
    await field.fill("flatbread");
    await field.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Results for “flatbread”" })).toBeVisible();
  });
});

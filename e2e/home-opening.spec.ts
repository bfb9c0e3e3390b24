import type { Locator, Page } from "@playwright/test";
import { expect, openPage, test } from "./fixtures.ts";

/* What stands far below on home is laid out after what is looked at, and nobody who jumps or goes back lands beside the place. */

const FAR = 4;

/** A section of the menu several screens below the beginning and the end, and whether its first dish is laid out. */
function farSection(page: Page): { readonly section: Locator; readonly isLaidOut: () => Promise<boolean> } {
  const section = page.locator("section[id^=menu-]").nth(FAR);
  const dish = section.locator("h3").first();
  return { section, isLaidOut: () => dish.evaluate((each) => each.checkVisibility({ contentVisibilityAuto: true })) };
}

const topOf = (section: Locator) => section.evaluate((each) => Math.round(each.getBoundingClientRect().top));

test("before its scripts, home lays out what is far below when somebody comes near, and a jump lands on its section @phone", async ({
  page,
}) => {
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto("/");
  const { section, isLaidOut } = farSection(page);
  expect(await isLaidOut()).toBe(false);
  await page.getByRole("navigation", { name: "Jump to a category" }).getByRole("link").nth(FAR).click();
  expect(await isLaidOut()).toBe(true);
  // Where a jump lands by the sheet: below the bars.
  const below = await section.evaluate((each) => {
    const [root, own] = [getComputedStyle(document.documentElement), getComputedStyle(each)];
    return (Number.parseFloat(root.scrollPaddingTop) || 0) + Number.parseFloat(own.scrollMarginTop);
  });
  await expect.poll(async () => Math.abs((await topOf(section)) - below)).toBeLessThan(2);
});

test("home lays out the rest once it is alive, and who comes back stands where they were @phone", async ({ page }) => {
  await openPage(page, "/");
  const { section, isLaidOut } = farSection(page);
  await expect.poll(isLaidOut).toBe(true);
  await section.scrollIntoViewIfNeeded();
  const before = await topOf(section);
  await page.goto("/cart");
  await page.goBack();
  // Where one was is stored in whole pixels.
  await expect.poll(async () => Math.abs((await topOf(section)) - before)).toBeLessThan(2);
});

import { expect, openPage, test } from "./fixtures.ts";

test("restores the scroll position on the home page @phone", async ({ page }) => {
  await openPage(page, "/");
  const section = page.locator("section[id^=menu-]").nth(4);
  const topOf = () => section.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  await section.scrollIntoViewIfNeeded();
  const before = await topOf();
  await openPage(page, "/cart");
  await page.goBack();
  // Browsers store the scroll position in whole pixels.
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThan(2);
});

import { sql } from "drizzle-orm";
import { categories } from "#app/catalogue/data/tables.ts";
import { menus } from "#app/content/data/tables.ts";
import { expect, openPage, test, withDb } from "./fixtures.ts";

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

test("shows categories as pictures next to the heading, except on a phone", async ({ page, shop, isMobile }) => {
  // Earlier tests may have left categories that are not in the top menu.
  await withDb(shop, (db) =>
    db.execute(sql`update ${categories} set is_hidden = true where parent_id is null
      and not exists (select from ${menus} where items::text ~ ('"categoryId": ' || ${categories.id} || '[,}]'))`),
  );
  await openPage(page, "/");
  const tiles = page.getByRole("list", { name: "Shop by category" });
  await expect(tiles).toBeVisible({ visible: !isMobile });
  if (isMobile) return;
  await tiles.getByRole("link", { name: "Bakery" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bakery" })).toBeVisible();
  // The top menu has all of these categories.
  await expect(page.getByRole("navigation", { name: "Categories" })).toBeHidden();
});

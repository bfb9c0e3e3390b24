import { expect, openPage, test, untilAlive } from "./fixtures.ts";

const PAGES = [
  { path: "/", pictures: 2 },
  { path: "/2/products", pictures: 2 },
  { path: "/products/1", pictures: 1 },
  { path: "/cart", pictures: 0 },
  { path: "/checkout", pictures: 0 },
];

test("pages are readable before scripts and load first pictures without delay", async ({ page }) => {
  await openPage(page, "/products/2");
  await page.getByRole("button", { name: /^Add/ }).first().click();
  await expect(page.getByRole("link", { name: /^Cart, 1 / })).toBeVisible();
  for (const { path, pictures } of PAGES) {
    const released = Promise.withResolvers<undefined>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expect(page.locator("img[loading=eager]"), path).toHaveCount(pictures);
    released.resolve(undefined);
    await untilAlive(page);
    await page.unroute(/\/assets\/.*\.js$/);
  }
});

import type { Page } from "@playwright/test";
import { openPage, expect, test, untilAlive } from "./fixtures.ts";

/* What is read first waits for nothing but the page itself; what its first picture needs is all that is fetched beside it. */

/** What a page asked for before it was painted, by what asked; everything but the page itself is held back until then. */
async function openHeld(page: Page, path: string): Promise<string[]> {
  const released = Promise.withResolvers<undefined>();
  await page.exposeFunction("isPainted", () => released.resolve(undefined));
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) (window as unknown as { isPainted: () => void }).isPainted();
    }).observe({ type: "paint", buffered: true });
  });
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document") await released.promise;
    await route.continue();
  });
  await page.goto(path);
  await untilAlive(page);
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return files
      .filter(({ startTime }) => startTime < (paint?.startTime ?? 0))
      .map(({ initiatorType, name }) => `${initiatorType} ${new URL(name).pathname}`);
  });
}

const PAGES = [
  { name: "home", path: () => "/", pictures: 2 },
  { name: "category", path: (categoryId: number) => `/${categoryId}/products`, pictures: 2 },
  { name: "product", path: () => "/products/1", pictures: 1 },
  { name: "cart", path: () => "/cart", pictures: 0 },
  { name: "checkout", path: () => "/checkout", pictures: 0 },
];

for (const { name, path, pictures } of PAGES)
  test(`${name}: nothing but pictures is asked for before the first paint`, async ({ page, shop }) => {
    const [category] = (await (await fetch(`${shop.url}/api/categories`)).json()) as { id: number }[];
    if (name === "cart" || name === "checkout") {
      await openPage(page, "/products/2");
      await page.getByRole("button", { name: /^Add/ }).first().click();
      await expect(page.getByRole("link", { name: /^Cart, 1 / })).toBeVisible();
      await page.evaluate(() => localStorage.clear());
    }
    const asked = await openHeld(page, path(category?.id ?? 0));
    // The tab's icon, and pictures further down when the page is laid out, are the browser's own to fetch; only the first ones are asked for with urgency.
    expect(asked.filter((each) => !/^(?:img |other \/favicon)/.test(each))).toEqual([]);
    await expect(page.locator("img[loading=eager]")).toHaveCount(pictures);
  });

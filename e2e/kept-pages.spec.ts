import { expect, test } from "./fixtures.ts";

/* Pages that are kept and sent again: their scripts run (the browser says nothing of a refused one), and a change of staff shows at once. */

test("kept pages come alive: their scripts are allowed by hash", async ({ page, shop }) => {
  const [category] = (await (await fetch(`${shop.url}/api/categories`)).json()) as { id: number }[];
  for (const path of ["/", `/${category?.id}/products`, "/products/1", "/about-us", "/no-such-page"]) {
    await fetch(shop.url + path, { headers: { "Accept-Encoding": "br" } });
    const answer = await page.goto(path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/script-src 'self'( 'sha256-[^']+')+;/);
    expect(await page.evaluate(() => document.querySelectorAll("script:not([src])[nonce]:not([nonce=''])").length), path).toBe(0);
    // Only a page whose scripts ran asks for the number in the cart's badge.
    await expect(page.locator("html"), path).toHaveAttribute("lang", "en");
    await page.waitForFunction(() => Reflect.has(window, "__reactRouterDataRouter"));
  }
});

test("a name that staff change is on the next page anybody opens", async ({ page, admin }) => {
  await page.goto("/");
  await admin.setSettings({ APP_NAME: "The Silver Bell" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Order ahead from The Silver Bell" })).toBeVisible();
});

import { expect, openPage, test, untilAlive } from "./fixtures.ts";

/* Cached pages: their scripts run, and a change by staff shows immediately. */

test("cached pages hydrate with the nonce of their policy", async ({ page, shop }) => {
  const [category] = (await (await fetch(`${shop.url}/api/categories`)).json()) as { id: number }[];
  for (const path of ["/", `/${category?.id}/products`, "/products/1", "/about-us", "/no-such-page"]) {
    await fetch(shop.url + path, { headers: { "Accept-Encoding": "br" } });
    const answer = await page.goto(path);
    const policy = answer?.headers()["content-security-policy"] ?? "";
    expect(policy, path).toMatch(/script-src 'nonce-[\w-]{22}' 'strict-dynamic';/);
    await untilAlive(page);
  }
});

test("a changed name shows on the next page", async ({ page, admin }) => {
  await openPage(page, "/");
  await admin.setSettings({ APP_NAME: "The Silver Bell" });
  await openPage(page, "/");
  await expect(page.getByRole("heading", { name: "Order ahead from The Silver Bell" })).toBeVisible();
});

import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, test } from "./fixtures.ts";
import { fillCart, payButton, PLAIN_PRODUCT, productId } from "./orders.ts";

/*
 * Bars and banners at the lower edge never overlap: whatever is shown, the main button of a page can be clicked.
 */

/** Everything that can be at the lower edge at the same time. */
async function showBanners(page: Page): Promise<void> {
  // The page may not be hydrated yet at the first attempt.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await expect(page.getByText("No connection.", { exact: false }).first()).toBeVisible({ timeout: 1000 });
    await page.clock.fastForward("01:00:01");
    await expect(page.getByText("New version of app is available.")).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
}

/** Clicked at the current position, and after scrolling to either end. */
async function expectPressable(page: Page, button: Locator): Promise<void> {
  for (const y of ["0", "document.body.scrollHeight / 2", "document.body.scrollHeight"]) {
    await page.evaluate(`scrollTo(0, ${y})`);
    await button.click({ trial: true, timeout: 5000 });
  }
}

test("no banner or bar covers a main button at 390 and 320 px", { tag: "@phone" }, async ({ page }) => {
  let answers = 0;
  await page.route("**/api/version", (route) => route.fulfill({ json: { version: `v${(answers += 1)}` } }));
  // The banner of a lost connection stays while the probe fails.
  await page.route("**/readyz", (route) => route.abort());
  await page.clock.install();
  const id = await productId(page.request, PLAIN_PRODUCT);
  await fillCart(page.request);
  const width = page.viewportSize()?.width ?? 0;
  for (const [path, button] of [
    ["/", () => page.getByRole("link", { name: /^View order/ })],
    [`/products/${id}`, () => page.getByRole("button", { name: /Add to order/ })],
    ["/cart", () => page.getByRole("link", { name: /^Checkout/ }).filter({ visible: true })],
    ["/checkout", () => payButton(page)],
  ] as const) {
    await openPage(page, path);
    // On a wide screen the panel next to the cart replaces the bar.
    if (path === "/" && width > 1000) continue;
    await expect(button()).toBeVisible();
    await showBanners(page);
    for (const narrow of width > 1000 ? [width] : [390, 320]) {
      await page.setViewportSize({ width: narrow, height: 640 });
      await expectPressable(page, button());
      await page.getByRole("button", { name: "Reload now" }).click({ trial: true });
    }
  }
});

test("quick add shows a tick and a bar with the next step", async ({ page, isMobile }) => {
  await openPage(page, `/?q=${encodeURIComponent(PLAIN_PRODUCT)}`);
  const plus = page.getByRole("button", { name: `Add ${PLAIN_PRODUCT} to your order` });
  await plus.click();
  await expect(plus).toHaveCSS("background-color", "rgb(14, 90, 69)");
  await expect(plus).toHaveCSS("color", "rgb(255, 255, 255)");
  if (isMobile) {
    await expect(page.getByRole("status").filter({ hasText: `1 × ${PLAIN_PRODUCT} added` })).toBeVisible();
    const bar = page.getByRole("link", { name: "View order · 1 · $9.00" });
    await expect(bar).toBeVisible();
    await openPage(page, "/");
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await bar.click();
    await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
    await expect(bar).toBeHidden();
  } else {
    await expect(page.getByRole("region", { name: "Added to your cart" })).toContainText(`1 × ${PLAIN_PRODUCT}`);
  }
  // One confirmation at a time: no toast next to the bar or the panel.
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("an open menu closes when focus leaves", { tag: "@phone" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPage(page, "/");
  const menu = page.getByRole("navigation", { name: "Menu", exact: true });
  await expect(async () => {
    await page.getByLabel("Menu", { exact: true }).first().click();
    await expect(menu).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole("main").getByRole("link").first().focus();
  await expect(menu).toBeHidden();
});

import { expect, openPage, signInByCall, test } from "./fixtures.ts";

/** Parts of the specification that no other test covers. */

test("the document is English and light, its top bar is fixed, the logo leads home", { tag: "@desktop" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openPage(page, "/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).toHaveClass(/(^| )light( |$)/);
  await expect(page.getByRole("banner")).toHaveCSS("position", "fixed");
  const footer = page.getByRole("contentinfo");
  await expect(footer.locator("a[href^='tel:']").first()).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Copper Bell" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("a page from the back-forward cache reloads once within ten seconds", { tag: "@desktop" }, async ({ page }) => {
  await openPage(page, "/about");
  const comeBack = () => page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await Promise.all([page.waitForEvent("load"), comeBack()]);
  await openPage(page, "/about");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await comeBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
});

test("Alt+T opens the list of toasts", { tag: "@desktop" }, async ({ page }) => {
  await openPage(page, "/?q=flatbread");
  await page.route("**/cart.data*", (route) => route.abort("internetdisconnected"));
  await page
    .getByRole("button", { name: /^Add .* to your order$/ })
    .first()
    .click();
  const toast = page.locator("[data-sonner-toast]").first();
  await expect(toast).toBeVisible();
  await page.keyboard.press("Alt+T");
  await expect(toast).toHaveAttribute("data-expanded", "true");
});

test("the bell is red, leads to orders, and orders are polled every five seconds", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await page.clock.install();
  const first = page.waitForResponse("**/admin/api/poll-orders");
  await openPage(page, "/admin");
  await first;
  const second = page.waitForResponse("**/admin/api/poll-orders");
  await page.clock.fastForward(5000);
  await second;
  const bell = page.getByRole("link", { name: /^New orders/ });
  await expect(bell).toHaveAttribute("href", "/admin/orders");
  await expect(bell.locator("svg")).toHaveCSS("color", "rgb(178, 30, 59)");
});

test("settings use the editors of their kinds", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings");
  const types = await page
    .locator("input[name], select[name]")
    .evaluateAll((fields) => Object.fromEntries(fields.map((field) => [field.getAttribute("name"), (field as HTMLInputElement).type])));
  expect(types).toMatchObject({
    APP_NAME: "text",
    DELIVERY_CLOSING_TIME: "time",
    TELEPHONE: "tel",
    STORE_OPEN_TIME: "time",
    STRIPE_SECRET_KEY: "password",
    SENDGRID_API_KEY: "password",
  });
});

import { sql } from "drizzle-orm";
import { TOAST } from "#app/values/limits.ts";
import { expect, openPage, signInByCall, test, withDb } from "./fixtures.ts";
import { recordAlerts } from "./alerts.ts";
import { fillCart, newCustomer, newOrdersCount, PLAIN_PRODUCT, placeOrder, productId } from "./orders.ts";

/*
 * The layout of every page: which controls it shows on which path, and that it never fails a page.
 */

test("bell and logout are on every admin page except login", { tag: "@phone" }, async ({ page }) => {
  await signInByCall(page.request);
  for (const path of ["/admin", "/admin/orders/accepted?view=kitchen", "/admin/orders/tickets", "/admin/no-such-page"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: /^New orders: / }), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Log out" }), path).toBeVisible();
  }
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByRole("link", { name: /^New orders/ })).toHaveCount(0);
});

test("every path that starts with /admin hides the cart control", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Cart/ })).toBeVisible();
  await page.goto("/admin-news");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Cart/ })).toHaveCount(0);
});

test("a reload with waiting orders alerts again", { tag: "@desktop" }, async ({ shop, admin, browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const staff = await context.newPage();
  const alerts = await recordAlerts(staff, { permission: "granted" });
  await staff.addInitScript(() => localStorage.setItem("shopbell:order-alerts", "accepted"));
  await placeOrder(shop.url, newCustomer("Ines"));
  const waiting = await newOrdersCount(admin.request);
  await signInByCall(staff.request);
  await staff.goto("/admin");
  const alert = `Received ${waiting} new orders!`;
  await expect.poll(() => alerts.notifications).toEqual([alert]);
  await staff.reload();
  await expect.poll(() => alerts.notifications).toEqual([alert, alert]);
  await context.close();
});

test("a failed coupon call shows its message and keeps the cart", { tag: "@desktop" }, async ({ page }) => {
  await page.clock.install();
  await fillCart(page.request, 3);
  const checked = page.waitForRequest("**/api/apply-promotions");
  await openPage(page, "/cart");
  // Without a code the call checks the automatic promotions.
  expect((await checked).postDataJSON()).toMatchObject({ couponCodes: [] });
  const codes = page.getByRole("region", { name: "Codes" });
  await codes.getByText("Have a code?").click();
  await codes.getByLabel("Coupon code").fill("WELCOME10");
  const isVisible = Promise.withResolvers<void>();
  await page.route(
    "**/cart.data*",
    async (route) => {
      await isVisible.promise;
      await route.fulfill({ status: 500, body: "" });
    },
    { times: 1 },
  );
  const reread = page.waitForRequest("**/cart.data*");
  await codes.getByRole("button", { name: "Apply" }).click();
  await reread;
  // The customer returns from another tab: the cart is fetched once the page is idle, and is a different one.
  const fetched = page.waitForResponse("**/api/cart");
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  isVisible.resolve();
  await expect(page.getByText(/^Coupon applied!/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
  await fetched;
  const remove = codes.getByRole("button", { name: /^Remove code/ });
  await expect(remove).toBeVisible();
  await page.route("**/api/apply-promotions", (route) => route.fulfill({ status: 422, json: { message: "A message of the server." } }));
  await remove.click();
  const failed = page.locator("[data-sonner-toast]").filter({ hasText: "Failed to remove coupon code" });
  await expect(failed).toBeVisible();
  await expect(page.getByText("A message of the server.")).toHaveCount(0);

  for (const [distance, isGone] of [
    [TOAST.swipeThresholdPx - 2, false],
    [TOAST.swipeThresholdPx + 2, true],
  ] as const) {
    const box = await failed.boundingBox();
    if (box === null) throw new Error("the toast has gone by itself");
    const [x, y] = [box.x + 40, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + distance, { steps: 4 });
    // A quick flick dismisses a toast at any distance.
    await page.clock.fastForward(600);
    await page.mouse.up();
    await expect(failed).toHaveCount(isGone ? 0 : 1);
  }
});

test("only signed-in staff see a bar on cached pages", { tag: "@desktop" }, async ({ page, browser, shop }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  await signInByCall(page.request);
  await openPage(page, `/products/${id}`);
  const bar = page.getByRole("navigation", { name: "Staff" });
  await expect(bar.getByRole("link", { name: "Edit this product" })).toHaveAttribute("href", `/admin/product/edit/${id}`);
  await expect(bar.getByRole("link", { name: "Staff area" })).toHaveAttribute("href", "/admin");
  const customer = await (await browser.newContext({ baseURL: shop.url })).newPage();
  const session = customer.waitForResponse("**/api/_auth/session");
  await openPage(customer, `/products/${id}`);
  expect(await (await session).json()).toEqual({});
  await expect(customer.getByRole("navigation", { name: "Staff" })).toHaveCount(0);
  await customer.context().close();
});

test("notices an expired session on focus and keeps typed text", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/category/add");
  await page.getByLabel("Name", { exact: true }).fill("Soups");
  await page.request.delete("/api/_auth/session");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("alertdialog", { name: "Sign in to continue" })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Soups");
});

test("folds eleven top menu items into More, in shop and builder", { tag: "@desktop" }, async ({ page, shop, admin }) => {
  const names = ["Pizza", "Pasta", "Salads", "Starters", "Desserts", "Drinks", "Catering", "Gift cards", "About us", "Contact", "Jobs"];
  const items = names.map((text, at) => ({ id: `m${at}`, type: "link", text, url: `/page-${at}`, openInNewTab: false, children: [] }));
  const before = await withDb(shop, async (db) => {
    const [row] = await db.execute<{ items: unknown }>(sql`select items from menus where name = 'site_top_menu'`, "objects");
    return row?.items;
  });
  const store = (menu: unknown) =>
    withDb(shop, (db) => db.execute(sql`update menus set items = ${JSON.stringify(menu)}::jsonb where name = 'site_top_menu'`));
  await store(items);
  await expect.poll(async () => (await admin.request.get("/api/site-menu/site_top_menu")).text()).toContain("Gift cards");
  for (const width of [1024, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, "/");
    const main = page.getByRole("navigation", { name: "Main" });
    const shown = await main.getByRole("link").filter({ visible: true }).allTextContents();
    await main.getByText("More", { exact: true }).click();
    await expect(main.getByRole("link").filter({ visible: true })).toHaveText(names);
    expect(shown.length).toBeGreaterThan(2);
    const overlap = await page.evaluate(() => {
      const header = document.querySelector("header");
      const box = header?.querySelector("nav[aria-label='Main']")?.firstElementChild?.getBoundingClientRect();
      const search = header?.querySelector("form[role='search'], search")?.getBoundingClientRect();
      return {
        height: header?.getBoundingClientRect().height ?? 0,
        gap: (search?.left ?? 0) - (box?.right ?? 0),
        scrolls: document.scrollingElement!.scrollWidth > innerWidth,
      };
    });
    expect(overlap.height).toBeLessThan(70);
    expect(overlap.gap).toBeGreaterThanOrEqual(0);
    expect(overlap.scrolls).toBe(false);
    if (width !== 1280) continue;
    await signInByCall(page.request);
    await openPage(page, "/admin/menu-builder");
    const preview = page.getByRole("region", { name: "Preview" });
    for (const name of shown) await expect(preview.getByText(name, { exact: true })).toBeVisible();
    await expect(preview.getByText("More", { exact: true })).toBeVisible();
    await expect(preview.getByText("Jobs", { exact: true })).toBeHidden();
    await page.context().clearCookies();
  }
  await store(before);
});

import { expect, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, PLAIN_PRODUCT, productId } from "./orders.ts";

test("an unknown address shows 'Page Not Found' with path and links", { tag: "@desktop" }, async ({ page }) => {
  for (const path of ["/no/such/page", "/products/999999", "/999999/products", "/products/abc", "/api-docs"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await expect(page.getByText(`Page not found: ${path}`)).toBeVisible();
  }
  await page.getByRole("main").getByLabel("Search the menu").fill("flatbread");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Results for “flatbread”" })).toBeVisible();
  await expect(page.getByRole("heading", { name: PLAIN_PRODUCT })).toBeVisible();
});

test("an unknown staff page shows 'Page Not Found' in the staff frame", { tag: "@phone" }, async ({ page }) => {
  await signInByCall(page.request);
  for (const path of ["/admin/no-such-page", "/admin/orders/00000000-0000-4000-8000-000000000000"]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^New orders: / })).toBeVisible();
  }
});

test("other errors show 'Internal Server Error' with message and retry", { tag: "@desktop" }, async ({ context }) => {
  // A separate page: React reports the thrown error on the console, as it should.
  const page = await context.newPage();
  await openPage(page, "/about");
  await page.route("**/cart.data*", (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "broken" }));
  await page.getByRole("link", { name: "Cart", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Internal Server Error" })).toBeVisible();
  await page.unroute("**/cart.data*");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
});

test("a CMS page is reachable by menu, with footer and hours", async ({ page, isMobile }) => {
  await openPage(page, "/");
  await page.getByRole("navigation", { name: "Footer" }).getByRole("link", { name: "Allergens" }).click();
  await expect(page).toHaveURL(/\/allergens$/);
  await expect(page.getByRole("heading", { level: 1, name: "Allergens" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Where the common ones are" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Opening hours" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Find us" })).toContainText("41 Millrace Lane");
  await expect(page.getByRole("link", { name: "Find us on the map" })).toHaveAttribute("target", "_blank");
  if (isMobile) await page.locator("header summary[aria-label='Menu']").click();
  await page.locator("header").getByRole("link", { name: "About us" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "About the Copper Bell" })).toBeVisible();
  await page.locator("header").getByRole("link", { name: "Copper Bell", exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("the menu opens, closes and works by keyboard", async ({ page, isMobile }) => {
  await openPage(page, "/about");
  const toggle = isMobile
    ? page.locator("header summary[aria-label='Menu']")
    : page.getByRole("navigation", { name: "Main" }).locator("summary").filter({ hasText: "Kitchen" });
  const pizza = page.locator("header").getByRole("link", { name: "Pizza", exact: true }).filter({ visible: true });
  await expect(pizza).toHaveCount(0);
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(pizza).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(pizza).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Enter");
  await pizza.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Pizza" })).toBeVisible();
  await expect(pizza).toHaveCount(isMobile ? 0 : await pizza.count());
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeAttached();
});

test("offers a new version after the first check and reloads", { tag: "@desktop" }, async ({ page }) => {
  let version = "one";
  await page.route("**/api/version", (route) => route.fulfill({ json: { version } }));
  await page.clock.install();
  const first = page.waitForResponse("**/api/version");
  await openPage(page, "/about");
  await first;
  const banner = page.getByText("New version of app is available.");
  const second = page.waitForResponse("**/api/version");
  await page.clock.fastForward("01:00:01");
  await second;
  await expect(banner).toBeHidden();
  version = "two";
  await page.clock.fastForward("01:00:01");
  await expect(banner).toBeVisible();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload now" }).click()]);
  await expect(page.getByRole("heading", { level: 1, name: "About the Copper Bell" })).toBeVisible();
  await expect(banner).toBeHidden();
});

test("toasts: bottom centre, 200 px up, 356 px wide, at most three, disappear", async ({ page, isMobile }) => {
  await openPage(page, "/?q=flatbread");
  // An added item is confirmed in a bar or panel; a toast reports what could not be added.
  await page.route("**/cart.data*", (route) => route.abort("internetdisconnected"));
  const add = page.getByRole("button", { name: `Add ${PLAIN_PRODUCT} to your order` });
  await add.click();
  const toaster = page.locator("[data-sonner-toaster]");
  const toasts = toaster.locator("[data-sonner-toast]");
  await expect(toasts).toHaveCount(1);
  await expect(toaster).toHaveAttribute("data-x-position", "center");
  await expect(toaster).toHaveAttribute("data-y-position", "bottom");
  const style = await toaster.evaluate((list) => ["--width", "--gap"].map((name) => getComputedStyle(list).getPropertyValue(name).trim()));
  expect(style).toEqual(["356px", "14px"]);
  await expect(toaster).toHaveCSS("bottom", "200px");
  if (!isMobile) expect(Math.round((await toasts.first().boundingBox())?.width ?? 0)).toBe(356);
  await expect(toasts).toHaveCount(0);

  for (let count = 1; count <= 4; count += 1) {
    await Promise.all([page.waitForEvent("requestfailed"), add.click()]);
    await expect(add).toHaveAttribute("aria-disabled", "false");
  }
  await expect(toasts.first()).toBeVisible();
  expect(await toaster.locator("[data-sonner-toast][data-visible=true]").count()).toBeLessThanOrEqual(3);
});

test("the cart badge follows every change, also in other tabs", { tag: "@phone" }, async ({ page, context }) => {
  await openPage(page, "/about");
  await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();
  await fillCart(page.request, 2);
  const other = await context.newPage();
  await openPage(other, "/cart");
  await expect(other.getByRole("link", { name: "Cart, 2 items" })).toBeVisible();
  await other.getByRole("button", { name: `One ${PLAIN_PRODUCT} more` }).click();
  await expect(other.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
  await other.close();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("link", { name: "Cart, 3 items" })).toBeVisible();
});

test("a product page asks for one text: cooking notes or a note", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, `/products/${await productId(page.request, "Steak Frites")}`);
  await expect(page.getByText("Cooking notes")).toBeVisible();
  await expect(page.getByText("Add a note")).toHaveCount(0);
  await openPage(page, `/products/${await productId(page.request, "Margherita")}`);
  await expect(page.getByText("Cooking notes")).toHaveCount(0);
  await page.getByText("Add a note").click();
  await expect(page.getByRole("textbox", { name: "Note", exact: true })).toBeVisible();
});

test("a choice just before leaving does not change the next page's URL", { tag: "@phone" }, async ({ page }) => {
  // A slow device: the page is left only when the address of the choices is also due.
  await page.addInitScript(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...args) => {
      push(...args);
      const until = performance.now() + 600;
      while (performance.now() < until);
    };
  });
  await openPage(page, `/products/${await productId(page.request, "Copper Bell Burger")}`);
  await page.getByRole("radio", { name: /^Well done/ }).check();
  await page.getByRole("link", { name: "Cart", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

test("disables further options at the maximum, focusable and with a hint", { tag: "@desktop" }, async ({ page }) => {
  await openPage(page, `/products/${await productId(page.request, "Steak Frites")}`);
  const group = page.getByRole("group", { name: "Sauces, two are included" });
  const boxes = group.getByRole("checkbox");
  for (let index = 0; index < 4; index += 1) await boxes.nth(index).check();
  const last = boxes.nth(4);
  await expect(last).toHaveAttribute("aria-disabled", "true");
  await last.focus();
  await page.keyboard.press("Space");
  await expect(last).not.toBeChecked();
  await expect(group).toHaveAccessibleDescription(/To choose another, remove one\./);
  await boxes.first().uncheck();
  await last.check();
  await expect(boxes.first()).toHaveAttribute("aria-disabled", "true");
});

test("leads to a missing quantity group without opening the keyboard", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, `/products/${await productId(page.request, "Three Scoops")}`);
  await page.getByRole("button", { name: /^Add to order/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Choose 3 for" })).toBeVisible();
  await expect(page.locator(":focus")).toHaveRole("button");
});

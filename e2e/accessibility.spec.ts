import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, newCustomer, orderOf, placeDecidedOrders, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/** Only the page itself scrolls, and only vertically, even on the narrowest phones. */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const present = page.viewportSize();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const sizes = () => page.evaluate(() => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth] as const);
    await expect.poll(async () => (await sizes()).join(" in "), `${page.url()} at ${width} px`).toBe(`${width} in ${width}`);
  }
  if (present !== null) await page.setViewportSize(present);
}

/** No bar covers a control at any scroll position, even on the narrowest phones. */
async function expectNothingCovered(page: Page): Promise<void> {
  const present = page.viewportSize();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const covered = await page.evaluate(() => {
      const isBar = (element: Element) => ["fixed", "sticky"].includes(getComputedStyle(element).position);
      const top = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      const barOver = (control: Element, x: number, y: number) => {
        let over = y > top && y < window.innerHeight ? document.elementFromPoint(x, y) : null;
        while (over !== null && !(isBar(over) && !over.contains(control))) over = over.parentElement;
        return over;
      };
      const found = new Set<string>();
      for (const at of [0, 0.5, 1]) {
        window.scrollTo({ top: at * document.documentElement.scrollHeight, behavior: "instant" });
        for (const control of document.querySelectorAll("a[href], button, input, select, summary, textarea")) {
          const { left, top: upper, bottom, width: wide } = control.getBoundingClientRect();
          if (wide <= 1 || control.closest("header") !== null) continue;
          for (const y of [upper + 2, (upper + bottom) / 2, bottom - 2]) {
            const bar = barOver(control, left + wide / 2, y);
            if (bar !== null) found.add(`${control.textContent} under ${bar.textContent}`);
          }
        }
      }
      window.scrollTo({ top: 0, behavior: "instant" });
      return [...found];
    });
    expect(covered, `${page.url()} at ${width} px`).toEqual([]);
  }
  if (present !== null) await page.setViewportSize(present);
}

async function expectGoodPage(page: Page, path: string, heading: string | RegExp, isMobile: boolean): Promise<void> {
  await test.step(path, async () => {
    await openPage(page, path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
    if (isMobile) await expectNoSidewaysScroll(page);
  });
}

test("menu, shop pages and error pages are accessible and fit the phone", async ({ page, isMobile }) => {
  const burger = await productId(page.request, "Copper Bell Burger");
  await expectGoodPage(page, "/", /^Order ahead from/, isMobile);
  await expectGoodPage(page, "/?q=pizza", "Results for “pizza”", isMobile);
  await expectGoodPage(page, "/5/products", "Pizza", isMobile);
  await expectGoodPage(page, `/products/${burger}`, "Copper Bell Burger", isMobile);
  await expectGoodPage(page, "/allergens", "Allergens", isMobile);
  await expectGoodPage(page, "/no/such/page", "Page Not Found", isMobile);
});

test("cart, checkout and order page are accessible and fit the phone", async ({ page, shop, isMobile }) => {
  await expectGoodPage(page, "/cart", "Your cart", isMobile);
  await fillCart(page.request, 2);
  await fillCart(page.request, 1, "Orange Juice");
  await expectGoodPage(page, "/cart", "Your cart", isMobile);
  await expectGoodPage(page, "/checkout", "Checkout", isMobile);
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await page.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(page.getByRole("heading", { name: /need another look/ })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectNoSidewaysScroll(page);
  const { number, token } = await placeOrder(shop.url, newCustomer("Vera"));
  await expectGoodPage(page, `/payment-complete?order=${token}`, `Order ${number}`, isMobile);
  await expectGoodPage(page, "/payment-complete?order=no-such-order-anywhere", "We can't find this order", isMobile);
});

/* On a phone, and without horizontal scrolling at any width: admin-pages.spec.ts. */
test("the staff area is accessible on a desktop", { tag: "@desktop" }, async ({ page, shop, admin, isMobile }) => {
  await expectGoodPage(page, "/admin/login", "Staff sign-in", isMobile);
  await signInByCall(page.request);
  const waiting = newCustomer("Ada");
  await placeOrder(shop.url, waiting);
  await placeDecidedOrders(shop.url, admin);
  const { id, number } = await orderOf(admin.request, waiting);
  await expectGoodPage(page, "/admin", "Dashboard", isMobile);
  await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
  await expectGoodPage(page, "/admin/orders", "New orders", isMobile);
  await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByText("No device is alerting for new orders.")).toBeVisible();
  await expectGoodPage(page, "/admin/orders?status=all", "All orders", isMobile);
  await expectGoodPage(page, `/admin/orders/${id}`, number, isMobile);
  await expectGoodPage(page, "/admin/orders/accepted", "In progress", isMobile);
  await expectGoodPage(page, "/admin/orders/rejected", "Rejected and cancelled", isMobile);
  await expectGoodPage(page, "/admin/orders/outbox", "Email log", isMobile);
  await expectGoodPage(page, "/admin/site-settings", "Site settings", isMobile);
  await expectGoodPage(page, "/admin/no-such-page", "Page Not Found", isMobile);
});

test(
  "sign-in and new orders are accessible on a phone, and no bar covers a control",
  { tag: "@phone" },
  async ({ page, shop, isMobile }) => {
    await expectGoodPage(page, "/admin/login", "Staff sign-in", isMobile);
    await signInByCall(page.request);
    await placeOrder(shop.url, newCustomer("Ada"));
    await expectGoodPage(page, "/admin/orders", "New orders", isMobile);
    await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
    await expectNothingCovered(page);
    await page.getByRole("button", { name: "Deny" }).click();
    await expect(page.getByText("No device is alerting for new orders.")).toBeVisible();
    await expectNothingCovered(page);
  },
);

/* On a desktop, up to the payment: keyboard.spec.ts. */
test("orders a product without choices by keyboard alone", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, "/?q=flatbread");
  const add = page.getByRole("button", { name: `Add ${PLAIN_PRODUCT} to your order` });
  for (let presses = 0; presses < 40 && !(await add.evaluate((button) => button === document.activeElement)); presses += 1)
    await page.keyboard.press("Tab");
  await expect(add).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  await page.getByRole("link", { name: "Cart, 1 item" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
});

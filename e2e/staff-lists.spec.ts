import { expect, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, placeOrder } from "./orders.ts";

test("a dashboard number opens its orders; filters combine and clear", async ({ page, shop, isMobile }) => {
  const customer = newCustomer("Ulla");
  const { number } = await placeOrder(shop.url, customer);
  await signInByCall(page.request);
  await openPage(page, "/admin");
  // It appears after load and shifts the content below it.
  await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
  const orders = page.getByRole("link", { name: /^\d+ Orders: show these orders$/ });
  const count = Number(/^\d+/.exec((await orders.innerText()).trim())?.[0]);
  expect(count).toBeGreaterThan(0);
  await orders.click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=sold&from=(\d{4}-\d{2}-\d{2})&to=\1$/);
  const shown = page.getByRole("list", { name: "Shown orders" });
  await expect(shown).toContainText("without rejected and cancelled ones");
  await expect(shown).toContainText(/placed on \w{3}, /);
  await expect(page.locator("tbody tr")).toHaveCount(Math.min(count, 50));

  await page.getByRole("searchbox", { name: "Number, name or phone" }).fill(customer.name);
  await expect(page).toHaveURL(/status=sold&from=[\d-]+&to=[\d-]+&q=Ulla/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.getByRole("link", { name: number, exact: true })).toBeVisible();
  const row = page.locator("tbody tr");
  for (const text of [customer.name, "New", /^\$\d/]) await expect(row.getByText(text).first()).toBeVisible();
  if (isMobile) {
    // A card of two lines, three next to a wide name; the rest is on the order's page.
    await expect(row.getByText("Pickup", { exact: true })).toBeHidden();
    expect((await row.boundingBox())?.height).toBeLessThan(110);
  }

  if (isMobile) await page.getByRole("button", { name: /^Filters and order/ }).click();
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("to", { exact: true }).fill("2020-01-31");
  await expect(page.getByText(/^No orders fit: “Ulla .*”, .*placed from Wed, Jan 1, 2020 to Fri, Jan 31, 2020\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=all$/);
  // Numbers restart every day; the name is unique to this customer.
  await expect(page.locator("tbody tr").filter({ hasText: customer.name })).toHaveCount(1);
});

test("accepted and rejected lists filter by day and keep it", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/rejected?from=2020-01-01&to=2020-01-31");
  await expect(page.getByText(/^No rejected or cancelled orders fit: placed from /)).toBeVisible();
  await expect(page.getByRole("link", { name: "Export" })).toHaveAttribute("href", /rejected\.csv\?from=2020-01-01&to=2020-01-31$/);
  await page.getByRole("link", { name: "Cancelled", exact: true }).click();
  await expect(page).toHaveURL(/\?from=2020-01-01&to=2020-01-31&status=cancelled$/);
  await openPage(page, "/admin/orders/accepted?to=2020-01-31");
  await expect(page.getByText(/^No accepted orders fit: placed until Fri, Jan 31, 2020\.$/)).toBeVisible();
  await page.getByRole("link", { name: "Search all orders" }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=all&to=2020-01-31$/);
});

test("nothing shifts when a staff page hydrates; an early click counts", async ({ page, shop }) => {
  await signInByCall(page.request);
  // Shown above the list, also at the first poll.
  const { number, token } = await placeOrder(shop.url, newCustomer("Carla"));
  const cancelled = await page.request.post("/api/order-status/cancel", { data: { order: token } });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  let bringAlive = () => {};
  const isAlive = new Promise<void>((resolve) => (bringAlive = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await isAlive;
    await route.continue();
  });
  await page.goto("/admin/orders/rejected", { waitUntil: "commit" });
  await page.getByRole("link", { name: "Cancelled", exact: true }).hover();
  await page.mouse.down();
  bringAlive();
  // Shown by the first poll: the page is active.
  await expect(page.getByTitle(/^Alerts .*where a new order rings$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Order alerts" })).toBeHidden();
  const notice = page.getByText(`${number} was cancelled by the customer`);
  await expect(notice).toBeHidden();
  await page.mouse.up();
  await expect(page).toHaveURL(/\?status=cancelled$/);
  await expect(notice).toBeVisible();
  await expect(page.getByRole("region", { name: "Order alerts" })).toBeVisible();
});

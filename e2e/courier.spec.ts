import { sql } from "drizzle-orm";
import { expect, expectAccessible, openPage, signIn, test, withDb } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, orderOf, placeOrder } from "./orders.ts";

test("a courier takes a delivery on a phone, calls, collects cash and delivers it", async ({ page, shop, admin }) => {
  const customer = newCustomer("Dora");
  await placeOrder(shop.url, customer);
  const { id, version, number } = await orderOf(admin.request, customer);
  expect((await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } })).ok()).toBe(true);
  // Paid at the door: the checkout with cash on delivery has its own tests.
  const address = { street: "12 Mill Street", unit: "", city: "Toronto", province: "Ontario", postalCode: "M5A 1A1", country: "Canada" };
  await withDb(shop, async (db) => {
    await db.execute(sql`update orders set status = 'ready', ready_at = now(), fulfillment = 'delivery', payment_state = 'none', gateway = 'none',
      payment_intent_id = null, payment_intent = null, captured_cents = 0, customer_phone = '+14165550134', address = ${JSON.stringify(address)}::jsonb where id = ${id}`);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await recordAnnouncements(page);
  await signIn(page, await admin.addStaff("Cora Courier", ["courier"]));
  await expect(page).toHaveURL(/\/admin\/orders\/deliveries$/);
  const card = page.getByRole("listitem", { name: number });
  await expect(card).toContainText("12 Mill Street");
  await expect(card.getByRole("link", { name: /^Call/ })).toHaveCount(0);
  await card.getByRole("button", { name: /^Take this delivery/ }).click();
  await expect(page.getByRole("region", { name: "Yours" }).getByRole("listitem", { name: number })).toBeVisible();
  await expect(page.locator("main").getByText(`${number} is yours.`)).toBeVisible();
  await expectAnnouncedOnce(page, `${number} is yours.`);
  await expect(card.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", "tel:+14165550134");
  await expect(card.getByRole("link", { name: /^Map/ })).toHaveAttribute("href", /12%20Mill%20Street/);
  await expect(card).toContainText("Cash to collect: $");
  await expectAccessible(page);
  for (const target of await card.locator("a, button").all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  const sizes = await page.evaluate(() => [document.scrollingElement?.scrollWidth ?? 0, window.innerWidth]);
  expect(sizes[0]).toBe(sizes[1]);
  await card.getByRole("button", { name: /^On my way/ }).click();
  await card.getByRole("textbox", { name: "Cash given" }).pressSequentially("0.01");
  await expect(card.getByText(/is missing\.$/)).toBeVisible();
  expect(
    (await takeAnnouncements(page)).filter((words) => /Change|missing/.test(words)),
    "not with each key",
  ).toEqual([]);
  await card.getByRole("button", { name: "Exact" }).click();
  await expect(card.getByText("Change: $0.00", { exact: true })).toBeVisible();
  await expectAnnouncedOnce(page, "Change: $0.00");
  await card.getByRole("textbox", { name: "Cash given" }).press("Enter");
  await expect(card.getByRole("button", { name: /^Delivered, \$\d+\.\d\d collected/ })).toBeFocused();
  await card.getByRole("button", { name: /^Delivered, \$\d+\.\d\d collected/ }).click();
  await expectAnnouncedOnce(page, `${number} completed. Change: $0.00.`);
  const delivered = page.getByRole("region", { name: "Delivered today" });
  await expect(delivered.getByRole("listitem", { name: number })).toBeVisible();
  await expect(delivered).toContainText("Cash collected today: $");
  for (const path of ["/admin/orders", `/admin/orders/${id}`, "/admin/orders/accepted", "/admin/customers"]) {
    await openPage(page, path);
    await expect(page, path).toHaveURL(/\/admin\/orders\/deliveries$/);
  }
});

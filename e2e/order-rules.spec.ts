import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillContact, newCustomer, newPhone, orderOf, payButton, readOrderNumber } from "./orders.ts";

const MINUTE_MS = 60_000;
/** 48 hours, plus the demo shop's preparation time for pickup. */
const AHEAD_MS = (48 * 60 + 20) * MINUTE_MS;
const LEAD_NOTE = "must be ordered at least 48 hours ahead";

/** The owner adds a cake with rules in the product form; returns its id. */
async function addCake(page: Page, name: string): Promise<string> {
  await signInByCall(page.request);
  await openPage(page, "/admin/product/add");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("30.00");
  await page.getByRole("textbox", { name: "Lead time in hours" }).fill("two days");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: "Enter the lead time in hours as a whole number from 0 to 720." })).toBeVisible();
  await page.getByRole("textbox", { name: "Lead time in hours" }).fill("48");
  await page.getByRole("textbox", { name: "Most per order" }).fill("2");
  await page.getByRole("combobox", { name: "Pickup or delivery" }).selectOption("Pickup only");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Product “${name}” added.`).first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Lead time in hours" })).toHaveValue("48");
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** A browser of the same size without the owner's session. */
async function openCustomer(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  return context.newPage();
}

/** Without free items of the demo shop's offers. */
async function unitsInCart(page: Page): Promise<number> {
  const cart = (await (await page.request.get("/api/cart")).json()) as { cart_items: { quantity: number; is_free_item: boolean }[] };
  return cart.cart_items.reduce((sum, line) => (line.is_free_item ? sum : sum + line.quantity), 0);
}

test("a cake is ordered two days ahead and only for pickup", { tag: "@phone" }, async ({ page, admin, browser, isMobile }) => {
  await admin.setSettings({ ALLOW_SCHEDULING: "on", SCHEDULE_DAYS_AHEAD: "6", ENABLE_DELIVERY: "on" });
  const name = `Cake ${crypto.randomUUID().slice(0, 8)}`;
  const id = await addCake(page, name);
  const shopper = await openCustomer(browser, page);
  const customer = newCustomer("Vera");

  await openPage(shopper, `/products/${id}`);
  for (const rule of ["Order at least 48 hours ahead", "Pickup only", "At most 2 per order"])
    await expect(shopper.getByRole("listitem").filter({ hasText: rule })).toBeVisible();
  const linked = JSON.parse((await shopper.locator('script[type="application/ld+json"]').first().textContent()) ?? "{}") as object;
  expect(linked).toMatchObject({
    offers: {
      deliveryLeadTime: { minValue: 48, unitCode: "HUR" },
      eligibleQuantity: { maxValue: 2 },
      availableDeliveryMethod: "https://schema.org/OnSitePickup",
    },
  });
  await expectAccessible(shopper);
  const more = shopper.getByRole("button", { name: "One more: Quantity" });
  await more.click();
  await expect(more, "the stepper ends at the largest quantity").toHaveAttribute("aria-disabled", "true");
  await expect(shopper.getByRole("spinbutton", { name: "Quantity" })).toHaveValue("2");
  await shopper.getByRole("button", { name: /^Add/ }).click();
  await expect.poll(() => unitsInCart(shopper)).toBe(2);
  const third = await shopper.request.post("/api/cart/items", { data: { productId: Number(id), quantity: 1 } });
  expect([third.status(), ((await third.json()) as { detail: string }).detail]).toEqual([409, `An order can have at most 2 of ${name}.`]);

  await openPage(shopper, "/cart");
  const line = shopper.getByRole("listitem").filter({ hasText: name }).first();
  await expect(line.getByText("Pickup only", { exact: true })).toBeVisible();
  await expect(line.getByText(`${name} ${LEAD_NOTE}. Choose a later time.`)).toBeVisible();
  await expect(line.getByRole("button", { name: `One ${name} more` })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(shopper);

  await openPage(shopper, "/checkout");
  const before = Date.now();
  await expect(shopper.getByRole("radio", { name: /^As soon as possible/ })).toBeDisabled();
  await expect(shopper.getByText(`${name} ${LEAD_NOTE}.`)).toBeVisible();
  const time = shopper.getByRole("combobox", { name: "Time" });
  const first = Date.parse(await time.inputValue());
  expect(first).toBeGreaterThanOrEqual(before - MINUTE_MS + AHEAD_MS);
  expect(first).toBeLessThan(Date.now() + AHEAD_MS + 15 * MINUTE_MS);
  const order = shopper.getByRole("complementary", { name: "Your order" });
  if (isMobile) await order.getByRole("button", { name: /Your order and codes/ }).click();
  await expect(order.getByText("Pickup only", { exact: true })).toBeVisible();
  await expectAccessible(shopper);

  await shopper.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(shopper.getByText(`${name} can only be picked up. Choose pickup, or remove it.`).first()).toBeVisible();
  await expectAccessible(shopper);
  await shopper.getByRole("radio", { name: /^Pickup/ }).check();
  await expect(shopper.getByText(`${name} can only be picked up.`)).toHaveCount(0);

  // Not the first time, which may pass while the form is being filled.
  await time.selectOption({ index: 4 });
  const wanted = await time.inputValue();
  await fillContact(shopper, customer);
  await payButton(shopper).click();
  await readOrderNumber(shopper);
  await shopper.context().close();

  const placed = await orderOf(admin.request, customer);
  expect(Date.parse(placed.promised_at ?? "")).toBe(Date.parse(wanted));
  await openPage(page, `/admin/orders/${placed.id}`);
  const zone = ((await (await page.request.get("/api/site-settings")).json()) as { STORE_TIMEZONE: string }).STORE_TIMEZONE;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" }).format(new Date(wanted));
  await expect(page.getByText(clock.replaceAll("\u202f", " ")).first()).toBeVisible();
});

test("staff enter a cake for a later pickup only", { tag: "@desktop" }, async ({ page, admin }) => {
  await admin.setSettings({ ALLOW_SCHEDULING: "on", SCHEDULE_DAYS_AHEAD: "6" });
  const name = `Torte ${crypto.randomUUID().slice(0, 8)}`;
  await addCake(page, name);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("textbox", { name: "Phone" }).fill(newPhone());
  await page.getByRole("textbox", { name: "Name" }).fill(newCustomer("Ada").name);
  await page.getByRole("searchbox", { name: "Find a product" }).fill(name);
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(page.getByText(`${name} ${LEAD_NOTE}. Choose a later time.`)).toBeVisible();
  await expect(page.getByText("Pickup only", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Delivery" }).press("Space");
  await expect(page.getByText(`${name} can only be picked up. Choose pickup, or remove it.`)).toBeVisible();
  await page.getByRole("radio", { name: "Pickup" }).press("Space");
  await page.getByRole("radio", { name: "At a time" }).press("Space");
  await page.getByRole("combobox", { name: "Time" }).selectOption({ index: 4 });
  await expect(page.getByText(LEAD_NOTE)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Place order · \$/ }).click();
  await expect(page.getByText(/^Order \S+ is accepted, ready about /)).toBeVisible();
});

test("a lead time without any available slot is rejected with a message", { tag: "@phone" }, async ({ page, admin, browser }) => {
  await admin.setSettings({ ALLOW_SCHEDULING: "on", SCHEDULE_DAYS_AHEAD: "6" });
  const name = `Tart ${crypto.randomUUID().slice(0, 8)}`;
  const id = await addCake(page, name);
  const shopper = await openCustomer(browser, page);
  await openPage(shopper, `/products/${id}`);
  await shopper.getByRole("button", { name: /^Add/ }).click();
  await expect.poll(() => unitsInCart(shopper)).toBe(1);
  await admin.setSettings({ SCHEDULE_DAYS_AHEAD: "1" });
  const sentence = `${name} ${LEAD_NOTE}, but no such time is free: the shop takes orders for 1 day ahead.`;
  await openPage(shopper, "/cart");
  await expect(shopper.getByText(`${sentence} Remove it to continue.`)).toBeVisible();
  await openPage(shopper, "/checkout");
  await expect(shopper.getByText(`${sentence} Remove it to continue.`).first()).toBeVisible();
  await expect(payButton(shopper)).toHaveCount(0);
  await expectAccessible(shopper);
  await openPage(shopper, `/products/${id}`);
  await shopper.getByRole("button", { name: /^Add/ }).click();
  await expect(shopper.getByText(sentence).first()).toBeVisible();
  await shopper.context().close();
});

import { and, eq } from "drizzle-orm";
import { orders } from "#app/orders/data/tables.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import type { Page } from "@playwright/test";
import { clickAndLoad, expect, expectAccessible, openPage, test, withDb } from "./fixtures.ts";
import { newCustomer, payButton, placeOrder, PLAIN_PRODUCT, readOrderNumber, type Customer } from "./orders.ts";
import type { RunningShop } from "./shop-process.ts";

/** The link in the only such email to this address, once it is stored. */
async function readLink(shop: RunningShop, recipient: string): Promise<string> {
  const where = and(eq(mailOutbox.kind, MY_ORDERS_MAIL), eq(mailOutbox.recipient, recipient));
  const text = async () => (await withDb(shop, (db) => db.select({ text: mailOutbox.plainText }).from(mailOutbox).where(where)))[0]?.text;
  await expect.poll(text).toContain("/my-orders?link=");
  const { pathname, search } = new URL(/https?:\S+/.exec((await text()) ?? "")?.[0] ?? "");
  return pathname + search;
}

const HOME = { street: "12 King St", unit: "4", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const WORK = { ...HOME, street: "1 Bay St", unit: "", postalCode: "M5J 2X8" };

/** Numbers restart each business day. */
const ordered = ({ email }: Customer, number: string) => and(eq(orders.customerEmail, email), eq(orders.number, number));

/** An earlier delivery to this address. */
async function placeDelivery(shop: RunningShop, customer: Customer, address: typeof HOME): Promise<string> {
  // Two, to reach the minimum order for delivery.
  const { number } = await placeOrder(shop.url, customer, 2);
  const delivery = { fulfillment: "delivery" as const, address, customerPhone: "416 555 0134" };
  await withDb(shop, (db) => db.update(orders).set(delivery).where(ordered(customer, number)));
  return number;
}

const againName = (number: string) => new RegExp(`^Order again\\W+order ${number}$`);

async function openMyOrders(page: Page, shop: RunningShop, { email }: Customer): Promise<void> {
  await openPage(page, "/my-orders");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "If you have ordered with this address" })).toBeVisible();
  await openPage(page, await readLink(shop, email));
  await page.getByRole("button", { name: "Show my orders" }).click();
  await expect(page.getByRole("listitem").first()).toBeVisible();
}

test("an invalid address returns to its field, and the title has the result", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, "/my-orders");
  const email = page.getByLabel("Email", { exact: true });
  await email.fill("nobody");
  await clickAndLoad(page.getByRole("button", { name: "Email me a link" }));
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Enter your email address.");
  await expect(page).toHaveTitle("Error: My orders");
  await expectAccessible(page);
  await email.fill(newCustomer("Ivo").email);
  await clickAndLoad(page.getByRole("button", { name: "Email me a link" }));
  await expect(page).toHaveTitle("Link requested: My orders");
});

test("an earlier order fills the cart, and its address the checkout", { tag: "@phone" }, async ({ page, shop }) => {
  const customer = newCustomer("Ines");
  await placeDelivery(shop, customer, WORK);
  const number = await placeDelivery(shop, customer, HOME);
  await openMyOrders(page, shop, customer);
  await page.getByRole("button", { name: againName(number) }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole("list", { name: "Items in your cart" }).getByRole("heading", { name: PLAIN_PRODUCT })).toBeVisible();

  await openPage(page, "/checkout");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("416 555 0134");
  const street = page.getByLabel("Street and number");
  await expect(street).toHaveValue(HOME.street);
  await expect(page.getByLabel("Postal code", { exact: true })).toHaveValue(HOME.postalCode);
  await expectAccessible(page);
  await page.getByLabel("Address of an earlier order").selectOption({ label: "1 Bay St, Toronto, ON M5J 2X8, Canada" });
  await expect(street).toHaveValue(WORK.street);
  await expect(page.getByText("Updating the total")).toBeHidden();
  await payButton(page).click();
  const placed = await readOrderNumber(page);
  const [stored] = await withDb(shop, (db) => db.select({ address: orders.address }).from(orders).where(ordered(customer, placed)));
  expect(stored?.address).toMatchObject(WORK);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "the customer agrees to marketing emails, reorders and chooses an earlier address",
    { tag: "@desktop" },
    async ({ page, shop, admin }) => {
      await admin.setSettings({ ASK_MARKETING_CONSENT: "on" });
      const customer = newCustomer("Ines");
      await placeDelivery(shop, customer, HOME);
      const number = await placeDelivery(shop, customer, WORK);
      await page.goto("/my-orders");
      await page.getByLabel("Email", { exact: true }).fill(customer.email);
      await clickAndLoad(page.getByRole("button", { name: "Email me a link" }));
      await page.goto(await readLink(shop, customer.email));
      await clickAndLoad(page.getByRole("button", { name: "Show my orders" }));
      const box = page.getByRole("checkbox", { name: /^Email me news/ });
      await expect(box).not.toBeChecked();
      await box.check();
      await clickAndLoad(page.getByRole("button", { name: "Save" }));
      await expect(page.getByRole("status").filter({ hasText: "Your answer is saved." })).toBeVisible();
      await expect(box).toBeChecked();
      await expect(page.getByText(/^You agreed on /)).toBeVisible();

      await clickAndLoad(page.getByRole("button", { name: againName(number) }));
      await expect(page).toHaveURL(/\/cart$/);
      await page.goto("/checkout");
      await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
      await page.getByRole("radio", { name: /^Delivery/ }).check();
      await clickAndLoad(page.getByRole("button", { name: "Update the total" }));
      await expect(page.getByLabel("Street and number")).toHaveValue(WORK.street);
      await page.getByLabel("Address of an earlier order").selectOption({ index: 2 });
      await clickAndLoad(page.getByRole("button", { name: "Update the total" }));
      await expect(page.getByLabel("Street and number")).toHaveValue(HOME.street);
    },
  );
});

test("a customer who lost the link finds the orders again by email", { tag: "@phone" }, async ({ page, shop }) => {
  const customer = newCustomer("Ines");
  const { number } = await placeOrder(shop.url, customer);
  await openPage(page, "/payment-complete?order=mistyped");
  await page.getByRole("link", { name: "Find my orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My orders" })).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("ines");
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("Enter your email address.");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("ines");
  await expectAccessible(page);
  await page.getByLabel("Email", { exact: true }).fill(customer.email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("status").filter({ hasText: "If you have ordered with this address" })).toBeVisible();
  await expectAccessible(page);

  await openPage(page, await readLink(shop, customer.email));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show my orders" }).click();
  await expect(page.getByRole("link", { name: `Order ${number}` })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: number })).toContainText("$10.17");
  await expectAccessible(page);
  await page.getByRole("link", { name: `Order ${number}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
  await openPage(page, "/my-orders");
  await page.getByRole("button", { name: "Hide my orders on this device" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
});

import { and, eq } from "drizzle-orm";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { expect, expectAccessible, openPage, test, withDb } from "./fixtures.ts";
import { newCustomer, placeOrder } from "./orders.ts";
import type { RunningShop } from "./shop-process.ts";

/** The link of the only such email to this address, once it is written. */
async function readLink(shop: RunningShop, recipient: string): Promise<string> {
  const where = and(eq(mailOutbox.kind, MY_ORDERS_MAIL), eq(mailOutbox.recipient, recipient));
  const text = async () => (await withDb(shop, (db) => db.select({ text: mailOutbox.plainText }).from(mailOutbox).where(where)))[0]?.text;
  await expect.poll(text).toContain("/my-orders?link=");
  const { pathname, search } = new URL(/https?:\S+/.exec((await text()) ?? "")?.[0] ?? "");
  return pathname + search;
}

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

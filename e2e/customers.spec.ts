import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, payButton, placeOrder } from "./orders.ts";

test("a customer is found, noted and blocked, and the next order is refused", { tag: "@desktop" }, async ({ page, shop }) => {
  const customer = newCustomer("Nora");
  await placeOrder(shop.url, customer);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name: "Customers" }).click();
  await expect(page).toHaveURL(/\/admin\/customers$/);
  await page.getByRole("searchbox").fill(customer.email);
  await page.getByRole("link", { name: customer.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: customer.name })).toBeVisible();
  await expect(page.getByText(/^1 order since /)).toBeVisible();
  await page.getByRole("textbox", { name: "Allergies" }).fill("Peanuts");
  await page.getByRole("textbox", { name: "Notes" }).fill("Rings twice");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`Customer “${customer.name}” saved.`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("region", { name: "Orders" }).getByRole("link").click();
  await expect(page.getByText("Rings twice")).toBeVisible();
  await expect(page.getByText("Allergy Peanuts")).toBeVisible();
  await page.getByRole("link", { name: "First order" }).click();
  await page.getByRole("switch", { name: "Blocked" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Customer “${customer.name}” saved.`)).toBeVisible();

  await page.context().clearCookies();
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await fillContact(page, { ...customer, email: customer.email.toUpperCase() });
  await payButton(page).click();
  await expect(page.getByText("We can’t take this order online. Nothing was charged.").first()).toBeVisible();
});

import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, payButton, placeOrder } from "./orders.ts";

test("a customer is found, noted, merged and blocked, and the next order is refused", { tag: "@desktop" }, async ({ page, shop }) => {
  const customer = newCustomer("Nora");
  const other = newCustomer("Nora");
  await placeOrder(shop.url, customer);
  await placeOrder(shop.url, other);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name: "Customers" }).click();
  await expect(page).toHaveURL(/\/admin\/customers$/);
  // The address changes before the page does, and the orders have a search box, too.
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await page.getByRole("searchbox").fill(customer.email);
  await expect(page.getByRole("link", { name: other.name })).toBeHidden();
  await page.getByRole("link", { name: customer.name }).click();
  await expect(page.getByRole("heading", { level: 1, name: customer.name })).toBeVisible();
  await expect(page.getByText(/^1 order since /)).toBeVisible();
  await page.getByRole("textbox", { name: "Allergies" }).fill("Peanuts");
  await page.getByRole("textbox", { name: "Notes" }).fill("Rings twice");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`Customer “${customer.name}” saved.`)).toBeVisible();
  await expectAccessible(page);

  await page.getByText("Merge with another customer").click();
  await page.getByRole("combobox", { name: "Customer" }).fill(other.email);
  await page.getByRole("option", { name: other.name }).click();
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page.getByRole("radio", { name: `${customer.name} stays` })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Merge customers" }).click();
  await expect(page.getByText(`Merged into “${customer.name}”.`)).toBeVisible();
  await expect(page.getByText(/^2 orders since /)).toBeVisible();

  await page.getByRole("link", { name: "Erase this customer…" }).click();
  await expect(page.getByText("2 orders of this customer are still open.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: `Back to ${customer.name}` }).click();

  await page.getByRole("region", { name: "Orders" }).getByRole("link").last().click();
  await expect(page.getByText("Rings twice")).toBeVisible();
  await expect(page.getByText("Allergy Peanuts")).toBeVisible();
  await page.getByRole("link", { name: /^2 orders since / }).click();
  await page.getByRole("switch", { name: "Blocked" }).click();
  await expect(page.getByText("Everything is saved")).toBeHidden();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The toast of the first save may still be shown, so it proves nothing here.
  await expect(page.getByText("Everything is saved")).toBeVisible();

  await page.context().clearCookies();
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await fillContact(page, { ...other, email: other.email.toUpperCase() });
  await payButton(page).click();
  await expect(page.getByText("We can’t take this order online. Nothing was charged.").first()).toBeVisible();
});

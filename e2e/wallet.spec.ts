import { expect, expectAccessible, openPage, test } from "./fixtures.ts";
import { fillCart, newCustomer, orderOf, payButton, readOrderNumber } from "./orders.ts";

/* The test shop's own wallet requests the same from the shop as a real one: totals, a price for an address, an order, a payment. */

test("a wallet pays for a delivery; decline and cancel keep input", async ({ page, admin }) => {
  const customer = newCustomer("Wilma");
  const area = { freeAbove: "", minOrder: "", minutes: "" };
  await admin.setSettings({
    ENABLE_DELIVERY: "on",
    DELIVERY_AREAS: JSON.stringify([
      { ...area, name: "Near", prefixes: "M5A", fee: "3.00" },
      { ...area, name: "Far", prefixes: "M6", fee: "6.00" },
    ]),
  });
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await page.getByLabel("Email", { exact: true }).fill("before@example.com");
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  // The cheapest area until an address is known: $18.00 and $3.00 with 13% tax.
  await expect(payButton(page)).toHaveText("Pay $23.73");
  await page.getByRole("button", { name: "Test wallet — no real payment" }).click();
  const sheet = page.getByRole("dialog", { name: "Test wallet" });
  await expect(sheet).toContainText("No card is charged.");
  const pay = sheet.getByRole("button", { name: /^Pay / });
  await expect(pay).toHaveText("Pay $23.73");

  await sheet.getByLabel("Postal code").fill("K1A 0B1");
  await pay.click();
  await expect(sheet.getByRole("alert")).toContainText("deliver");
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("before@example.com");
  await expect(page.getByLabel("Street and number")).toHaveValue("");
  await expect(payButton(page)).toHaveText("Pay $23.73");

  await page.getByRole("button", { name: "Test wallet — no real payment" }).click();
  await sheet.getByLabel("Name").fill(customer.name);
  await sheet.getByLabel("Email", { exact: true }).fill(customer.email);
  await sheet.getByLabel("Postal code").fill("M6G 1A1");
  await sheet.getByLabel("Postal code").press("Tab");
  await expect(pay).toHaveText("Pay $27.12");
  await sheet.getByLabel("Pay with").selectOption({ label: "Visa ending in 0002: declined" });
  await pay.click();
  await expect(page.locator(":focus").filter({ hasText: "Your bank declined this card." })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await expect(page.getByLabel("Street and number")).toHaveValue("12 Mill Street");
  await expect(payButton(page)).toHaveText("Pay $27.12");

  await page.getByRole("button", { name: "Test wallet — no real payment" }).click();
  await sheet.getByLabel("Name").fill(customer.name);
  await sheet.getByLabel("Email", { exact: true }).fill(customer.email);
  await sheet.getByLabel("Postal code").fill("M6G 1A1");
  await pay.click();
  await readOrderNumber(page);
  const order = (await orderOf(admin.request, customer)) as unknown as { address: { postalCode: string }; final_total: number };
  expect(order.address).toMatchObject({ street: "12 Mill Street", postalCode: "M6G 1A1", country: "Canada" });
  expect(order.final_total).toBe(27.12);
});

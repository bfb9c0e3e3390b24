import { expect, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, orderOf, payButton, readOrderNumber } from "./orders.ts";

/*
 * A phone loses its network for a moment: no form is replaced, the page says that the choices are kept, and sends them when the network is
 * back.
 */

const offline = /No connection/;

test("a checkout survives a short connection loss and sends pending choices", async ({ page, context, admin }) => {
  await admin.setSettings({ ENABLE_DELIVERY: "on" });
  const customer = newCustomer("Noor");
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await fillContact(page, customer);
  await page.getByLabel("Name", { exact: true }).press("Tab");
  await expect(payButton(page)).toHaveText("Pay $10.17");

  await context.setOffline(true);
  // By keyboard: the notice of the lost connection shifts the page just when a pointer would click.
  await page.getByRole("radio", { name: /^18%/ }).press("Space");
  await page.getByRole("radio", { name: /^Delivery/ }).press("Space");
  await expect(page.getByText("Your choices are kept, and sent as soon as we can")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await expect(page.getByRole("radio", { name: /^18%/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Pickup/ }).press("Space");
  await payButton(page).press("Enter");
  await expect(page.locator(":focus").filter({ hasText: "Nothing is paid twice" })).toBeVisible();

  await context.setOffline(false);
  await expect(payButton(page)).toHaveText("Pay $11.79");
  await expect(page.getByText(offline)).toBeHidden();
  await payButton(page).click();
  await readOrderNumber(page);
  expect((await orderOf(admin.request, customer)).final_total).toBe(11.79);
});

test("offline navigation shows the offline page with the phone number, which recovers", async ({ page, context }) => {
  await openPage(page, "/about");
  await expect(page.getByText("The cart is empty.")).toBeAttached();
  // The page's code is loaded; only its data is unavailable.
  await page.route("**/*.data*", (route) => route.abort("internetdisconnected"));
  await page.getByRole("link", { name: "Cart", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "No connection" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /^Call / })).toBeVisible();
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
  await expect(page.getByText("The cart is empty.")).toBeAttached();
  await context.setOffline(true);
  await expect(page.getByText(offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(offline)).toBeHidden();
});

test("a staff form survives a connection loss", async ({ page, context }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/account");
  const form = page.locator("form").filter({ has: page.getByLabel("Current password") });
  await form.getByLabel("Current password").fill("something typed");
  await form.getByLabel("New password").fill("something else typed");
  await context.setOffline(true);
  await form.getByRole("button").click();
  await expect(page.getByText("this may not have arrived").first()).toBeVisible();
  await expect(form.getByLabel("Current password")).toHaveValue("something typed");
  await context.setOffline(false);
  await expect(page.getByText("this may not have arrived")).toBeHidden();
});

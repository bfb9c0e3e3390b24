import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, newPhone, PLAIN_PRODUCT } from "./orders.ts";

const link = (page: Page) => page.getByRole("textbox", { name: "Payment link" });

/** Enters a telephone order that is paid by link; leaves the notice with the link on the page. */
async function takeByLink(page: Page, name: string): Promise<string> {
  await openPage(page, "/admin/orders/new");
  await page.getByRole("textbox", { name: "Phone" }).fill(newPhone());
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  await page.getByRole("radio", { name: "Card link" }).press("Space");
  await page.getByText("Note, allergies and discount code").click();
  await page.getByRole("textbox", { name: "Note for the kitchen" }).fill(`Crisp, for ${name}`);
  const place = page.getByRole("button", { name: /^Place order · \$/ });
  await expect(place).toBeEnabled();
  await place.click();
  await expect(page.getByText(/^Waiting for .*payment of .* by card until /)).toBeFocused();
  return link(page).inputValue();
}

test("a telephone order is paid by its link while the kitchen watches", async ({ page, browser, isMobile }) => {
  const { name } = newCustomer("Noor");
  await signInByCall(page.request);
  const address = await takeByLink(page, name);
  await expectAccessible(page);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: "Unpaid order" })).toBeVisible();
  await expect(link(page)).toHaveValue(address);
  await expectAccessible(page);
  await openPage(page, "/admin/orders/accepted?view=kitchen");
  const ticket = page
    .getByRole("article")
    .or(page.getByRole("listitem"))
    .filter({ hasText: `Crisp, for ${name}` });
  await expect(ticket).toHaveCount(0);

  const visitor = await browser.newContext({ isMobile, viewport: page.viewportSize() });
  const customer = await visitor.newPage();
  await openPage(customer, address);
  await expect(customer.getByRole("heading", { name: "Pay for your order" })).toBeVisible();
  await expect(customer.getByText(PLAIN_PRODUCT)).toBeVisible();
  await customer.getByRole("combobox", { name: "Try a card" }).selectOption("Visa, declined");
  await expectAccessible(customer);
  await customer.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(customer.locator(":focus")).toContainText("Nothing was charged");
  // The bank's challenge opens, and the customer returns in another way.
  await customer.getByRole("combobox", { name: "Try a card" }).selectOption("Visa, bank asks for a confirmation");
  await customer.getByRole("button", { name: /^Pay \$/ }).click();
  await customer.waitForURL((url) => !url.pathname.startsWith("/pay-order"));
  await openPage(customer, address);
  await customer.getByRole("combobox", { name: "Try a card" }).selectOption({ index: 0 });
  await customer.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(customer.getByRole("heading", { name: /^Order [A-Z]+-\d+$/ })).toBeVisible();
  await expect(customer.getByText(/^Accepted/).first()).toBeVisible();

  await expect(ticket.first()).toBeVisible();
  await openPage(customer, address);
  await expect(customer.getByRole("heading", { name: /^Order [A-Z]+-\d+$/ }), "a paid link leads to the order").toBeVisible();
  await visitor.close();
});

test(
  "the page of the new order says when the link is paid, and keeps what is typed next",
  { tag: "@desktop" },
  async ({ page, browser }) => {
    const { name } = newCustomer("Ola");
    await signInByCall(page.request);
    const address = await takeByLink(page, name);
    await expect(page.getByText(`Waiting for ${name}’s payment of $`)).toBeVisible();
    await page.getByRole("searchbox", { name: "Find a product" }).fill("Cola");
    const visitor = await browser.newContext();
    const customer = await visitor.newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await customer.route("**/assets/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await customer.goto(address, { waitUntil: "commit" });
    const pay = customer.getByRole("button", { name: /^Pay \$/ });
    await expect(pay, "without its script the form would be sent to an address without the order").toBeDisabled();
    release();
    await pay.click();
    await expect(customer.getByRole("heading", { name: /^Order [A-Z]+-\d+$/ })).toBeVisible();
    await visitor.close();
    await expect(page.getByText(/^Order [A-Z]+-\d+ is accepted, ready about /)).toBeVisible();
    await expect(link(page)).toHaveCount(0);
    await expect(page.getByRole("searchbox", { name: "Find a product" })).toHaveValue("Cola");
    await expect(page.getByRole("searchbox", { name: "Find a product" })).toBeFocused();
  },
);

test("staff cancel a payment link on its order's page", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Eva");
  await signInByCall(page.request);
  await takeByLink(page, name);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Cancelled. The payment link no longer works." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel order" })).toBeHidden();
  await expect(page.locator("body")).not.toBeFocused();
  await expect(page.getByText("Ended without a payment").first()).toBeVisible();
});

test("staff cancel a payment link, which then cannot be paid", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Ida");
  await signInByCall(page.request);
  const address = await takeByLink(page, name);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click();
  await expect(page.getByText("Cancelled. The payment link no longer works.").first()).toBeFocused();
  await openPage(page, address);
  await expect(page.getByRole("heading", { name: "This payment link has ended" })).toBeVisible();
  await expectAccessible(page);
});

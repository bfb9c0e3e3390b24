import type { Page } from "@playwright/test";
import { serveSimulator, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { expect, expectAccessible, openPage, signInByCall, test as base } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, PLAIN_PRODUCT } from "./orders.ts";
import { startShop } from "./shop-process.ts";

/* Accepted orders changed while the payment provider fails: nothing is lost, and the page shows the state. */

const test = base.extend<object, { readonly provider: ServedSimulator }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const provider = await serveSimulator();
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ provider }, use) => {
      const shop = await startShop({ STRIPE_API_URL: provider.apiUrl });
      await use(shop);
      await shop.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
});

const editor = (page: Page) => page.getByRole("region", { name: /^Change / });

/** An accepted order of three plain products, paid by card, with its change open. */
async function openChange(page: Page, shop: { readonly url: string }, name: string) {
  const customer = newCustomer(name);
  await placeOrder(shop.url, customer, 3);
  await signInByCall(page.request);
  const order = await orderOf(page.request, customer);
  await page.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
  await openPage(page, `/admin/orders/${order.id}?change=1`);
  return { order };
}

test("a failed refund for removed items is made later, once", async ({ page, shop, provider }) => {
  await openChange(page, shop, "Ida");
  await editor(page)
    .getByRole("button", { name: `One less: ${PLAIN_PRODUCT}` })
    .click();
  await expect(editor(page).getByText("$10.17 goes back to the card.")).toBeVisible();
  provider.faults.arm({ kind: "error_before", operation: "refunds.create", times: 20 });
  await editor(page).getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("Waiting for the card provider. This page updates by itself.")).toBeVisible();
  await expect(page.getByText(/\(under way\)/)).toBeVisible();
  expect(await refundsOf(provider)).toEqual([]);
  await provider.faults.clear();
  // A job retries every minute.
  await expect(page.getByText(/\(under way\)/)).toBeHidden({ timeout: 150_000 });
  await expect(page.getByText("1 of 3 refunded").first()).toBeVisible();
  expect(await refundsOf(provider)).toEqual([1017]);
});

test("added items are paid once the failed provider responds", async ({ page, browser, shop, provider }) => {
  const { order } = await openChange(page, shop, "Ada");
  await editor(page).getByRole("button", { name: "Add items…" }).click();
  await editor(page).getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await editor(page)
    .getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) })
    .click();
  await editor(page)
    .getByRole("button", { name: /^Enter the addition/ })
    .click();
  await expect(page.getByRole("heading", { name: `Goes with ${order.number}` })).toBeVisible();
  await page.getByRole("radio", { name: "Card link" }).press("Space");
  const place = page.getByRole("button", { name: /^Place order · \$/ });
  await expect(place).toBeEnabled();
  await place.click();
  await expect(page.getByText(/^Waiting for .*payment of .* by card until /)).toBeFocused();
  const visitor = await browser.newContext();
  const payer = await visitor.newPage();
  provider.faults.arm({ kind: "error_before", operation: null, times: 1000 });
  await openPage(payer, await page.getByRole("textbox", { name: "Payment link" }).inputValue());
  const pay = payer.getByRole("button", { name: /^Pay \$/ });
  await pay.click();
  await expect(payer.locator(":focus")).toContainText("Nothing was charged; please try again in a moment.");
  await expectAccessible(payer);
  await provider.faults.clear();
  await pay.click();
  await expect(payer.getByText(/^Accepted/).first()).toBeVisible();
  await visitor.close();
  await openPage(page, `/admin/orders/${order.id}`);
  await expect(page.getByRole("link", { name: /^Goes with / })).toBeVisible();
});

/** Amounts of the refunds in the provider's ledger, in cents. */
async function refundsOf(provider: ServedSimulator): Promise<readonly number[]> {
  const refunds = await provider.store.unit((unit) => unit.list({ kind: "refund", limit: 10 }));
  return refunds.map(({ amount }) => amount);
}

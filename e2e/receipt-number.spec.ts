import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder } from "./orders.ts";

test(
  "an accepted order has its receipt number on its page, on paper and in the search",
  { tag: "@desktop" },
  async ({ page, shop, admin }) => {
    const customer = newCustomer("Ida");
    await placeOrder(shop.url, customer);
    const { id } = await orderOf(admin.request, customer);
    await signInByCall(page.request);
    await openPage(page, `/admin/orders/${id}`);
    const payment = page.getByRole("region", { name: "Payment" });
    await expect(payment.getByText("Receipt", { exact: true })).toBeHidden();
    await page
      .getByRole("region", { name: "Next step" })
      .getByRole("button", { name: /^Accept/ })
      .click();
    await expect(payment.getByText("Receipt", { exact: true })).toBeVisible();
    const { receipt_number: receipt } = await orderOf(admin.request, customer);
    await expectAccessible(page);
    await openPage(page, `/admin/orders/${id}?print=receipt`);
    await expect(page.getByText(`Receipt ${receipt}`, { exact: true })).toBeVisible();
    await openPage(page, `/admin/orders?status=all&q=${receipt}`);
    await expect(page.locator(`main a[href="/admin/orders/${id}"]`).first()).toBeVisible();
  },
);

import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

test("a customer reviews an order and staff approve and reply", { tag: "@phone" }, async ({ page, shop, admin, browser }) => {
  const customer = newCustomer("Rita");
  const { token } = await placeOrder(shop.url, customer);
  const { id, version } = await orderOf(admin.request, customer);
  let at = version;
  for (const [event, data] of [
    ["accept", { minutes: 10 }],
    ["ready", {}],
    ["complete", {}],
  ] as const) {
    const answer = await admin.request.post(`/admin/api/orders/${id}/${event}`, { data: { version: at, ...data } });
    expect(answer.ok(), await answer.text()).toBe(true);
    at = (await orderOf(admin.request, customer)).version;
  }
  const words = `Best bread of the street ${customer.email.slice(0, 8)}`;
  const visitor = await (await browser.newContext()).newPage();
  await openPage(visitor, `/payment-complete?order=${token}`);
  await visitor.getByText(`Review ${PLAIN_PRODUCT}`).click();
  await visitor.locator("label").filter({ hasText: "4 stars" }).click();
  await visitor.getByRole("textbox", { name: /In your words/ }).fill(words);
  await visitor.getByRole("button", { name: "Send review" }).click();
  await expect(visitor.getByText("Thank you for your review.")).toBeVisible();
  const product = `/products/${await productId(visitor.request, PLAIN_PRODUCT)}`;
  await openPage(visitor, product);
  await expect(visitor.getByText(words)).toHaveCount(0);

  await signInByCall(page.request);
  await openPage(page, `/admin/reviews?status=pending&q=${customer.email.slice(0, 8)}`);
  await expectAccessible(page);
  const row = page.getByRole("row").filter({ hasText: words });
  await row.getByRole("button", { name: `Approve Rita’s review of ${PLAIN_PRODUCT}` }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row).toBeVisible();
  // With the keyboard only: go to the row, choose it, go to the actions, run one.
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(row.getByRole("link")).toBeFocused();
  await page.keyboard.press("x");
  await expect(row.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("a");
  const menu = page.locator("summary").filter({ hasText: "Actions" });
  if (await menu.isVisible()) {
    // On a phone they are in a menu.
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("button", { name: "Approve reviews" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Review “Rita’s review” approved.").last()).toBeVisible();
  await openPage(page, `/admin/reviews?q=${customer.email.slice(0, 8)}`);
  await page.getByRole("link", { name: PLAIN_PRODUCT }).click();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Your reply" }).fill("Come again soon!");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Review “Rita’s review” saved.").last()).toBeVisible();

  await openPage(visitor, product);
  await expect(visitor.getByRole("region", { name: "Reviews" }).getByText(words)).toBeVisible();
  await expect(visitor.getByText("Come again soon!")).toBeVisible();
  await expectAccessible(visitor);
  await visitor.context().close();
});

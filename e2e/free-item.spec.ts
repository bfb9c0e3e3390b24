import { expect, expectAccessible, openPage, test } from "./fixtures.ts";

/* Orders from $40 come with a cookie or a doughnut: the customer chooses, in the cart and at the checkout. */

test("changes a gift in the cart and at the checkout", async ({ page, shop }) => {
  const { products } = (await (await page.request.get("/api/products?q=waffle")).json()) as { products: { id: number }[] };
  const added = await page.request.post("/api/cart/items", {
    data: { productId: products[0]?.id, quantity: 4 },
    headers: { Origin: shop.url },
  });
  expect(added.ok()).toBe(true);

  await openPage(page, "/cart");
  const choices = page.getByRole("group", { name: "Choose your free item" });
  const lines = page.getByRole("list", { name: "Items in your cart" });
  await expect(choices.getByRole("button", { name: "Brown Sugar Cookie" })).toHaveAttribute("aria-pressed", "true");
  await choices.getByRole("button", { name: "Raspberry Doughnut" }).click();
  await expect(lines.getByRole("heading", { name: "Raspberry Doughnut" })).toBeVisible();
  await expect(choices.getByRole("button", { name: "Raspberry Doughnut" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);

  await openPage(page, "/checkout");
  const gift = page.getByRole("region", { name: "Your free item" });
  await expect(gift.getByRole("radio", { name: "Raspberry Doughnut" })).toBeChecked();
  await gift.getByText("Brown Sugar Cookie").click();
  // Next to the form, or collapsed above it on a phone.
  await expect(page.getByRole("complementary", { name: "Your order" }).getByText("1 × Brown Sugar Cookie", { exact: true })).toHaveCount(1);
  await expectAccessible(page);
  await openPage(page, "/cart");
  await expect(lines.getByRole("heading", { name: "Brown Sugar Cookie" })).toBeVisible();
});

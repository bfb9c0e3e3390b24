import { expect, test } from "@playwright/test";
import { openPage, signIn } from "./fixtures.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

let shop: RunningShop;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  shop = await startShop({ SEED: "none" });
});
test.afterAll(() => shop?.stop());

const YEN = /[¥￥]\s?1,200/;
/** Decimals, which amounts in yen never have. */
const DECIMALS = /[¥￥]\s?[\d,]+\.\d/;

test("a fresh shop in yen shows and takes amounts without decimals", { tag: "@desktop" }, async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signIn(page);

  await test.step("the currency is chosen in the settings", async () => {
    await openPage(page, "/admin/site-settings#tax-and-tip");
    await page.getByLabel("Currency", { exact: true }).selectOption("JPY");
    await page.getByLabel("Tax rate in percent").fill("10");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved: 2 settings." })).toBeVisible();
    await openPage(page, "/admin/site-settings#delivery");
    await expect(page.getByRole("textbox", { name: "Delivery fee" })).toHaveValue("0");
  });

  await test.step("a price with decimals is refused next to its field and stays as it was typed", async () => {
    await openPage(page, "/admin/product/add");
    await page.getByLabel("Name", { exact: true }).fill("Ramen");
    const price = page.getByLabel("Price", { exact: true });
    await price.fill("12.50");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(price).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("Enter an amount without decimals, such as 1250.").first()).toBeVisible();
    await expect(price).toHaveValue("12.50");
    await price.fill("¥1,200");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Ramen" })).toBeVisible();
    await expect(page.getByLabel("Price", { exact: true })).toHaveValue("1200");
  });

  await test.step("customers see, order and pay yen", async () => {
    // The first product of a fresh shop.
    await openPage(page, "/products/1");
    await expect(page.getByRole("heading", { level: 1, name: "Ramen" })).toBeVisible();
    await expect(page.locator("main")).toContainText(YEN);
    await page.getByRole("button", { name: /^Add/ }).first().click();
    await expect(page.getByRole("link", { name: /^Cart, 1 item/ }).first()).toBeVisible();
    await openPage(page, "/cart");
    await expect(page.locator("main")).toContainText(YEN);
    await expect(page.locator("main")).toContainText(/[¥￥]\s?1,320/);
    await expect(page.locator("body")).not.toContainText(DECIMALS);
    await openPage(page, "/checkout");
    await expect(page.getByRole("button", { name: /^Pay [¥￥]1,320/ })).toBeVisible();
    await expect(page.locator("body")).not.toContainText(DECIMALS);
  });

  await test.step("staff see yen", async () => {
    for (const path of ["/admin", "/admin/product", "/admin/product?view=sheet", "/admin/orders/new", "/admin/end-of-day/close"]) {
      await openPage(page, path);
      await expect(page.locator("body")).not.toContainText(DECIMALS);
      await expect(page.locator("body")).not.toContainText("$");
    }
  });
});

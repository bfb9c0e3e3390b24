import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillContact, newCustomer, orderOf, payButton, productId, readOrderNumber } from "./orders.ts";

/** The owner copies a pizza and counts the stock of two sizes; returns its id and the names of the sizes. */
async function addPizza(page: Page, name: string): Promise<{ readonly id: string; readonly sizes: readonly string[] }> {
  await signInByCall(page.request);
  await openPage(page, `/admin/product/edit/${await productId(page.request, "Margherita")}`);
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByText("copied. The copy is hidden.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Visibility" }).selectOption("Shown");
  await page.getByText("Stock by option").click();
  const group = page.getByRole("group", { name: "Count the stock by" });
  await group.getByRole("checkbox", { name: /size/i }).check();
  const counts = group.getByRole("textbox", { name: /^Stock, / });
  const sizes = await counts.evaluateAll((fields) => fields.map((field) => field.getAttribute("aria-label")?.replace("Stock, ", "") ?? ""));
  await counts.nth(0).fill("5");
  await counts.nth(0).press("Enter");
  await expect(counts.nth(1), "Enter goes to the next row").toBeFocused();
  await counts.nth(1).fill("one");
  await page.getByText("Stock by option").click();
  await expect(counts.nth(1), "folded away by hand").toBeHidden();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(group.getByText(/Enter the stock as a whole number/)).toBeVisible();
  await expect(counts.nth(1)).toHaveValue("one");
  await counts.nth(1).fill("1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Product “${name}” saved.`).first()).toBeVisible();
  await expect(counts.nth(1)).toHaveValue("1");
  return { id: new URL(page.url()).pathname.split("/").at(-1) ?? "", sizes };
}

test("an option has its own vendor, weight and cost, or the product's", async ({ page }) => {
  const { id } = await addPizza(page, `Pizza ${crypto.randomUUID().slice(0, 8)}`);
  const group = page.getByRole("group", { name: "Count the stock by" });
  const vendors = group.getByRole("textbox", { name: /^Vendor, / });
  const costs = group.getByRole("textbox", { name: /^Cost, / });
  const toggle = group.getByRole("checkbox", { name: "Show vendor, weight and cost" });
  await expect(vendors).toHaveCount(0);
  await page.getByText("Codes, weight and cost", { exact: true }).click();
  await page.getByRole("textbox", { name: "Cost", exact: true }).fill("4.20");
  await toggle.check();
  await expect(costs.nth(0)).toHaveAttribute("placeholder", "4.20");
  await vendors.nth(0).fill("Mill & Co");
  await vendors.nth(0).press("Enter");
  await expect(vendors.nth(1), "Enter goes to the next row").toBeFocused();
  await costs.nth(1).fill("a lot");
  await toggle.uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(costs.nth(1), "an error shows its field").toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Cost, .+: Enter an amount/ }).press("Enter");
  await expect(costs.nth(1), "the message leads to its field").toBeFocused();
  await costs.nth(1).fill("5.10");
  await costs.nth(1).press("ControlOrMeta+s");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await expect(costs.nth(1), "the corrected field stays").toBeFocused();
  await openPage(page, `/admin/product/edit/${id}`);
  await expect(costs.nth(1)).toHaveValue("5.10");
  await expect(vendors.nth(0)).toHaveValue("Mill & Co");
  await expectAccessible(page);
});

test("the last large one sells out, and returns when the order is rejected", async ({ page, admin, browser }) => {
  const name = `Pizza ${crypto.randomUUID().slice(0, 8)}`;
  const { id, sizes } = await addPizza(page, name);
  const [small = "", large = ""] = sizes;
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  const shopper = await context.newPage();
  const customer = newCustomer("Vera");
  const radio = (size: string) => shopper.getByRole("radio", { name: new RegExp(`^${size}`) });

  await openPage(shopper, `/products/${id}`);
  await radio(large).check();
  await shopper.getByRole("button", { name: "One more: Quantity" }).click();
  await shopper.getByRole("button", { name: /^Add/ }).click();
  await expect(shopper.getByText(`Only 1 ${large} is left.`).first()).toBeVisible();
  await shopper.getByRole("button", { name: "One less: Quantity" }).click();
  await shopper.getByRole("button", { name: /^Add/ }).click();
  await expect
    .poll(async () => ((await (await shopper.request.get("/api/cart")).json()) as { cart_items: unknown[] }).cart_items.length)
    .toBe(1);
  await openPage(shopper, "/checkout");
  await fillContact(shopper, customer);
  await payButton(shopper).click();
  await readOrderNumber(shopper);

  await openPage(shopper, `/products/${id}`);
  await expect(radio(large)).toBeDisabled();
  await expect(radio(small)).toBeEnabled();
  await expectAccessible(shopper);
  await openPage(page, `/admin/product?q=${encodeURIComponent(name)}`);
  await expect(page.getByText(name).first()).toBeVisible();

  const placed = await orderOf(admin.request, customer);
  const rejected = await admin.request.post(`/admin/api/orders/${placed.id}/reject`, {
    data: { version: placed.version, reason: "too_busy", text: "" },
  });
  expect(rejected.ok(), await rejected.text()).toBe(true);
  await openPage(shopper, `/products/${id}`);
  await expect(radio(large)).toBeEnabled();
  await context.close();
});

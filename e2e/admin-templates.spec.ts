import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { productId } from "./orders.ts";

const PRODUCT = "Salt Pretzel";

test("creates, applies, changes and deletes a template", async ({ page }) => {
  await signInByCall(page.request);
  const name = `Dip ${crypto.randomUUID().slice(0, 6)}`;
  const product = `/products/${await productId(page.request, PRODUCT)}`;

  await openPage(page, "/admin/customization-templates/add");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Question" }).fill("Which dip?");
  for (const [at, option] of ["Mustard", "Beer cheese"].entries()) {
    await page.getByRole("button", { name: "Add option" }).click();
    await expect(page.getByRole("textbox", { name: `Name of option ${at + 1}` })).toBeFocused();
    await page.keyboard.type(option);
  }
  await page.getByRole("textbox", { name: "Price of Beer cheese" }).fill("lots");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Price of Beer cheese" })).toHaveAccessibleDescription(/Enter an amount such as/);
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Price of Beer cheese" }).fill("0.50");
  await page.getByRole("button", { name: "Move Beer cheese up" }).click();
  await expect(page.getByRole("textbox", { name: "Name of option 1" })).toHaveValue("Beer cheese");
  // The rest of this test does not depend on the other ones.
  await page.getByRole("textbox", { name: "At least" }).fill("0");
  await page.getByText("More", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "Allergens" }).fill("milk");
  const preview = page.getByRole("radiogroup", { name: "Which dip?" });
  await preview.getByRole("radio", { name: /Beer cheese/ }).check();
  await expect(page.getByText("Adds $0.50")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/edit\/\d+$/);
  await expectAccessible(page);
  const edit = page.url();

  await page.getByRole("link", { name: "Apply to products" }).click();
  await page.getByRole("searchbox").fill(PRODUCT);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=Salt/);
  await page.getByRole("checkbox", { name: `Select ${PRODUCT}` }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("1 new, 0 already linked, 0 conflicts")).toBeVisible();
  // A choice works as soon as the response to the last one is shown, even while the page is still reloading.
  const reads = "**/admin/customization-templates/apply/*.data*";
  await page.route(reads, (route) => (route.request().method() === "GET" ? undefined : route.fallback()));
  await page.getByRole("radio", { name: /Copy once/ }).check();
  await expect(page.getByText("1 new, 0 already copied, 0 conflicts")).toBeVisible();
  await page.getByRole("radio", { name: /Keep linked/ }).check();
  await expect(page.getByText("Will be linked")).toBeVisible();
  await page.unroute(reads);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Apply to 1 product" }).click();
  await expect(page.getByText("Applied to 1 product.")).toBeVisible();
  await expectAccessible(page);

  const dip = page.getByRole("radiogroup", { name: "Which dip?" });
  await openPage(page, product);
  await expect(dip).toContainText("+$0.50");

  await openPage(page, edit);
  await page.getByRole("textbox", { name: "Price of Beer cheese" }).fill("0.70");
  await expect(page.getByText("Beer cheese +$0.50 → +$0.70 changes 1 product.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Template “${name}” saved.`).last()).toBeVisible();
  await openPage(page, product);
  await expect(dip).toContainText("+$0.70");

  await openPage(page, edit);
  await page.getByRole("link", { name: "Delete template" }).click();
  await page.getByRole("radio", { name: /Keep the question/ }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText(`Template “${name}” deleted.`).last()).toBeVisible();
  // The copy looks the same, and can be ordered.
  await openPage(page, product);
  await dip.getByRole("radio", { name: /Beer cheese/ }).check();
  await page.getByRole("button", { name: /^Add to order/ }).click();
  await expect(page.getByRole("link", { name: /^Cart, 1 item/ })).toBeVisible();
  await openPage(page, "/cart");
  await expect(page.getByRole("main")).toContainText("Beer cheese");
  expect((await page.request.get(edit)).status()).toBe(404);
});

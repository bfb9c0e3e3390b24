import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 6)}`;
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();
const isAlive = (page: Page) => expect(page.getByRole("button", { name: "Search" })).toBeVisible();

async function pick(page: Page, field: string, typed: string): Promise<void> {
  const box = page.getByRole("combobox", { name: field });
  await box.fill(typed);
  await page
    .getByRole("option", { name: new RegExp(typed, "i") })
    .first()
    .click();
  await expect(box).toHaveValue("");
}

test("creates, orders, edits, deletes and restores a product", async ({ page, context }) => {
  await signInByCall(context.request);
  const name = unique("Plate");
  await openPage(page, "/admin/product/add");
  await isAlive(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("9.60");
  await page.getByRole("textbox", { name: "Compare-at price" }).fill("12");
  await pick(page, "Categories", "eggs");
  await pick(page, "Pictures", "pan");
  await pick(page, "Pictures", "juice");
  await page
    .getByRole("button", { name: /^Move .* up$/ })
    .nth(1)
    .click();
  await page.getByRole("textbox", { name: /^What “.*juice.*” shows$/i }).fill("A glass of juice");
  await pick(page, "Options", "egg style");
  // A product may have several groups of options.
  await page.getByText(/^Change for this product: .*egg/i).click();
  await page.getByRole("textbox", { name: "Price of Over easy" }).fill("1.50");
  await page.getByRole("combobox", { name: "Poached, shown" }).selectOption("Hidden, here");
  const preview = page.getByRole("region", { name: "What customers see" });
  await expect(preview.getByText("+$1.50")).toBeVisible();
  await expect(preview.getByText("Poached")).toHaveCount(0);
  await preview.getByRole("radio", { name: /Over easy/ }).check();
  await expect(preview.getByText("$11.10")).toBeVisible();
  const options = page.getByRole("combobox", { name: "Options" });
  await options.fill("Syrup of the day");
  await page.getByRole("option", { name: "Create “Syrup of the day”" }).click();
  await expect(page.getByRole("textbox", { name: "Name of option 1" })).toBeFocused();
  await page.keyboard.type("Maple");
  await page.getByRole("textbox", { name: "Price of Maple" }).fill("0.70");
  await page.getByRole("textbox", { name: "Name of option 2" }).fill("Honey");
  await page.getByRole("checkbox", { name: "Required" }).uncheck();
  await expect(preview.getByRole("radiogroup", { name: "Syrup of the day" }).getByText("+$0.70")).toBeVisible();
  await page.getByRole("combobox", { name: "Tags" }).fill("brunch");
  await page.getByRole("option", { name: /brunch/ }).click();
  // At the end nothing is half covered by the bar with the Save button, which would make it a small target.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/admin\/product\/edit\/\d+$/);
  await said(page, `Product “${name}” added.`);
  const id = page.url().split("/").at(-1) ?? "";

  await openPage(page, `/products/${id}`);
  await expect(page.getByText("Now from $9.60, was $12.00")).toBeVisible();
  const gallery = page.getByRole("region", { name: `Pictures of ${name}` });
  await expect(gallery.getByRole("img", { name: "A glass of juice" })).toBeInViewport();
  await gallery.getByRole("link", { name: "Picture 2 of 2" }).click();
  await expect(gallery.getByRole("img", { name: "A glass of juice" })).not.toBeInViewport();
  const strip = gallery.getByRole("list", { name: "2 pictures" });
  // A key press is lost while the strip is still moving.
  await expect.poll(() => strip.evaluate((list) => Math.round((100 * list.scrollLeft) / list.clientWidth))).toBe(100);
  await strip.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(gallery.getByRole("img", { name: "A glass of juice" })).toBeInViewport();
  await expectAccessible(page);
  const linked = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(linked ?? "")).toMatchObject({
    offers: { price: "9.60", availability: "https://schema.org/InStock", priceSpecification: { price: "12.00" } },
  });
  await page.getByRole("radio", { name: /Over easy/ }).check();
  await page.getByRole("radio", { name: /Maple/ }).check();
  await page.getByRole("button", { name: /Add to order.*\$11\.80/ }).click();
  await expect
    .poll(async () => ((await (await page.request.get("/api/cart")).json()) as { cart_items: { unit_price: number }[] }).cart_items)
    .toMatchObject([{ unit_price: 11.8 }]);

  await openPage(page, `/admin/product/edit/${id}`);
  await isAlive(page);
  await page.getByRole("button", { name: "Edit Syrup of the day" }).click();
  await page.getByRole("button", { name: "Save as template" }).press("Enter");
  await expect(page.getByText("Template, 2 options")).toBeVisible();
  await expect(page.locator(":focus")).toBeVisible();
  await page.getByText("Only at certain hours").click();
  for (const day of ["Monday", "Tuesday"]) await expect(page.getByLabel(`${day}, range 1, opens`)).toBeVisible();
  await page.getByRole("textbox", { name: "Compare-at price" }).fill("");
  await page.getByRole("textbox", { name: "Summary" }).fill("With toast");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, `Product “${name}” saved.`);
  await expect(page.getByText("$9.60, was")).toHaveCount(0);

  await page.getByRole("button", { name: "Delete product" }).click();
  await said(page, `Product “${name}” is in the bin.`);
  expect((await page.request.get(`/products/${id}`)).status()).toBe(404);
  await openPage(page, `/admin/product/edit/${id}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: `Bring ${name} back` }).click();
  await said(page, `Product “${name}” is back.`);
  expect((await page.request.get(`/products/${id}`)).status()).toBe(200);
  await page
    .getByRole("region", { name: /^Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await said(page, `“${name}”: undone.`);
  expect((await page.request.get(`/products/${id}`)).status()).toBe(404);
});

test(
  "SKU and barcode are in a folded group, refused with a reason, and found by search",
  { tag: "@desktop" },
  async ({ page, context }) => {
    await signInByCall(context.request);
    const name = unique("Tea");
    const sku = `TEA-${crypto.randomUUID().slice(0, 8)}`;
    await openPage(page, "/admin/product/add");
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("9.60");
    await expect(page.getByRole("textbox", { name: "SKU" })).toBeHidden();
    await page.getByText("Codes, weight and cost").click();
    await page.getByRole("textbox", { name: "SKU" }).fill(sku);
    await page.getByRole("textbox", { name: "Barcode" }).fill("4006381333932");
    await page.getByRole("textbox", { name: "Weight in grams" }).fill("250");
    await page.getByRole("textbox", { name: "Cost" }).fill("4.20");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("link", { name: "its last digit would be 1" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Barcode" }).fill("4 006381 333931");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await said(page, `Product “${name}” added.`);
    await expect(page.getByRole("textbox", { name: "Barcode" })).toHaveValue("4006381333931");
    await openPage(page, `/admin/product?q=${sku.toLowerCase()}`);
    await expect(page.getByRole("link", { name }).first()).toBeVisible();
  },
);

test(
  "keeps a new category in its field until it is created, so that saving cannot lose it",
  { tag: "@desktop" },
  async ({ page, context }) => {
    await signInByCall(context.request);
    await openPage(page, "/admin/product/add");
    await isAlive(page);
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/admin/api/records", async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(unique("Cake"));
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("48");
    const category = unique("Cakes");
    const box = page.getByRole("combobox", { name: "Categories" });
    await box.fill(category);
    await page.getByRole("option", { name: `Create “${category}”` }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue(category);
    answer();
    await expect(box).toHaveValue("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\/product\/edit\/\d+/);
    await expect(page.getByRole("listitem").filter({ hasText: category })).toBeVisible();
  },
);

test("keeps a typed category and question that were not picked", { tag: "@desktop" }, async ({ page, context }) => {
  await signInByCall(context.request);
  await openPage(page, "/admin/product/add");
  await isAlive(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(unique("Cake"));
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("48");
  await page.getByRole("combobox", { name: "Options" }).fill("Which size?");
  // By its text: the open list hides the rest of the page from assistive technology.
  await page.getByText("Add a question", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Question" })).toHaveValue("Which size?");
  await expect(page.getByRole("combobox", { name: "Options" })).toHaveValue("");
  await page.getByRole("textbox", { name: "Name of option 1" }).fill("Small");
  await page.getByRole("textbox", { name: "Name of option 2" }).fill("Large");

  const category = unique("Cakes");
  const box = page.getByRole("combobox", { name: "Categories" });
  await box.fill(category);
  await page.getByText("Save", { exact: true }).last().click();
  await expect(box).toBeFocused();
  await expect(box).toHaveValue(category);
  await page.getByRole("textbox", { name: "Name", exact: true }).focus();
  await expect(page.getByText(`“${category}” is not added yet.`)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/product\/add$/);
  await box.fill(`${category} `);
  await page.getByRole("option", { name: `Create “${category}”` }).click();
  await expect(box).toHaveValue("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/product\/edit\/\d+/);
  await expect(page.getByRole("listitem").filter({ hasText: category })).toBeVisible();
});

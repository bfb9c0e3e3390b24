import { closeSync, openSync, truncateSync } from "node:fs";
import { MAX_PRODUCT_FILE_BYTES } from "#app/values/limits.ts";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";

test("uploads, maps, previews, imports and undoes a product file", async ({ page, context }) => {
  await signInByCall(context.request);
  const mark = crypto.randomUUID().slice(0, 6);
  const text = `Artikel;Produktname;Preis;Kategorie\n${mark}-1;Käse ${mark};12,50;Küche ${mark}\n${mark}-2;Brot ${mark};gratis;\n`;
  await openPage(page, "/admin/product/import");
  await expectAccessible(page);
  const field = page.getByLabel("A product file");
  const upload = page.getByRole("button", { name: "Upload file" });
  await test.step("a file that is too large, and one that is no text, are refused at the field", async () => {
    const large = test.info().outputPath("large.csv");
    closeSync(openSync(large, "w"));
    truncateSync(large, MAX_PRODUCT_FILE_BYTES + 1);
    await field.setInputFiles(large);
    await upload.click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/This file is too large. Use one of at most 50 MB.$/);
    await field.setInputFiles({
      name: "menu.xlsx",
      mimeType: "",
      buffer: Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0xff, 0xd8]),
    });
    await expect(field).not.toHaveAttribute("aria-invalid");
    await upload.click();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/This is not a text file. Save it as "CSV UTF-8" and try again.$/);
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("This is not a text file.")).toBeVisible();
  });
  await field.setInputFiles({ name: `waren-${mark}.csv`, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
  await upload.click();
  await expect(page.getByRole("heading", { level: 1, name: `waren-${mark}.csv` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: /^Preis/ })).toHaveValue("price");
  await expect(page.getByRole("combobox", { name: "Prices are written" })).toHaveValue(",");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Preview changes" }).press("Enter");
  await expect(page.getByText("It would bring: 1 new, 1 left out.")).toBeFocused({ timeout: 15_000 });
  await expect(page.getByText('The price "gratis" is not understood.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Import now" }).click();
  await expect(page.getByText("Products: 1 new, 1 left out.")).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  const found = async () =>
    ((await (await page.request.get("/api/products", { params: { q: `Käse ${mark}` } })).json()) as { total: number }).total;
  expect(await found()).toBe(1);

  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("1 product moved to the bin, 0 products back as before.")).toBeVisible({ timeout: 15_000 });
  expect(await found()).toBe(0);
  await openPage(page, "/admin/product/import");
  await expect(page.locator("[data-row]").filter({ hasText: `waren-${mark}.csv` })).toContainText("Undone");
  await expectAccessible(page);
});

test("imports a Square item with two sizes, without archived items", async ({ page, context }) => {
  await signInByCall(context.request);
  const mark = crypto.randomUUID().slice(0, 6);
  const text = [
    "Token,Item Name,Variation Name,SKU,Description,Reporting Category,GTIN,Square Online Item Visibility,Price,Archived,Sellable,Current Quantity Main Street,Stock Alert Enabled Main Street,Stock Alert Count Main Street",
    `${mark}1,Latte ${mark},Small,L-S-${mark},With oat milk,Hot ${mark},,visible,4.00,N,Y,7,Y,2`,
    `${mark}2,Latte ${mark},Large,L-L-${mark},With oat milk,Hot ${mark},,visible,5.00,N,Y,,N,`,
    `${mark}3,Iced tea ${mark},Regular,ICED-${mark},On ice,Cold ${mark},,visible,4.50,N,Y,,N,`,
    `${mark}4,Cider ${mark},Regular,,,Cold ${mark},,visible,6.00,Y,Y,,N,`,
    `${mark}5,Gift ${mark},Regular,,,Cold ${mark},,visible,variable,N,Y,,N,`,
  ].join("\n");
  await openPage(page, "/admin/product/import");
  await page.getByLabel("A product file").setInputFiles({ name: `square-${mark}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `square-${mark}.csv` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: /^Archived/ })).toHaveValue("status");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("It would bring: 3 new, 1 left out.")).toBeFocused({ timeout: 15_000 });
  await expect(page.getByText('The price is "variable", and the shop sells at fixed prices. Enter one.')).toBeVisible();
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(page.getByText("Products: 3 new, 1 left out.")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Not shown in the shop, because the file hides or archives them: 1 product.")).toBeVisible();
  await expectAccessible(page);

  await openPage(page, `/?q=${mark}`);
  await expect(page.getByRole("link", { name: `Iced tea ${mark}`, exact: true })).toBeVisible();
  await expect(page.getByText(`Cider ${mark}`)).toBeHidden();
  await page.getByRole("link", { name: `Latte ${mark}`, exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Small/ })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Large/ })).toBeVisible();
  await expectAccessible(page);
});

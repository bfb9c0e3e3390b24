import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";

test("a product file is uploaded, mapped, looked at, imported, found in the shop, and taken back", async ({ page, context }) => {
  await signInByCall(context.request);
  const mark = crypto.randomUUID().slice(0, 6);
  const text = `Artikel;Produktname;Preis;Kategorie\n${mark}-1;Käse ${mark};12,50;Küche ${mark}\n${mark}-2;Brot ${mark};gratis;\n`;
  await openPage(page, "/admin/product/import");
  await expectAccessible(page);
  await page
    .getByLabel("A product file")
    .setInputFiles({ name: `waren-${mark}.csv`, mimeType: "text/csv", buffer: Buffer.from(text, "latin1") });
  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `waren-${mark}.csv` })).toBeVisible();
  await expect(page.getByRole("combobox", { name: /^Preis/ })).toHaveValue("price");
  await expect(page.getByRole("combobox", { name: "Prices are written" })).toHaveValue(",");
  await expectAccessible(page);

  await page.getByRole("button", { name: "See what it would change" }).click();
  await expect(page.getByText("It would bring: 1 new, 1 left out.")).toBeVisible({ timeout: 15_000 });
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

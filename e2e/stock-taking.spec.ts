import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test, type AdminCalls } from "./fixtures.ts";

interface Goods {
  readonly name: string;
  readonly ids: readonly string[];
  readonly codes: readonly string[];
}

/** Two products, shown as "… A" and "… B", with 5 and 8 in stock and a barcode each. */
async function addGoods(page: Page, admin: AdminCalls): Promise<Goods> {
  const name = `Goods ${crypto.randomUUID().slice(0, 6)}`;
  const blank = await (await admin.request.get("/admin/product/add")).text();
  const fields = Object.fromEntries(
    [...blank.matchAll(/name="([A-Za-z]+)"/g)].map(([, field]) => [field ?? "", ""]).filter(([field]) => field !== "q"),
  );
  const goods = [
    { part: "A", stock: "5", barcode: `${name}-A`.replaceAll(" ", "-") },
    { part: "B", stock: "8", barcode: `${name}-B`.replaceAll(" ", "-") },
  ];
  for (const { part, ...own } of goods) {
    const form = {
      ...fields,
      ...own,
      name: `${name} ${part}`,
      priceCents: "10.00",
      taxClass: "standard",
      isHidden: "shown",
      customizations: "[]",
    };
    const added = await admin.request.post("/admin/product/add", { form, maxRedirects: 0 });
    expect(added.status(), await added.text()).toBe(302);
  }
  const found = await admin.request.get(`/admin/api/products?q=${encodeURIComponent(name)}`);
  const { products } = (await found.json()) as { products: readonly { readonly id: number }[] };
  await signInByCall(page.request);
  return { name, ids: products.map(({ id }) => String(id)), codes: goods.map(({ barcode }) => barcode) };
}

test("counts by scanner and keyboard, keeps the draft, and applies what nobody changed", { tag: "@desktop" }, async ({ page, admin }) => {
  const { name, ids, codes } = await addGoods(page, admin);
  const count = (part: string) => page.getByRole("textbox", { name: `Counted, ${name} ${part}` });
  const row = (part: string) => page.getByRole("row", { name: new RegExp(`${name} ${part}`) });
  await openPage(page, `/admin/product?q=${encodeURIComponent(`${name} A`)}`);
  await page.getByRole("link", { name: "Count stock" }).click();
  await expect(page.getByRole("heading", { name: "Stock-taking" })).toBeVisible();

  await page.getByRole("textbox", { name: "Scan a barcode or SKU" }).focus();
  for (const scanned of [codes[0], codes[0], codes[1]]) {
    await page.keyboard.type(scanned ?? "");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("status").filter({ hasText: `${name} B: 1 counted, 8 in stock.` })).toBeVisible();
  await openPage(page, `/admin/product?view=count&q=${encodeURIComponent(name)}`);
  await expect(count("A")).toHaveValue("2");
  await expect(row("A")).toContainText("−3");
  await count("A").focus();
  await page.keyboard.type("4");
  await page.keyboard.press("Enter");
  await expect(count("B")).toBeFocused();
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(count("A"), "a scan in a count adds to the scanned row").toHaveValue("5");
  await expect(count("B")).toHaveValue("1");
  for (const [code, part, after] of [
    [codes[0], "A", "6"],
    [codes[1], "B", "2"],
    [codes[1], "B", "3"],
  ] as const) {
    await page.keyboard.type(code ?? "");
    await page.keyboard.press("Enter");
    await expect(count(part), "and so do the next ones").toHaveValue(after);
  }
  await page.keyboard.type("six");
  await expect(page.getByText("enter a whole number first")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply counts" })).toBeDisabled();
  await count("B").fill("6");
  await expectAccessible(page);

  const changed = await page.request.patch(`/admin/api/products/${ids[0]}`, { data: { stock: 9 } });
  expect(changed.ok()).toBe(true);
  await page.getByRole("button", { name: "Apply counts" }).click();
  const question = page.getByRole("alertdialog", { name: "Apply 2 counts?" });
  await expect(question).toContainText(`${name} B8 → 6 −2`);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Apply counts" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "1 count applied, 1 count was not" })).toContainText("from 5 to 9 meanwhile");
  await expect(row("A")).toContainText("Count it again.");
  await expect(row("B")).toContainText("6");
  await expect(count("B")).toHaveValue("");
  await expectAccessible(page);

  await count("A").focus();
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await expect(row("A"), "the same number, counted again").not.toContainText("Count it again.");
  await count("A").fill("7");
  await page.getByRole("button", { name: "Apply counts" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Apply counts" }).click();
  await expect(page.getByText("1 count applied: 1 difference.").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Scan a barcode or SKU" })).toBeFocused();
  await openPage(page, `/admin/product/edit/${ids[0]}`);
  await page.getByText("Stock movements").click();
  await expect(page.getByText(/Counted in a stock-taking by /).first()).toBeVisible();
});

test("low stock is on the dashboard and in the list", { tag: "@desktop" }, async ({ page, admin }) => {
  const { name, ids } = await addGoods(page, admin);
  await openPage(page, `/admin/product/edit/${ids[0]}`);
  await page.getByRole("textbox", { name: "Low stock at" }).fill("5");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Product “${name} A” saved.`).first()).toBeVisible();
  await openPage(page, "/admin");
  await page.getByRole("link", { name: /low in stock/ }).click();
  await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("low");
  const row = page.getByRole("row", { name: new RegExp(`${name} A`) });
  await expect(row).toContainText("Low stock");
  await expect(page.getByText(`${name} B`)).toHaveCount(0);
  await expectAccessible(page);
});

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

test("counts by scanner and keyboard, keeps the draft, applies unchanged products", { tag: "@desktop" }, async ({ page, admin }) => {
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
  await expect(page.getByText("1 count applied, 1 count was not.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Not applied" })).toContainText("from 5 to 9 meanwhile");
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

test("a scan counts wherever the focus is on the page", { tag: "@desktop" }, async ({ page, admin }) => {
  const { name, ids } = await addGoods(page, admin);
  const barcode = String(Date.now()).slice(-10);
  expect((await page.request.patch(`/admin/api/products/${ids[0]}`, { data: { barcode } })).ok()).toBe(true);
  await openPage(page, `/admin/product?view=count&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("textbox", { name: "Scan a barcode or SKU" })).toBeVisible();
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: `Counted, ${name} A` })).toHaveValue("1");
  await page.getByRole("link", { name: "Back to the list" }).focus();
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: `Counted, ${name} A` })).toHaveValue("2");
});

test(
  "asks before someone else's counts are used, undoes what was applied, and lets go of products that are gone",
  { tag: "@desktop" },
  async ({ page, admin }) => {
    const { name, ids, codes } = await addGoods(page, admin);
    const path = `/admin/product?view=count&q=${encodeURIComponent(name)}`;
    const count = (part: string) => page.getByRole("textbox", { name: `Counted, ${name} ${part}` });
    const scanField = page.getByRole("textbox", { name: "Scan a barcode or SKU" });
    await openPage(page, path);
    await count("A").fill("4");
    await page.evaluate(() => {
      for (let size = 2 ** 23; size >= 1; size /= 2) {
        try {
          localStorage.setItem(`fill-${size}`, "x".repeat(size));
        } catch {
          // The browser's storage is full.
        }
      }
    });
    await count("B").fill("7");
    const full = page.getByRole("alert").filter({ hasText: "This device cannot keep more counts. Apply them now." });
    await expect(full).toBeVisible();
    await expect(count("B")).toHaveValue("");
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith("fill-")) localStorage.removeItem(key);
    });
    await count("B").fill("7");
    await expect(full).toHaveCount(0);
    await expect(page.getByText(/^Counted by .+, today at /)).toBeVisible();
    await page.evaluate(() => {
      const draft = JSON.parse(localStorage.getItem("shopbell:counts") ?? "") as object;
      localStorage.setItem("shopbell:counts", JSON.stringify({ ...draft, by: { id: 999, name: "Ben" } }));
    });
    await openPage(page, path);
    const found = page.getByRole("region", { name: "This device has 2 counts that were not applied" });
    await expect(found).toContainText(/Counted by Ben, today at /);
    await expect(scanField).toHaveCount(0);
    await expectAccessible(page);
    await expect(found.getByRole("heading")).toBeFocused();
    await found.getByRole("button", { name: "Continue with these counts" }).press("Enter");
    await expect(scanField).toBeFocused();
    await expect(count("A")).toHaveValue("4");

    await page.clock.pauseAt(Date.now() + 60_000);
    await count("A").focus();
    await page.keyboard.type("2");
    await page.clock.runFor(1000);
    await page.keyboard.type(codes[0] ?? "");
    await page.keyboard.press("Enter");
    await expect(count("A"), "a number, then a scan").toHaveValue("3");
    await page.clock.resume();

    const binned = await page.request.post(`/admin/product/delete/${ids[0]}`, { form: { intent: "bin" }, maxRedirects: 0 });
    expect(binned.status()).toBe(302);
    await page.getByRole("button", { name: "Apply counts" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Apply counts" }).click();
    const refused = page.getByRole("region", { name: "Not applied" });
    await expect(refused).toContainText(`${name} A: It is not counted any more.`);
    await expectAccessible(page);
    await refused.getByRole("button", { name: `Remove count of ${name} A` }).press("Enter");
    await expect(refused).toHaveCount(0);
    await expect(scanField).toBeFocused();
    await page.getByRole("button", { name: "Undo: 1 count applied" }).click();
    await expect(page.getByRole("row", { name: new RegExp(`${name} B`) })).toContainText("8");

    await openPage(page, "/admin/product?view=count");
    const category = page.getByRole("combobox", { name: "Category" });
    await category.selectOption({ index: 1 });
    await expect(page).toHaveURL(/category=\d/);
    await scanField.focus();
    await page.keyboard.type(codes[1] ?? "");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: /B: 1 counted, 8 in stock\. The filter “.+” is off\.$/ })).toBeVisible();
    await page.getByRole("button", { name: "Discard counts" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard counts" }).click();
    await expect(scanField).toBeFocused();
  },
);

test("roles without products can neither see nor apply counts", { tag: "@desktop" }, async ({ page, admin }) => {
  const { name, ids } = await addGoods(page, admin);
  const count = { productId: Number(ids[0]), variantId: null, counted: 1, seen: 5, movement: 0, ageSeconds: 0 };
  const form = { intent: "counts", counts: JSON.stringify({ act: crypto.randomUUID(), counts: [count] }) };
  const books = await admin.addStaff("Bo Counts", ["bookkeeper"]);
  expect((await page.request.post("/admin/api/login", { data: books })).status()).toBe(200);
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const search = `view=count&q=${encodeURIComponent(name)}`;
  for (const path of [`/admin/product?${search}`, `/admin/product.data?${search}`]) {
    expect(await (await admin.request.get(path)).text(), path).toContain(name);
    const got = await page.request.get(path, { maxRedirects: 0 });
    expect([202, 302, 303, 403], path).toContain(got.status());
    expect(await got.text(), path).not.toContain(name);
    const posted = await page.request.post(path, { form, headers, maxRedirects: 0 });
    expect([202, 302, 303, 403], path).toContain(posted.status());
  }
  expect((await page.request.patch(`/admin/api/products/${ids[0]}`, { data: { stock: 1 }, headers })).status()).toBe(403);
  const { product } = (await (await admin.request.get(`/admin/api/products/${ids[0]}`)).json()) as { product: { stock: number } };
  expect(product.stock).toBe(5);
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

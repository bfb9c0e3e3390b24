import path from "node:path";
import { expect, openPage, test } from "./fixtures.ts";
import { fillContact, newCustomer, orderOf, payButton, readOrderNumber } from "./orders.ts";

const FILE = path.resolve("test/data/shopify-apparel.csv");

test("imports a product export, browses and orders it", async ({ page, shop, admin }) => {
  const customer = newCustomer("Mila");
  // The pictures are on another shop system's servers; tests contact no external host.
  const imported = await shop.run("import", "--no-pictures", FILE);
  expect(imported, imported.output).toMatchObject({ code: 0 });

  await openPage(page, "/");
  // A search box becomes a combobox when its suggestions have loaded.
  const search = page.getByLabel("Search the menu").filter({ visible: true });
  await search.fill("varsity");
  await search.press("Enter");
  await page.getByRole("heading", { name: "Classic Varsity Top" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Classic Varsity Top" })).toBeVisible();
  // The summary is the description's first sentence; the page shows it once.
  await expect(page.getByText("an embroidered letter")).toHaveCount(1);
  await page.getByRole("radio", { name: /^Medium/ }).check();
  const add = page.getByRole("button", { name: /Add to order/ });
  await expect(add).toContainText("$60.00");
  await add.click();
  // From $40 the demo shop adds a treat.
  await page.getByRole("link", { name: "Cart, 2 items" }).click();
  await expect(page.getByRole("list", { name: "Items in your cart" })).toContainText("Medium");
  await openPage(page, "/checkout");
  await fillContact(page, customer);
  await payButton(page).click();
  await readOrderNumber(page);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("Medium");
  expect((await orderOf(admin.request, customer)).status).toBe("received");

  // The same file again adds nothing.
  const products = async () =>
    ((await (await page.request.get("/api/products", { params: { q: "Varsity" } })).json()) as { total: number }).total;
  const before = await products();
  const again = await shop.run("import", "--no-pictures", FILE);
  expect(again, again.output).toMatchObject({ code: 0 });
  expect(await products()).toBe(before);
});

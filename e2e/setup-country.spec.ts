import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectAccessible, openPage, signIn } from "./fixtures.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

/** A new owner with an empty shop, at a device with the time zone `timezoneId`. */
async function startOwner(browser: Browser, shop: RunningShop, timezoneId: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: shop.url, timezoneId })).newPage();
  await signIn(page);
  await openPage(page, "/admin/setup?step=store");
  return page;
}

async function fillPlace(page: Page, texts: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
}

let shop: RunningShop;
test.beforeEach(async () => {
  test.setTimeout(150_000);
  shop = await startShop({ SEED: "none" });
});
test.afterEach(() => shop?.stop());

test("an owner in Germany accepts the local defaults, except a custom value", { tag: "@desktop" }, async ({ browser }) => {
  const page = await startOwner(browser, shop, "Europe/Berlin");

  await test.step("the country is guessed, each value is shown before it is in the form", async () => {
    await expect(page.getByLabel("Country", { exact: true })).toHaveValue("Germany");
    await expect(page.getByText("Germany is a guess from the clock of this device.")).toBeVisible();
    const row = (text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
    await expect(row(/^Currency: EUR, Euro$/)).toBeVisible();
    await expect(row(/^Regional format: 1\.234,50\s€, 31\sDec, 18:30, week from Monday$/)).toBeVisible();
    await expect(row(/^Other tax rates: Food 7$/)).toBeVisible();
    await expect(page.getByText(/As of \w+ \d{4}: rates change/)).toBeVisible();
    await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("USD");
    await expectAccessible(page);
  });

  await test.step("a typed value stays, the others are filled in", async () => {
    await fillPlace(page, {
      "Shop name": "Kornblume",
      Telephone: "+49 30 901820",
      "Street address": "Mühlenweg 12",
      "Postal code": "10115",
    });
    await page.getByLabel("Name of the tax").fill("Mehrwertsteuer");
    await expect(page.getByRole("listitem").filter({ hasText: /^Name of the tax: MwSt\. – you entered another value\./ })).toBeVisible();
    await page.getByRole("button", { name: "Use these" }).click();
    await expect(page.getByRole("status").filter({ hasText: "nothing is left to fill in" })).toBeFocused();
    await expect(page.getByLabel("Name of the tax")).toHaveValue("Mehrwertsteuer");
    await expect(page.getByLabel("Tax rate in percent")).toHaveValue("19");
    await expect(page.getByLabel("Regional format", { exact: true }).locator("option:checked")).toHaveText(/^1\.234,50\s€, /);
    await expect(page.getByLabel("Time zone", { exact: true })).toHaveValue("Europe/Berlin");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(page.getByRole("link", { name: /^Opening hours/, expanded: true })).toBeVisible();
  });

  await test.step("the tax rate of a typed menu stays with a starter menu, after a refusal and in another tab", async () => {
    await openPage(page, "/admin/setup?step=menu");
    const rate = page.getByLabel("Tax rate of these products");
    const menu = page.getByRole("textbox", { name: "Menu", exact: true });
    await rate.selectOption("food");
    await page.getByRole("link", { name: "Bakery starter menu" }).click();
    await expect(menu).toHaveValue(/sourdough/);
    await expect(rate).toHaveValue("food");
    await menu.fill("Bauernbrot");
    await page.getByRole("button", { name: "Add products" }).click();
    await expect(page.locator("#menu-error")).toHaveText("Nothing is added yet. Correct or remove line 1.");
    await expect(menu).toBeFocused();
    await menu.fill("Bauernbrot 4,20");
    await expect(page.locator("#menu-error")).toBeHidden();
    await menu.fill("Bauernbrot");
    await expect(rate).toHaveValue("food");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("shopbell:draft:/admin/setup#menu"))).toContain("Bauernbrot");
    const next = await page.context().newPage();
    await openPage(next, "/admin/setup?step=menu");
    await expect(next.getByText("The menu that you typed on this device is back.")).toBeVisible();
    await expect(next.getByLabel("Tax rate of these products")).toHaveValue("food");
    await next.getByRole("button", { name: "Discard it" }).click();
    await next.close();
    await menu.fill("");
  });

  await test.step("the settings have them, and propose another country without replacing them", async () => {
    await openPage(page, "/admin/site-settings#tax-and-tip");
    await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("EUR");
    await expect(page.getByLabel("Regional format", { exact: true })).toHaveValue("de-DE");
    await expect(page.getByLabel("Other tax rates", { exact: true })).toHaveValue("Food 7");
    await expect(page.getByRole("switch", { name: "Prices include tax" })).toBeChecked();
    await openPage(page, "/admin/site-settings#store");
    await page.getByLabel("Country", { exact: true }).fill("Austria");
    await page.getByText("Currency, time zone and tax of the country").click();
    await expect(page.getByRole("button", { name: "Use these" })).toHaveCount(0);
    await page.getByRole("button", { name: "Use this for Tax rate in percent" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: "Saved: 2 settings." })).toBeVisible();
    await openPage(page, "/admin/site-settings#tax-and-tip");
    await expect(page.getByLabel("Tax rate in percent")).toHaveValue("20");
    await expect(page.getByLabel("Name of the tax")).toHaveValue("Mehrwertsteuer");
  });
  await page.context().close();
});

test("an owner in Japan changes a guessed country and sells in yen", { tag: "@desktop" }, async ({ browser }) => {
  const page = await startOwner(browser, shop, "Asia/Seoul");
  await expect(page.getByLabel("Country", { exact: true })).toHaveValue("South Korea");
  await page.getByRole("button", { name: "Use these" }).click();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("KRW");
  await fillPlace(page, { "Shop name": "Mugi", Telephone: "+81 3 1234 5678", "Street address": "1-2-3 Jinnan", "Postal code": "150-0041" });
  await page.getByLabel("Country", { exact: true }).fill("日本");
  await page.getByRole("button", { name: "Use these" }).click();
  await expect(page.getByLabel("Currency", { exact: true })).toHaveValue("JPY");
  await expect(page.getByLabel("Other tax rates", { exact: true })).toHaveValue("Takeaway and delivery 8");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page.getByRole("link", { name: /^Opening hours/, expanded: true })).toBeVisible();
  await openPage(page, "/admin/site-settings#delivery");
  await expect(page.getByRole("textbox", { name: "Delivery fee" })).toHaveValue("0");
  await openPage(page, "/admin/site-settings#tax-and-tip");
  await expect(page.getByLabel("Name of the tax")).toHaveValue("Consumption tax");
  await expect(page.getByLabel("Regional format", { exact: true })).toHaveValue("ja-JP");
  await page.context().close();
});

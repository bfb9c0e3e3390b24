import { expect, expectAccessible, openPage, reloadPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, newCustomer, orderOf, placeOrder } from "./orders.ts";

test(
  "applies a changed shop name immediately and reports errors at their fields",
  { tag: "@desktop" },
  async ({ page, admin, browser }) => {
    // Restores the name at the end of the test, however it ends.
    await admin.setSettings({ APP_NAME: "Copper Bell" });
    await signInByCall(page.request);
    await openPage(page, "/admin/site-settings#tax-and-tip");
    await expect(page.getByText("Everything is saved")).toBeVisible();
    await page.getByLabel("Tax rate in percent").fill("8.875");
    await expect(page.locator("#tax-and-tip").getByText("An item of $10.00 costs $10.89 with")).toBeVisible();
    await page.getByLabel("Tax rate in percent").fill("120");
    await openPage(page, "/admin/site-settings#store");
    await page.getByLabel("Shop name").fill("Silver Bell");
    await expect(page.getByText("Unsaved changes: Store, Money and tax")).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const alert = page.getByText("Nothing is saved yet.").locator("..");
    await expect(alert).toBeFocused();
    await alert.getByRole("link", { name: /^Tax rate in percent: / }).click();
    await expect(page.getByLabel("Tax rate in percent")).toBeFocused();
    await expect(page.getByLabel("Tax rate in percent")).toHaveAttribute("aria-invalid", "true");

    await page.getByLabel("Tax rate in percent").fill("13");
    await page.keyboard.press("Control+s");
    await expect(page.getByRole("status").filter({ hasText: "Saved: Shop name." })).toBeVisible();
    const shopper = await browser.newContext();
    const shop = await shopper.newPage();
    await openPage(shop, "/");
    await expect(shop.locator("header").getByRole("link", { name: "Silver Bell" })).toBeVisible();
    await expect(shop).toHaveTitle(/Silver Bell/);
    await shopper.close();
  },
);

test("asks before leaving unsaved changes and keeps them in a closed tab", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#store");
  const name = page.getByLabel("Shop name");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await name.fill("Half a name");
  await page.getByRole("link", { name: /^New orders: / }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Half a name");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("shopbell:draft:/admin/site-settings"))).toContain("Half a name");
  page.once("dialog", (dialog) => void dialog.accept());
  await reloadPage(page);
  await expect(page.getByText("Unsaved changes from this device are restored.")).toBeVisible();
  await expect(name).toHaveValue("Half a name");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(name).toHaveValue("Copper Bell");
  await expect(page.getByText("Everything is saved")).toBeVisible();
});

test("asks the second of two users who change a setting", { tag: "@desktop" }, async ({ page, admin }) => {
  await admin.setSettings({ TELEPHONE: "(416) 555-0142" });
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#store");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await page.getByLabel("Telephone").fill("(416) 555-0199");
  await admin.setSettings({ TELEPHONE: "(416) 555-0177" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("changed the same settings meanwhile")).toBeVisible();
  await expect(page.getByLabel("Telephone")).toHaveValue("(416) 555-0199");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved: Telephone." })).toBeVisible();
});

test("refuses invalid keys and hours at their fields and keeps input", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#payment");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  const key = page.getByLabel("Stripe secret key");
  await key.fill("pk_test_abc");
  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Enter the secret key, which begins with sk_test_" })).toBeVisible();
  await page.getByLabel("Stripe public key").fill("sk_live_abc");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await expect(key).toHaveAccessibleDescription(/Enter the secret key, which begins with sk_test_/);
  await expect(key).toHaveValue("pk_test_abc");
  await expect(page.getByLabel("Stripe public key")).toHaveAccessibleDescription(/This is a secret key/);

  // Only a form without JavaScript, or a hand-made request, can send it.
  const form = { OPENING_HOURS: "{", SPECIAL_HOURS: '[{"from":5}]', STRIPE_SECRET_KEY: "x", seen: "{}" };
  const refused = await page.request.post("/admin/site-settings", { form });
  expect(refused.status()).toBe(422);
  const html = await refused.text();
  for (const words of ["This is not valid JSON.", "Enter the secret key", "Hours as text", "[{&quot;from&quot;:5}]"])
    expect(html).toContain(words);
});

test("opens the section of the rejected save when another has an error, too", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#ordering");
  await page.getByLabel("Days ahead").fill("400");
  await page.getByRole("link", { name: /^Money and tax/ }).click();
  await page.getByLabel("Tip buttons in percent").fill("many");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await page.getByLabel("Days ahead").fill("6");
  await page.getByRole("link", { name: /^Money and tax/ }).click();
  await expect(page.getByLabel("Tip buttons in percent")).toBeVisible();
  await expect(page.getByLabel("Days ahead")).toBeHidden();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Everything is saved")).toBeVisible();
});

test("copies hours to other days and previews two weeks before saving", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings");
  await expect(page.getByRole("searchbox", { name: "Search in settings" })).toBeVisible();
  await expect(page.getByText("Everything is saved").or(page.getByRole("link", { name: /^Opening hours/ }))).not.toHaveCount(0);
  await page.getByRole("link", { name: /^Opening hours/ }).click();
  await page.getByRole("checkbox", { name: "Each weekday has its own hours" }).check();
  await page.getByLabel("Monday, range 1, closes").fill("02:00");
  await expect(page.getByText("next day", { exact: true })).toBeVisible();
  await page.getByText("Copy to… from Monday").click();
  await page.getByRole("button", { name: "Every day", exact: true }).click();
  await expect(page.getByText("11:00 AM – 2:00 AM (next day)")).toHaveCount(14);
  await page.getByRole("button", { name: "Add a holiday or special hours" }).click();
  await page.getByLabel("Words for customers (optional)").fill("Stocktaking");
  // Nothing is chosen for a new entry.
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("");
  await page.getByLabel("From", { exact: true }).fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Closed all day" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Stocktaking" })).toContainText("Closed");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Search in settings" }).fill("stocktaking");
  await expect(page.getByRole("status").filter({ hasText: "1 setting" })).toBeVisible();
  await expect(page.getByLabel("Words for customers (optional)")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search in settings" }).fill("");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Everything is saved")).toBeVisible();
});

test("separate taxes: an error, its correction, the cart and the receipt", { tag: "@desktop" }, async ({ page, shop, admin }) => {
  // Restores them at the end of the test, however it ends.
  await admin.setSettings({ TAX_RATE: "13", TAX_COMPONENTS: "", TAX_NUMBER: "" });
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#tax-and-tip");
  const components = page.getByLabel("Taxes shown apart");
  await page.getByLabel("Tax rate in percent").fill("12");
  await components.fill("GST 5, PST 8");
  await page.getByLabel("Tax number").fill("GST 12345 6789 RT0001");
  await expect(page.locator("#tax-and-tip").getByText("An item of $10.00 costs $11.20 with GST and PST of $1.20.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(components).toHaveAccessibleDescription(/Together these are 13%, and the tax rate is 12%\. Change both together/);
  await components.fill("GST 5, PST 7");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Everything is saved")).toBeVisible();

  await fillCart(page.request);
  await openPage(page, "/cart");
  const tax = (name: string) => page.getByRole("term").filter({ hasText: name });
  await expect(tax("GST").first()).toBeVisible();
  await expect(tax("PST").first()).toBeVisible();
  await expectAccessible(page);
  const customer = newCustomer("Mia");
  await placeOrder(shop.url, customer);
  const { id } = await orderOf(admin.request, customer);
  await openPage(page, `/admin/orders/${id}?print=receipt`);
  await expect(page.getByText("Tax number: GST 12345 6789 RT0001")).toBeVisible();
  await expect(page.getByText("GST 5%", { exact: true })).toBeVisible();
  await expect(page.getByText("$0.45", { exact: true })).toBeVisible();
  await expect(page.getByText("$0.63", { exact: true })).toBeVisible();

  await admin.setSettings({ PRICES_INCLUDE_TAX: "on" });
  await fillCart(page.request);
  await openPage(page, "/cart");
  await expect(tax("Includes GST").first()).toBeVisible();
  await expectAccessible(page);
});

import { expect, signInByCall, test } from "./fixtures.ts";

test("a changed shop name is in the shop at once; what is wrong is said beside its field", async ({ page, admin, browser }) => {
  // Puts the name back when the test is over, however it ends.
  await admin.setSettings({ APP_NAME: "Copper Bell" });
  await signInByCall(page.request);
  await page.goto("/admin/site-settings");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await page.getByLabel("Tax rate in percent").fill("120");
  await page.getByLabel("Shop name").fill("Silver Bell");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing is saved yet." })).toBeFocused();
  await expect(page.getByLabel("Tax rate in percent")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Shop name")).toHaveValue("Silver Bell");

  await page.getByLabel("Tax rate in percent").fill("13");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("status").filter({ hasText: "Saved: Shop name." })).toBeVisible();
  const shopper = await browser.newContext();
  const shop = await shopper.newPage();
  await shop.goto("/");
  await expect(shop.locator("header").getByRole("link", { name: "Silver Bell" })).toBeVisible();
  await expect(shop).toHaveTitle(/Silver Bell/);
  await shopper.close();
});

test("leaving with unsaved changes asks first", async ({ page }) => {
  await signInByCall(page.request);
  await page.goto("/admin/site-settings");
  const name = page.getByLabel("Shop name");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await name.fill("Half a name");
  await page.getByRole("link", { name: /^New orders: / }).click();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Stay here" }).click();
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("Half a name");
  await page.getByRole("link", { name: /^New orders: / }).click();
  await question.getByRole("button", { name: "Leave and lose them" }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
  await page.goto("/admin/site-settings");
  await expect(name).toHaveValue("Copper Bell");
});

test("two people change the same setting: the slower one is asked, not overruled", async ({ page, admin }) => {
  await admin.setSettings({ TELEPHONE: "(416) 555-0142" });
  await signInByCall(page.request);
  await page.goto("/admin/site-settings");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await page.getByLabel("Telephone").fill("(416) 555-0199");
  await admin.setSettings({ TELEPHONE: "(416) 555-0177" });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "changed the same settings meanwhile" })).toBeVisible();
  await expect(page.getByLabel("Telephone")).toHaveValue("(416) 555-0199");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved: Telephone." })).toBeVisible();
});

test("keys and hours that make no sense are refused beside their fields, and what was typed stays", async ({ page }) => {
  await signInByCall(page.request);
  await page.goto("/admin/site-settings");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  const key = page.getByLabel("Stripe secret key");
  await key.fill("pk_test_abc");
  await page.getByLabel("Stripe public key").fill("sk_live_abc");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nothing is saved yet." })).toBeFocused();
  await expect(key).toHaveAccessibleDescription(/Enter the secret key, which begins with sk_test_/);
  await expect(key).toHaveValue("pk_test_abc");
  await expect(page.getByLabel("Stripe public key")).toHaveAccessibleDescription(/This is a secret key/);

  // As only a form without script, or a hand-made request, can send it.
  const form = { OPENING_HOURS: "{", SPECIAL_HOURS: '[{"from":5}]', STRIPE_SECRET_KEY: "x", seen: "{}" };
  const refused = await page.request.post("/admin/site-settings", { form });
  expect(refused.status()).toBe(422);
  const html = await refused.text();
  for (const words of ["This is not valid JSON.", "Enter the secret key", "Hours as text", "[{&quot;from&quot;:5}]"])
    expect(html).toContain(words);
});

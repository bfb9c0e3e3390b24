import { totpCode, totpStep } from "#app/staff/workflows/totp.server.ts";
import { expect, expectAccessible, openPage, reloadPage, signInByCall, test, withDb } from "./fixtures.ts";
import { ADMIN } from "./shop-process.ts";

test("an invited user sets a password and signs in with codes and a passkey", async ({ page, browser, shop }) => {
  const name = `Cy ${crypto.randomUUID().slice(0, 6)}`;
  const email = `${crypto.randomUUID()}@example.com`;
  await signInByCall(page.request);
  await openPage(page, "/admin/users");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Add person" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/admin\/users\/edit\/\d+$/);
  await expect(page.getByText("Invitation pending.")).toBeVisible();
  // This shop sends no email, so the link is shown immediately.
  await expect(page.getByText("This shop sends no emails right now.")).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await expectAccessible(page);
  await openPage(page, `/admin/orders/outbox?q=${email}`);
  await expect(page.getByText("Link for a staff account")).toBeVisible();
  await page.goBack();

  const theirs = await browser.newContext({ baseURL: shop.url });
  const phone = await theirs.newPage();
  await openPage(phone, link);
  await expect(phone.getByText(`For ${name}`)).toBeVisible();
  await expectAccessible(phone);
  const password = "seven-lanterns-in-the-rain";
  await phone.getByLabel("New password").fill(password);
  await phone.getByRole("button", { name: "Set the password" }).click();
  await expect(phone.getByText("Your password is set. You are signed in.")).toBeVisible();
  await openPage(phone, link);
  await expect(phone.getByText("This link does not work any more")).toBeVisible();
  await openPage(phone, "/admin/users");
  await expect(phone).toHaveURL(/\/admin\/orders$/);

  await openPage(phone, "/admin/orders/account");
  await phone.locator("#field-begin-password").fill(password);
  await phone.getByRole("button", { name: "Set up codes" }).click();
  await expect(phone.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  const secret = ((await phone.locator("p.font-mono").textContent()) ?? "").replaceAll(" ", "");
  await expectAccessible(phone);
  const code = (ahead: number) => totpCode(secret, totpStep(new Date()) + ahead);
  await phone.getByLabel("Code shown in the app").fill(code(0));
  await phone.getByRole("button", { name: "Turn on two-factor authentication" }).click();
  await expect(phone.getByText("Keep these recovery codes")).toBeVisible();
  const recovery = (await phone.getByRole("status").getByRole("listitem").first().textContent()) ?? "";

  // A virtual authenticator of the browser's developer tools, with a fingerprint.
  const devtools = await theirs.newCDPSession(phone);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await phone.getByLabel("Name of this passkey").fill("Finger");
  await phone.locator("#field-passkey-password").fill(password);
  await phone.getByRole("button", { name: "Add a passkey" }).click();
  await expect(phone.getByText("Passkey “Finger” added.").last()).toBeVisible();
  await expectAccessible(phone);

  await phone.getByRole("button", { name: "Log out" }).click();
  await phone.waitForURL(/\/admin\/login/);
  await phone.getByRole("button", { name: "Use a passkey" }).click();
  await phone.waitForURL(/\/admin\/orders$/);

  await phone.getByRole("button", { name: "Log out" }).click();
  await phone.getByLabel("Email", { exact: true }).fill(email);
  await phone.getByLabel("Password").fill(password);
  await phone.getByRole("button", { name: "Sign in" }).click();
  await expectAccessible(phone);
  await phone.getByLabel("Code").fill("000000");
  await phone.getByRole("button", { name: "Go on" }).click();
  await expect(phone.getByRole("alert").filter({ hasText: "This code is not right" })).toBeVisible();
  await phone.getByLabel("Code").fill(recovery);
  await phone.getByRole("button", { name: "Go on" }).click();
  await phone.waitForURL(/\/admin\/orders$/);

  // Another role signs them out.
  await reloadPage(page);
  await expect(page.getByText("Sign-in asks for a code of their app.")).toBeVisible();
  await page.getByLabel("Orders", { exact: true }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Account “${name}” saved.`).last()).toBeVisible();
  await openPage(phone, "/admin/orders");
  await expect(phone).toHaveURL(/\/admin\/login/);
  await theirs.close();
});

test("account changes ask for the password after ten minutes", { tag: "@desktop" }, async ({ page, admin, shop }) => {
  const cy = await admin.addStaff("Cy", ["order-admin"]);
  await signInByCall(page.request);
  await withDb(shop, (db) => db.$client.query("update sessions set confirmed_at = now() - interval '11 minutes'"));
  await openPage(page, `/admin/users?q=${encodeURIComponent(cy.email)}`);
  await page.getByRole("link", { name: "Cy", exact: true }).first().click();
  const panel = page.getByRole("region", { name: "Confirm that it is you" });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send a link for a new password" }).click();
  await expect(page.getByText("Confirm with your password first").first()).toBeVisible();
  await panel.getByLabel("Your password").fill("not my password");
  await panel.getByRole("button", { name: "Confirm" }).click();
  await expect(panel.getByText("This is not your password").first()).toBeVisible();
  await panel.getByLabel("Your password").fill(ADMIN.password);
  await panel.getByRole("button", { name: "Confirm" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/users\/edit\/\d+$/);
  await openPage(page, "/admin/orders/account");
  await expect(page.getByRole("heading", { name: "Email" })).toBeVisible();
  await expectAccessible(page);
});

test("the setup asks for the password again after ten more minutes", { tag: "@desktop" }, async ({ page, shop }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/setup?step=staff");
  const panel = page.getByRole("region", { name: "Confirm that it is you" });
  await page.getByRole("textbox", { name: "Name" }).fill("Di");
  await page.getByRole("textbox", { name: "Email" }).fill(`${crypto.randomUUID()}@example.com`);
  for (const time of ["first", "second"]) {
    await withDb(shop, (db) => db.$client.query("update sessions set confirmed_at = now() - interval '11 minutes'"));
    await page.getByRole("button", { name: "Invite" }).click();
    await panel.getByLabel("Your password").fill(ADMIN.password);
    await panel.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Confirmed for ten minutes."), time).toBeFocused();
  }
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("Di is invited.")).toBeVisible();
});

const MAIL = { field: "Mail server (SMTP)", value: "mail.example.com" };
const PAYMENT = { field: "Stripe public key", value: "pk_test_0123456789abcdefghij" };
for (const { path, save, field, value } of [
  { path: "/admin/setup?step=mail", save: "Save and continue", ...MAIL },
  { path: "/admin/site-settings#mail", save: "Save", ...MAIL },
  { path: "/admin/setup?step=payment", save: "Save and continue", ...PAYMENT },
  { path: "/admin/site-settings#payment", save: "Save", ...PAYMENT },
])
  test(`another ${field} needs the password again at ${path}`, { tag: "@desktop" }, async ({ page, shop }) => {
    await signInByCall(page.request);
    await openPage(page, path);
    const control = page.getByLabel(field, { exact: true });
    await control.fill(value);
    await withDb(shop, (db) => db.$client.query("update sessions set confirmed_at = now() - interval '11 minutes'"));
    await page.getByRole("button", { name: save, exact: true }).click();
    const panel = page.getByRole("region", { name: "Confirm that it is you" });
    const password = panel.getByLabel("Your password");
    await expect(password).toBeFocused();
    await expect(password).toBeInViewport();
    await password.fill(ADMIN.password);
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Confirmed for ten minutes.")).toBeFocused();
    await expect(control).toHaveValue(value);
  });

test("setup errors are announced once, and stay as returned", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/setup?step=delivery");
  const field = page.getByLabel("Delivery fee", { exact: true });
  await field.fill("much");
  await page.getByRole("button", { name: "Save and continue" }).click();
  const mistake = page.getByRole("link", { name: /^Delivery fee: / });
  const summary = page.locator("div:focus").filter({ has: mistake });
  await expect(summary).toBeVisible();
  await expect(page.getByRole("alert").filter({ has: mistake })).toHaveCount(0);
  await field.fill("3");
  await expect(mistake).toBeVisible();
});

test("a program changes a product with a token, until the token is revoked @desktop", async ({ page, playwright, shop }) => {
  const name = `Stock list ${crypto.randomUUID().slice(0, 6)}`;
  await signInByCall(page.request);
  await openPage(page, "/admin/api-tokens");
  await page.getByRole("link", { name: "Create token" }).click();
  await expect(page.getByRole("heading", { name: "Create API token" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Choose at least one permission.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Read products" }).check();
  await page.getByRole("checkbox", { name: "Change products" }).check();
  await page.getByRole("button", { name: "Create token" }).click();
  const field = page.getByRole("textbox", { name: "Token" });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  const program = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { Authorization: `Bearer ${await field.inputValue()}` },
  });
  const { products } = (await (await program.get("/admin/api/products?per_page=1")).json()) as {
    products: { id: number; stock: number | null }[];
  };
  const [product] = products;
  const path = `/admin/api/products/${product?.id}`;
  const changed = await program.patch(path, { data: { stock: 41 } });
  expect(await changed.json()).toMatchObject({ product: { id: product?.id, stock: 41 } });
  expect((await program.patch(path, { data: { stock: product?.stock ?? null } })).status()).toBe(200);
  expect((await program.get("/admin/api/orders")).status()).toBe(403);

  await page.getByRole("link", { name: "All tokens" }).click();
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Revoke token" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByText(`Token “${name}” revoked.`)).toBeVisible();
  expect((await program.get(path)).status()).toBe(401);
  await program.dispose();
});

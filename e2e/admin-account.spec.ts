import { startSendGridEmulator, type SendGridEmulator } from "#test/sendgrid-emulator.ts";
import { expect, expectAccessible, openPage, reloadPage, signIn, test } from "./fixtures.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";

test("a refused passkey is reported; an added one signs in until removed", { tag: "@desktop" }, async ({ browser, admin, shop }) => {
  const cy = await admin.addStaff("Cy", ["order-admin"]);
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: false },
  });
  const verified = (isUserVerified: boolean) => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  const add = async (password = cy.password) => {
    await page.getByLabel("Name of this passkey").fill("Finger");
    await page.locator("#field-passkey-password").fill(password);
    await page.getByRole("button", { name: "Add a passkey" }).click();
  };
  await signIn(page, cy);
  await openPage(page, "/admin/orders/account");

  // The device does not recognize the finger.
  await add();
  await expect(page.getByRole("alert").filter({ hasText: "No passkey was made. Try again when you are ready." })).toBeVisible();
  await expectAccessible(page);
  await reloadPage(page);
  await expect(page.getByRole("button", { name: "Remove Finger" })).toHaveCount(0);

  await verified(true);
  await add("not-my-password");
  await expect(page.getByText(/^This is not your password/).first()).toBeVisible();
  await add();
  await expect(page.getByText("Passkey “Finger” added.").last()).toBeVisible();
  await add();
  await expect(page.getByRole("alert").filter({ hasText: "This device has a passkey for your account already." })).toBeVisible();

  const withPasskey = async () => {
    await page.getByRole("button", { name: "Log out" }).click();
    await page.waitForURL(/\/admin\/login/);
    await page.getByRole("button", { name: "Use a passkey" }).click();
  };
  await withPasskey();
  await page.waitForURL(/\/admin\/orders$/);
  await openPage(page, "/admin/orders/account");
  await expect(page.getByText(/last used/)).toBeVisible();
  await page.getByRole("button", { name: "Remove Finger" }).click();
  await expect(page.getByText("Passkey removed.").last()).toBeVisible();
  await withPasskey();
  await expect(page.getByRole("alert").filter({ hasText: "This passkey is not known here." })).toBeVisible();
  await expectAccessible(page);
  await context.close();
});

test.describe("with a mail service", () => {
  let mails: SendGridEmulator;
  let shop: RunningShop;
  test.beforeAll(async () => {
    test.setTimeout(150_000);
    mails = await startSendGridEmulator();
    shop = await startShop({ SENDGRID_API_URL: mails.url, SEED: "none" });
    for (const [key, value] of [
      ["ORDER_EMAIL_SENDER", "shop@example.com"],
      ["SENDGRID_API_KEY", "SG.test"],
    ] as const) {
      const set = await shop.run("settings", "set", key, value);
      expect(set.code, set.output).toBe(0);
    }
  });
  test.afterAll(async () => {
    await shop?.stop();
    await mails?.close();
  });

  test("a password link works once and ends earlier sessions", { tag: "@desktop" }, async ({ browser }) => {
    const here = { baseURL: shop.url };
    const old = await (await browser.newContext(here)).newPage();
    await signIn(old);
    const page = await (await browser.newContext(here)).newPage();
    await openPage(page, "/admin/login");
    await page.getByRole("link", { name: "Forgotten the password?" }).click();
    await page.getByLabel("Email", { exact: true }).fill(ADMIN.email);
    await expectAccessible(page);
    await page.getByRole("button", { name: /link/ }).click();
    await expect(page.getByText("If this address belongs to a member of staff, an email with a link is on its way.")).toBeVisible();
    await expect.poll(() => mails.received.map((mail) => mail.to), { timeout: 30_000 }).toEqual([ADMIN.email]);
    const link = /https?:\/\/\S+link=[\w-]+/.exec(mails.received[0]?.text ?? "")?.[0] ?? "";
    // Order staff may read the outbox: it lists the email without the link.
    await openPage(old, "/admin/orders/outbox");
    await expect(old.getByRole("main").getByText(ADMIN.email).first()).toBeVisible();
    expect(await old.content()).not.toContain(link.split("link=")[1]);

    await openPage(page, link);
    await page.getByLabel("New password").fill("short");
    await page.getByLabel("New password").press("Enter");
    await expect(page.getByLabel("New password")).toBeFocused();
    await page.getByLabel("New password").fill("nine-quiet-tramways");
    await page.getByRole("button", { name: "Set the password" }).click();
    await expect(page.getByText("Your password is set. You are signed in.")).toBeVisible();
    await openPage(page, link);
    await expect(page.getByText("This link does not work any more")).toBeVisible();
    await expectAccessible(page);

    await openPage(old, "/admin/orders");
    await expect(old).toHaveURL(/\/admin\/login/);
    await old.getByLabel("Email", { exact: true }).fill(ADMIN.email);
    await old.getByLabel("Password").fill(ADMIN.password);
    await old.getByRole("button", { name: "Sign in" }).click();
    await expect(old.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
    await openPage(page, "/admin/history?q=password");
    await expect(page.getByRole("row", { name: /Owner/ }).first()).toBeVisible();
    for (const each of [old, page]) await each.context().close();
  });
});

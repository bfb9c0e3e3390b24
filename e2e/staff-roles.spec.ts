import { eq } from "drizzle-orm";
import { users } from "#app/staff/data/tables.ts";
import type { Role } from "#app/staff/domain/user.ts";
import { expect, expectAccessible, openPage, signIn, signInByCall, test, withDb } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder } from "./orders.ts";

test("requires sign-in and reports a wrong password", async ({ page, admin }) => {
  const user = await admin.addStaff("Ida Orders", ["order-admin"]);
  await openPage(page, "/admin/orders/accepted");
  await expect(page).toHaveURL(/\/admin\/login\?next=%2Fadmin%2Forders%2Faccepted$/);
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByLabel("Password").fill("not the password at all");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(user.email);
  await page.getByLabel("Password").fill(user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/admin\/orders\/accepted$/);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await openPage(page, "/admin/orders");
  await expect(page).toHaveURL(/\/admin\/login/);
});

test("an order-admin from the command line opens orders only", async ({ page, shop }) => {
  const email = `${crypto.randomUUID()}@example.com`;
  const made = await shop.run("admin", "create", "--email", email, "--name", "Ida Orders", "--role", "order-admin");
  expect(made, made.output).toMatchObject({ code: 0 });
  const password = /^Password: (\S+)/m.exec(made.output)?.[1] ?? "";
  const user = { email, password };
  await signIn(page, user);
  await expect(page).toHaveURL(/\/admin\/orders$/);
  for (const path of ["/admin/orders", "/admin/orders/accepted", "/admin/orders/rejected", "/admin/orders/outbox"]) {
    await openPage(page, path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole("link", { name: /^New orders: / })).toBeVisible();
  }
  for (const path of ["/admin", "/admin/site-settings", "/admin/users", "/ADMIN/Site-Settings"]) {
    await openPage(page, path);
    await expect(page).toHaveURL(/\/admin\/orders$/);
  }
  await expect(page.getByRole("link", { name: "Site settings" })).toHaveCount(0);
  expect((await page.request.get("/admin/api/orders")).status()).toBe(200);
  // Playwright's own calls follow redirects; a page they may not open redirects to the orders, never to the settings.
  expect((await page.request.post("/admin/site-settings", { form: { APP_NAME: "Taken over" } })).url()).toMatch(/\/admin\/orders$/);
  expect((await (await page.request.get("/api/site-settings")).json()) as { APP_NAME: string }).toMatchObject({ APP_NAME: "Copper Bell" });
});

test("menu editor, bookkeeper and manager see only their sections", async ({ page, admin }) => {
  const rail = page.getByRole("navigation", { name: "Staff area" });
  const enter = async (name: string, role: Role) => {
    await signInByCall(page.request, await admin.addStaff(name, [role]));
    await openPage(page, "/admin");
    await expectAccessible(page);
    // The pending count is below the name of its section.
    return (await rail.getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0]);
  };
  expect(await enter("Mia Menu", "menu-editor")).toEqual(["Products", "Categories", "Customization templates", "Media"]);
  await expect(page.getByRole("heading", { level: 1, name: "Products" })).toBeVisible();

  expect(await enter("Bo Books", "bookkeeper")).toEqual(["Dashboard", "End of day"]);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: /orders? waits?/ })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("end");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "End of day" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Close the day" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "For the bookkeeper" })).toBeVisible();
  await openPage(page, "/admin/end-of-day/close");
  await expect(page).toHaveURL(/\/admin\/end-of-day$/);

  const managers = await enter("Mo Manager", "manager");
  expect(managers).toEqual(expect.arrayContaining(["Dashboard", "Products", "Promotions", "Pages", "Reviews"]));
  for (const name of ["Setup", "Site settings", "Staff", "API tokens", "Webhooks", "Printers", "History"])
    expect(managers).not.toContain(name);
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
});

test("the kitchen starts on its screen, marks an order ready and opens nothing else", async ({ page, shop, admin }) => {
  const customer = newCustomer("Kira");
  await placeOrder(shop.url, customer);
  const { id, version, number } = await orderOf(admin.request, customer);
  expect((await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } })).ok()).toBe(true);
  await signIn(page, await admin.addStaff("Kim Kitchen", ["kitchen"]));
  await expect(page).toHaveURL(/\/admin\/orders\/accepted\?view=kitchen$/);
  await expectAccessible(page);
  const card = page.getByRole("article", { name: number });
  await expect(card).toBeVisible();
  await expect(page.getByText(customer.email)).toHaveCount(0);
  for (const label of [/^Start preparing/, /^Ready/]) await card.getByRole("button", { name: label }).click();
  await expect(page.getByRole("region", { name: "Ready" }).getByRole("article", { name: number })).toBeVisible();
  await expect(card.getByRole("button")).toHaveCount(0);
  for (const path of ["/admin/orders", `/admin/orders/${id}`, "/admin/orders/accepted", "/admin/customers", "/admin/site-settings"]) {
    await openPage(page, path);
    await expect(page, path).toHaveURL(/\/admin\/orders\/accepted\?view=kitchen$/);
  }
  expect((await page.request.post(`/admin/api/orders/${id}/cancel`, { data: { version } })).status()).toBe(403);
  await page.getByRole("link", { name: "My account" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My account" })).toBeVisible();
  // On a phone the link back is in the menu.
  const menu = page.getByLabel("Menu", { exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("link", { name: "Kitchen", exact: true }).filter({ visible: true }).click();
  await expect(card).toBeVisible();
});

test("an account without a role sees why nothing is available", async ({ page, admin }) => {
  const user = await admin.addStaff("Otto Nobody", []);
  await signInByCall(page.request, user);
  for (const path of ["/admin/orders", "/admin/site-settings", "/admin"]) {
    await openPage(page, path);
    await expect(page).toHaveURL(/\/admin\/?$/);
    await expect(page.getByRole("heading", { level: 1, name: "Hello Otto Nobody" })).toBeVisible();
    await expect(page.getByText("your account has no role yet")).toBeVisible();
  }
  // The bell has no count: this role may not see orders.
  await expect(page.getByRole("link", { name: "New orders", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
  expect((await page.request.get("/admin/api/poll-orders")).status()).toBe(403);
});

test("DELETE ends the session on both sides", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect((await page.request.delete("/api/_auth/session")).ok()).toBe(true);
  await openPage(page, "/admin");
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test("an owner creates and assigns a role, and a change applies immediately", async ({ page, shop, admin, browser }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/roles/add");
  await page.getByLabel("Name").fill("Social media");
  await page.getByRole("checkbox", { name: "Pages" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/roles\/edit\/\d+$/);
  await expectAccessible(page);
  const id = /\d+$/.exec(page.url())?.[0] ?? "";
  const user = await admin.addStaff("Sol Media", []);
  await withDb(shop, async (db) => {
    await db
      .update(users)
      .set({ roles: [`own-${id}`] })
      .where(eq(users.email, user.email));
  });
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const sol = await context.newPage();
  await signIn(sol, user);
  await expect(sol).toHaveURL(/\/admin\/cms$/);
  await page.getByRole("checkbox", { name: "Media" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Accounts with this role: Sol Media.")).toBeVisible();
  await openPage(sol, "/admin/media-management");
  await expect(sol).toHaveURL(/\/admin\/media-management$/);
  await openPage(sol, "/admin/orders");
  await expect(sol).toHaveURL(/\/admin\/cms$/);
  await openPage(page, `/admin/roles/delete/${id}`);
  await expect(page.getByText("Accounts have this role: Sol Media.")).toBeVisible();
  await openPage(page, "/admin/roles");
  await expectAccessible(page);
  await context.close();
});

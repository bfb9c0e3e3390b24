import { expect, openPage, signIn, signInByCall, test, untilSettled } from "./fixtures.ts";
import { newCustomer, orderOf, placeOrder, type Customer } from "./orders.ts";
import { ADMIN } from "./shop-process.ts";

const DRAFT = "shopbell:draft:/admin/site-settings";

test("saving settings ends the draft, causes no conflict, and works with Enter", { tag: "@desktop" }, async ({ page, admin }) => {
  await admin.setSettings({ APP_NAME: "Copper Bell" });
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#store");
  const name = page.getByLabel("Shop name");
  const saved = page.getByRole("status").filter({ hasText: "Saved: Shop name." });
  await name.fill("Older text");
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), DRAFT)).toContain("Older text");
  await name.fill("Newer text");
  await page.keyboard.press("Control+s");
  await expect(saved).toBeVisible();
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await expect(page.getByText("Unsaved changes from this device are restored")).toBeHidden();
  await expect(name).toHaveValue("Newer text");
  expect(await page.evaluate((key) => localStorage.getItem(key), DRAFT)).toBeNull();

  // Again in the same visit, with Enter: the first button of the form is a different one.
  await name.fill("Third text");
  await name.press("Enter");
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeHidden();
  await page.reload();
  await expect(name).toHaveValue("Third text");
  await expect(page.getByText("Unsaved changes from this device are restored")).toBeHidden();
});

test("a discarded draft stays discarded when leaving immediately", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/category/add");
  await page.getByLabel("Name", { exact: true }).fill("Never mind");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("shopbell:draft:/admin/category/add"))).toContain("Never mind");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing entered yet")).toBeVisible();
  await page.goto("/admin/category");
  await openPage(page, "/admin/category/add");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  await expect(page.getByText("Unsaved changes restored.")).toBeHidden();
});

test("an expired session asks to sign in on the page and keeps input", { tag: "@phone" }, async ({ page }) => {
  await signIn(page);
  await openPage(page, "/admin/category/add");
  await page.getByLabel("Name", { exact: true }).fill("Typed before");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Sign in to continue" });
  await expect(dialog).toBeVisible();
  await expect(page.getByText("Not connected")).toBeHidden();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByLabel("Password").fill("wrong");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByText("Email or password is not right.")).toBeVisible();
  await dialog.getByLabel("Password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Typed before");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Category “Typed before” added.")).toBeVisible();
});

test("a session that ends while creating a preview cart keeps the form", { tag: "@desktop" }, async ({ page }) => {
  await signIn(page);
  await openPage(page, "/admin/promotions/add");
  const name = page.locator("input[name=name]");
  await name.fill("Typed before");
  await page.getByRole("button", { name: "Add a cart of your own" }).click();
  await page.getByLabel("Add a product").fill("Garlic");
  const hit = page.getByRole("option", { name: /Garlic Flatbread/ });
  await expect(hit).toBeVisible();
  await page.context().clearCookies();
  await hit.click();
  const dialog = page.getByRole("alertdialog", { name: "Sign in to continue" });
  await dialog.getByLabel("Password").fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("group", { name: "Garlic Flatbread" })).toBeVisible();
  await expect(name).toHaveValue("Typed before");
});

test("leaving the page performs a delayed rejection", { tag: "@desktop" }, async ({ page, shop, admin }) => {
  await signInByCall(page.request);
  const hold = async (customer: Customer, path = "/admin/orders") => {
    const { number } = await placeOrder(shop.url, customer);
    await openPage(page, path);
    const ticket = page.getByRole("article", { name: number });
    await ticket.getByText("Reject or change…").click();
    await ticket.locator("label").filter({ hasText: "Too busy" }).click();
    await ticket.getByRole("button", { name: `Reject ${number}` }).click();
    await expect(ticket.getByText("Leaving this page rejects it immediately.")).toBeVisible();
    return number;
  };
  const statusOf = async (customer: Customer) => (await orderOf(admin.request, customer)).status;

  const [first, second, third] = [newCustomer("Ada"), newCustomer("Ben"), newCustomer("Cleo")];
  const number = await hold(first);
  await page.getByRole("navigation", { name: "Staff area" }).getByRole("link", { name: "Categories" }).click();
  await expect(page.getByText(`${number} is rejected.`)).toBeVisible();
  expect(await statusOf(first)).toBe("rejected");

  await hold(second);
  await page.goto("/admin/category");
  await expect.poll(() => statusOf(second)).toBe("rejected");

  await hold(third);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/admin\/login/);
  expect(await statusOf(third)).toBe("rejected");
});

test("a corrected field is no longer marked after a rejected empty form", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/category/add");
  const name = page.getByLabel("Name", { exact: true });
  // The record is reloaded after the rejection.
  await untilSettled(page, () => page.getByRole("button", { name: "Save", exact: true }).click());
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("Soups");
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Nothing is saved yet.")).toBeHidden();
});

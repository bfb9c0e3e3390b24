import type { Locator, Page } from "@playwright/test";
import { expect, openPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, newPhone, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/* Staff actions by keyboard in forms and lists: focus moves, announcements, and the focus style. */

async function press(page: Page, role: "button" | "link" | "radio", name: string | RegExp): Promise<void> {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press(role === "radio" ? "Space" : "Enter");
}

test("Escape gives the focus back to what opened a dialog @desktop", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/category");
  for (const name of [/^Search\b/, "Keyboard shortcuts"]) {
    await press(page, "button", name);
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("dialog").locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name }).first()).toBeFocused();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await openPage(page, "/admin/orders/new");
  await page.getByRole("searchbox", { name: "Find a product" }).fill("margherita");
  await press(page, "button", /^Margherita/);
  await page.getByRole("dialog", { name: "Margherita" }).getByLabel("Note for the kitchen").focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Margherita/ }).first()).toBeFocused();
});

test("new hour fields get the focus, and copied hours are announced @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/site-settings#hours");
  await page.getByRole("checkbox", { name: "Each weekday has its own hours" }).focus();
  await page.keyboard.press("Space");
  await press(page, "button", "Add a range for Monday");
  await expect(page.getByLabel("Monday, range 2, opens")).toBeFocused();
  await page.getByText("Copy to… from Monday").focus();
  await page.keyboard.press("Enter");
  await takeAnnouncements(page);
  await press(page, "button", "Weekend");
  await expectAnnouncedOnce(page, "Hours of Monday copied to: Weekend");
  await press(page, "button", "Add a holiday or special hours");
  const from = page.getByLabel("From", { exact: true });
  await expect(from).toBeFocused();
  await expect(page.getByLabel("Special day 1, range 1, opens")).toBeVisible();
  await from.fill("2026-12-25");
  await press(page, "button", "Closed all day");
  await expect(page.getByRole("button", { name: "Open 24 hours on Fri, Dec 25, 2026" })).toBeVisible();
  await press(page, "button", "Discard");
  await expect(page.getByText("Everything is saved")).toBeVisible();

  await openPage(page, "/admin/promotions/add");
  await press(page, "button", "Only at certain hours");
  const days = page.getByRole("group", { name: "Days (none = every day)" });
  await expect(days.getByRole("checkbox").first()).toBeFocused();
  await press(page, "button", "Add hours");
  await expect(days.nth(1).getByRole("checkbox").first()).toBeFocused();
});

test("searches, order lists and new links have correct roles @desktop", async ({ page, admin }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.locator("summary", { hasText: "Change" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Mark as sold out" }).focus();
  await takeAnnouncements(page);
  await page.keyboard.type("garlic fl");
  const heard: string[] = [];
  const hear = async () => heard.push(...(await takeAnnouncements(page)));
  await expect.poll(async () => (await hear(), heard)).toContainEqual(expect.stringMatching(/^\d+ found: .*Garlic Flatbread/));
  expect(heard.filter((words) => words.startsWith("Orders:"))).toEqual([]);

  await openPage(page, "/admin/product");
  await takeAnnouncements(page);
  await press(page, "link", /^Price/);
  await expectAnnouncedOnce(page, /^Sorted by price, low to high\. Products: \d+$/);
  await page.keyboard.press("Enter");
  await expectAnnouncedOnce(page, /^Sorted by price, high to low\. Products: \d+$/);
  await page.getByRole("searchbox", { name: /^Name/ }).focus();
  await page.keyboard.type("garlic");
  await expectAnnouncedOnce(page, /^Products: \d+$/);

  const { email } = await admin.addStaff("Dee", ["order-admin"]);
  await openPage(page, `/admin/users?q=${encodeURIComponent(email)}`);
  await page.getByRole("link", { name: "Dee", exact: true }).first().click();
  await expect(page.getByText("Everything is saved")).toBeVisible();
  await takeAnnouncements(page);
  heard.length = 0;
  await press(page, "button", "Send a link for a new password");
  await expect.poll(async () => (await hear(), heard)).toContainEqual(expect.stringMatching(/^The link is new\. /));
  expect(heard.filter((words) => words.includes("saved") || words.includes("Saving"))).toEqual([]);
});

test("in forced colours the focus shows on what is chosen, too @desktop", async ({ page }) => {
  await signInByCall(page.request);
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page, "/admin/promotions/add");
  await press(page, "button", "Only at certain hours");
  const chip = (day: string) => page.locator("label:has(> input.sr-only)").filter({ hasText: day });
  const box = (day: string) => chip(day).getByRole("checkbox");
  await box("Sat").focus();
  await expect(chip("Sat")).toHaveCSS("outline", /solid 3px$/);
  await expect(chip("Sat")).toHaveCSS("outline-offset", "2px");
  await expect(chip("Tue")).toHaveCSS("outline-offset", "-3px");
  await box("Tue").focus();
  await expect(chip("Tue")).toHaveCSS("outline", /double 6px$/);
  await expect(chip("Sat")).toHaveCSS("outline-style", "none");
  const here = page.getByRole("navigation", { name: "Staff area", exact: true }).getByRole("link", { name: "Promotions" });
  await expect(here).toHaveCSS("outline", /solid 3px$/);
  await here.focus();
  await expect(here).toHaveCSS("outline", /double 6px$/);
});

/** The button's texts from now on, at each change. */
async function recordLabels(button: Locator): Promise<() => Promise<readonly string[]>> {
  const seen = await button.evaluateHandle((element) => {
    const labels: string[] = [];
    new MutationObserver(() => labels.push(element.textContent)).observe(element, { childList: true, characterData: true, subtree: true });
    return labels;
  });
  return () => seen.evaluate((labels) => [...labels]);
}

test("focused controls of a new order have a ring @desktop", async ({ page }) => {
  await signInByCall(page.request);
  const { name } = newCustomer("Rhea");
  const phone = newPhone();
  const item = { productId: await productId(page.request, PLAIN_PRODUCT), quantity: 1 };
  const order = { source: "telephone", customer: { name, phone }, items: [item], fulfillment: "pickup", payment: "later" };
  const taken = await page.request.post("/admin/api/orders", {
    data: { ...order, expectedTotal: 10.17 },
    headers: { "Idempotency-Key": phone.replaceAll(" ", "-") },
  });
  expect(taken.ok(), await taken.text()).toBe(true);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("textbox", { name: "Phone" }).fill(phone);
  await press(page, "button", new RegExp(`^${name}`));
  const known = page.getByRole("group", { name: `Known customer: ${name}` });
  await expect(known).toBeFocused();
  await expect(known).toHaveCSS("outline", /solid 2px$/);
  await press(page, "radio", "Card link");
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  const labels = await recordLabels(page.getByRole("button", { name: /^(Place order|Pricing…)/ }));
  await press(page, "button", new RegExp(`^${PLAIN_PRODUCT}`));
  await expect(page.getByRole("button", { name: /^Place order · \$/ })).toBeEnabled();
  await press(page, "button", /^Place order · \$/);
  const waiting = page.getByText(/^Waiting for .*payment of .* by card until /);
  await expect(waiting).toBeFocused();
  await expect(waiting).toHaveCSS("outline", /solid 2px$/);
  expect((await labels()).filter((label) => label.startsWith("Place order ·") && label !== "Place order · $10.17")).toEqual([]);
});

test("after a rejection the focus is at the next order, at nothing that a second press would use @desktop", async ({ page, shop }) => {
  const [first, second] = [await placeOrder(shop.url, newCustomer("Una")), await placeOrder(shop.url, newCustomer("Una"))];
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  const ticket = page.getByRole("article", { name: first.number });
  await expect(page.getByRole("article", { name: second.number })).toBeVisible();
  await ticket.locator("[data-act=reject] summary").focus();
  await page.keyboard.press("Enter");
  await ticket.getByRole("radio", { name: "Too busy" }).focus();
  await page.keyboard.press("Space");
  await press(page, "button", `Reject ${first.number}`);
  await expect(page.getByRole("button", { name: `Undo the rejection of ${first.number}`, exact: true })).toBeFocused();
  await expect(ticket).toHaveCount(0);
  await expect(page.locator("h3 a:focus")).toHaveText(/^A-\d+$/);
});

test("the title marks a rejected record form until it is corrected @desktop", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/product/add");
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("9.60");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Error: Add product/);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Toast");
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Add product/);
});

test("saving and discarding a record are announced once @desktop", async ({ page }) => {
  const name = `Soups ${crypto.randomUUID().slice(0, 6)}`;
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/category/add");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  const field = page.getByRole("textbox", { name: "Name" });
  await takeAnnouncements(page);
  await field.fill(`${name} of the day`);
  await page.keyboard.press("Control+s");
  const saved = `Category “${name} of the day” saved.`;
  await expect(page.getByText(saved)).toBeVisible();
  await expect(page.getByText("Everything is saved")).toBeVisible();
  const heard = await takeAnnouncements(page);
  expect(heard.filter((words) => /\bsaved\b/.test(words))).toEqual([expect.stringContaining(saved)]);
  await field.fill("Something else");
  await press(page, "button", "Discard");
  await expectAnnouncedOnce(page, "Changes discarded");
  await expect(page.locator(":focus")).not.toHaveCount(0);
});

test("rejects a token without permissions at the permissions @desktop", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/api-tokens/add");
  await page.getByLabel("Name", { exact: true }).fill("Till");
  await page.keyboard.press("Enter");
  const permissions = page.getByRole("group", { name: "Permissions" });
  await expect(permissions).toBeFocused();
  await expect(permissions).toHaveAccessibleDescription(/Choose at least one permission\./);
  await expect(page).toHaveTitle(/^(?:\(\d+\) )?Error: Create API token/);
});

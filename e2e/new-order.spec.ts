import type { Page, Request } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnounced, expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { newCustomer, newPhone, PLAIN_PRODUCT, productId } from "./orders.ts";

/** Maximum taps for a regular customer's usual order, including the digits of the telephone number. */
const MOST_TAPS = 8;

const placeButton = (page: Page) => page.getByRole("button", { name: /^Place order · \$/ });
const placedNotice = (page: Page) => page.getByText(/^Order \S+ is accepted, ready about /);

test("a telephone order is entered by keyboard and appears on the kitchen screen", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Ruth");
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  await page.getByRole("link", { name: "New order", exact: true }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(newPhone());
  await page.keyboard.press("Tab");
  await page.keyboard.type(name);
  await page.getByRole("searchbox", { name: "Find a product" }).fill("margherita");
  await page.getByRole("button", { name: /^Margherita/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Margherita" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Add · \$/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^Margherita/ })).toBeFocused();
  await page.getByRole("radio", { name: "Cash now" }).press("Space");
  await page.getByRole("textbox", { name: "Cash given" }).fill("500");
  await expect(page.getByText(/^Change: \$\d/)).toBeVisible();
  await page.getByText("Note, allergies and discount code").click();
  await page.getByRole("textbox", { name: "Note for the kitchen" }).fill("Well done");
  await expect(placeButton(page)).toBeEnabled();
  await expectAccessible(page);
  await placeButton(page).press("Enter");
  await expect(placedNotice(page)).toBeFocused();
  await expect(placedNotice(page)).toContainText(/ Change: \$\d+\.\d\d\.$/);
  await expect(page.getByRole("searchbox", { name: "Find a product" }), "the next order begins with the whole menu").toHaveValue("");
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Open / }).press("Enter");
  await expect(page.getByText("Paid in cash").first()).toBeVisible();
  await expect(page.getByText(/^Order placed: Telephone, paid in cash, given \$500\.00, change \$\d/)).toBeVisible();
  await openPage(page, "/admin/orders/accepted?view=kitchen");
  await expect(page.getByRole("article").or(page.getByRole("listitem")).filter({ hasText: "Well done" }).first()).toBeVisible();
});

test("staff give a discount with a reason, which the order shows", { tag: "@desktop" }, async ({ page }) => {
  const { name } = newCustomer("Ida");
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("textbox", { name: "Phone" }).fill(newPhone());
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  await page.getByRole("group", { name: "Discount" }).getByRole("radio", { name: "Percentage" }).press("Space");
  await page.getByRole("textbox", { name: "Percentage off" }).fill("100.5");
  await expect(page.getByText(/as a percentage above 0 and at most 100/).first()).toBeVisible();
  await page.getByRole("textbox", { name: "Percentage off" }).fill("50");
  await expect(placeButton(page)).toBeEnabled();
  await placeButton(page).click();
  await expect(page.getByRole("textbox", { name: "Reason" })).toBeFocused();
  await page.getByRole("textbox", { name: "Reason" }).fill("Cold soup");
  await expect(page.getByText("Discount: Cold soup").first()).toBeVisible();
  await expectAccessible(page);
  await expect(placeButton(page)).toBeEnabled();
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
  await page.getByRole("link", { name: /^Open / }).click();
  await expect(page.getByText("Discount: Cold soup").first()).toBeVisible();
  await expect(page.getByText(/^Order placed: Telephone, discount \$\S+ \(Cold soup\)$/)).toBeVisible();
});

test("a regular's usual order takes at most 8 taps on a tablet", { tag: "@desktop" }, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signInByCall(page.request);
  const { name } = newCustomer("Ruth");
  const phone = newPhone();
  const body = {
    source: "telephone",
    customer: { name, phone },
    items: [{ productId: await productId(page.request, PLAIN_PRODUCT), quantity: 2 }],
    fulfillment: "pickup",
    payment: "later",
    expectedTotal: 20.34,
  };
  for (const key of ["first", "second"]) {
    const taken = await page.request.post("/admin/api/orders", {
      data: body,
      headers: { "Idempotency-Key": `${phone} ${key}`.replaceAll(" ", "-") },
    });
    expect(taken.ok(), await taken.text()).toBe(true);
  }
  await openPage(page, "/admin/orders");
  let taps = 0;
  const tap = async (role: "link" | "button", named: string | RegExp) => {
    await page.getByRole(role, { name: named, exact: typeof named === "string" }).click();
    taps += 1;
  };
  await tap("link", "New order");
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  for (const digit of phone.slice(-4)) {
    await page.keyboard.press(digit);
    taps += 1;
  }
  await tap("button", new RegExp(`^${name}`));
  await tap("button", /^Usual order \(2 times\)/);
  await expect(placeButton(page)).toBeInViewport();
  await tap("button", "Place order · $20.34");
  await expect(placedNotice(page)).toBeFocused();
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);
});

test("a rejected order says why, focuses the field and keeps the input", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  await placeButton(page).click();
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await expect(page.getByText("Enter the customer's name.").first()).toBeVisible();
  await page.getByText("Counter", { exact: true }).click();
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
});

/** Requests of the form with this intent. */
const isSent = (request: Request, intent: string) =>
  request.method() === "POST" && new URLSearchParams(request.postData() ?? "").get("intent") === intent;

async function enterPlainProduct(page: Page): Promise<void> {
  await openPage(page, "/admin/orders/new");
  await page.getByText("Counter", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  await expect(placeButton(page)).toBeEnabled();
}

test("after a lost response a changed form leads to the order, or to a new one", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await enterPlainProduct(page);
  await page.route("**/admin/orders/new*", async (route) => {
    if (!isSent(route.request(), "place")) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await placeButton(page).click();
  await expect(page.locator(":focus")).toContainText("it is not known whether this order was placed");
  await page.unroute("**/admin/orders/new*");
  await page.getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` }).click();
  await placeButton(page).click();
  await expect(page.getByText(/^Order \S+ was entered by this form already/)).toBeFocused();
  await expect(page.getByRole("link", { name: /^Open \S+-\d+$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Place order" })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New order", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Phone" })).toBeFocused();
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
});

test("announces each total once, reports a missing price, and fetches it again", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await enterPlainProduct(page);
  await expect(page.locator("[aria-live=polite]").getByText("Total $10.17", { exact: true })).toHaveCount(1);
  await page.route("**/admin/orders/new*", (route) => (isSent(route.request(), "price") ? route.abort() : route.fallback()));
  await page.getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` }).click();
  await expect(page.getByRole("button", { name: "Place order" })).toBeDisabled();
  await expect(page.getByText(/^No connection/).first()).toBeVisible();
  await page.unroute("**/admin/orders/new*");
  await page.getByRole("button", { name: "Update the price" }).click();
  await expect(placeButton(page)).toBeEnabled();
});

test("an order changed back can be placed immediately at its former price", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await page.clock.install();
  await enterPlainProduct(page);
  // A price requested now never arrives, so the button would stay disabled.
  await page.route("**/admin/orders/new*", (route) => (isSent(route.request(), "price") ? undefined : route.fallback()));
  // The price of a change is requested a moment later; both changes are made before.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` }).click();
  await page.getByRole("button", { name: `One less: ${PLAIN_PRODUCT}` }).click();
  await page.clock.runFor(1_000);
  await placeButton(page).click();
  await page.clock.resume();
  await expect(placedNotice(page)).toBeFocused();
});

/** The response of a proxy that reaches no server. */
const UNAVAILABLE = { status: 503, contentType: "text/html", body: "<h1>Service unavailable</h1>" };

test("an order with a lost response is kept, and placed only once", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await enterPlainProduct(page);
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
  const [earlier = ""] = /\S+-\d+/.exec((await placedNotice(page).textContent()) ?? "") ?? [];
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).click();
  let lost = "";
  await page.route("**/admin/orders/new*", async (route) => {
    if (!isSent(route.request(), "place")) return route.fallback();
    lost = await (await route.fetch()).text();
    await route.fulfill(UNAVAILABLE);
  });
  await placeButton(page).click();
  await expect(page.locator(":focus")).toContainText("it is not known whether this order was placed. Press again: it is placed only once.");
  await expect(placedNotice(page)).toBeHidden();
  await expect(page.getByRole("spinbutton", { name: PLAIN_PRODUCT })).toHaveValue("1");
  await expectAccessible(page);
  await page.unroute("**/admin/orders/new*");
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
  const [number = ""] = /\S+-\d+/.exec((await placedNotice(page).textContent()) ?? "") ?? [];
  expect(lost).toContain(number);
  expect(number).not.toBe(earlier);
});

test("reports a price error of the server, and fetches it again", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await enterPlainProduct(page);
  await page.route("**/admin/orders/new*", (route) => (isSent(route.request(), "price") ? route.fulfill(UNAVAILABLE) : route.fallback()));
  await page.getByRole("button", { name: `One more: ${PLAIN_PRODUCT}` }).click();
  await expect(page.getByText("The shop did not answer, so price and times are not known yet.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Place order" })).toBeDisabled();
  await expectAccessible(page);
  await page.unroute("**/admin/orders/new*");
  await page.getByRole("button", { name: "Update the price" }).press("Enter");
  await expect(placeButton(page)).toBeEnabled();
  await expect(page.getByRole("button", { name: "Update the price" })).toBeHidden();
});

test("takes a delivery for later, and clears the address with the customer", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  const { name } = newCustomer("Dora");
  const phone = newPhone();
  await enterPlainProduct(page);
  await page.getByText("Delivery", { exact: true }).click();
  await page.getByRole("textbox", { name: "Phone" }).fill(phone);
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Street and number" }).fill("1 King Street West");
  await page.getByRole("textbox", { name: "City" }).fill("Toronto");
  await page.getByRole("textbox", { name: "Postal code" }).fill("M5V 1A1");
  await page.getByRole("spinbutton", { name: PLAIN_PRODUCT }).fill("4");
  await page.getByText("At a time", { exact: true }).click();
  await page.getByRole("combobox", { name: "Day" }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: "Time" }).selectOption({ index: 3 });
  await expect(placeButton(page)).toBeEnabled();
  await expectAccessible(page);
  await placeButton(page).click();
  await expect(placedNotice(page)).toBeFocused();
  await page.getByRole("textbox", { name: "Phone" }).fill(phone.slice(-4));
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await page.getByText("Delivery", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Street and number" })).toHaveValue("1 King Street West");
  await page.getByRole("button", { name: "Another customer" }).click();
  await expect(page.getByRole("textbox", { name: "Street and number" })).toHaveValue("");
});

test("a scanned barcode and Enter add the product", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  const id = await productId(page.request, PLAIN_PRODUCT);
  const barcode = `SCAN-${crypto.randomUUID().slice(0, 8)}`;
  const patched = await page.request.patch(`/admin/api/products/${id}`, { data: { barcode } });
  expect(patched.status()).toBe(200);
  await openPage(page, "/admin/orders/new");
  const search = page.getByRole("searchbox", { name: "Find a product" });
  await search.focus();
  for (const total of ["10.17", "20.34"]) {
    await page.keyboard.type(barcode);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Place order · $${total}` })).toBeEnabled();
  }
  // The second scan happens before the response to the first.
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Place order · $40.68" })).toBeEnabled();
  await expect(search).toBeFocused();
  await page.keyboard.type("SCAN-NOTHING");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No product has the code SCAN-NOTHING.")).toHaveCount(1);

  await page.context().setOffline(true);
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${barcode} was not looked up. Scan it again.`)).toHaveCount(1);
  await expect(page.getByText(/Not connected/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Place order · $40.68" })).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Place order · $50.85" })).toBeEnabled();
});

test("a scan after a tap on another product adds what was scanned", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  const id = await productId(page.request, PLAIN_PRODUCT);
  // Ten digits, so that no check digit is expected.
  const barcode = String(1_000_000_000 + crypto.getRandomValues(new Uint32Array(1))[0]!);
  expect((await page.request.patch(`/admin/api/products/${id}`, { data: { barcode } })).status()).toBe(200);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("button", { name: /^Millrace Sourdough/ }).click();
  await expect(page.getByRole("button", { name: "Place order · $8.50" })).toBeEnabled();
  await page.keyboard.type(barcode);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Place order · $18.67" })).toBeEnabled();
  await expect(page.getByRole("searchbox", { name: "Find a product" })).toBeFocused();
});

test("the questions of a product announce quantity and price above the page", { tag: "@desktop" }, async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("searchbox", { name: "Find a product" }).fill("margherita");
  await page.getByRole("button", { name: /^Margherita/ }).press("Enter");
  const questions = page.getByRole("dialog", { name: "Margherita" });
  const add = questions.getByRole("button", { name: /^Add · \$/ });
  await expect(add).toBeVisible();
  await takeAnnouncements(page);
  await questions.getByRole("button", { name: "One more: Quantity" }).press("Enter");
  const total = async () => /\$\S+/.exec(await add.innerText())?.[0];
  await expectAnnounced(page, "2", `Price now ${await total()}`);
  await questions.getByRole("radio", { name: /^13 inch/ }).press("Space");
  await expectAnnounced(page, `Price now ${await total()}`);
});

test("a note that is emptied keeps its field and the focus", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/new");
  await page.locator("summary", { hasText: "Note, allergies and discount code" }).press("Enter");
  const note = page.getByRole("textbox", { name: "Note for the kitchen" });
  await note.focus();
  await page.keyboard.type("x");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("well done");
  await expect(note).toHaveValue("well done");
  await expect(note).toBeFocused();
});

test("a discount that cannot be read is marked, and the last line leaves the focus at the order", { tag: "@desktop" }, async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/new");
  await page.getByRole("searchbox", { name: "Find a product" }).fill(PLAIN_PRODUCT);
  await page.getByRole("button", { name: new RegExp(`^${PLAIN_PRODUCT}`) }).press("Enter");
  await page.getByRole("group", { name: "Discount" }).getByRole("radio", { name: "Amount" }).press("Space");
  const amount = page.getByRole("textbox", { name: "Amount off" });
  await amount.focus();
  await page.keyboard.type("abc");
  await expectAnnouncedOnce(page, /^Enter the discount/);
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveAccessibleDescription(/^Enter the discount/);
  await amount.fill("1");
  await expect(amount).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: `Remove ${PLAIN_PRODUCT}` }).press("Enter");
  await expect(page.getByText(/^Nothing entered yet/)).toBeFocused();
});

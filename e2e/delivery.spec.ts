import { expect, expectAccessible, openPage, reloadPage, test, untilAlive } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, orderOf, payButton, readOrderNumber } from "./orders.ts";

test("nothing mentions delivery when it is off", async ({ page, admin }) => {
  await admin.setSettings({ ENABLE_DELIVERY: "" });
  await openPage(page, "/");
  await expect(page.locator("dl").first()).toContainText("Pickup");
  await expect(page.locator("dl").first()).not.toContainText("Delivery");
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await expect(page.getByRole("heading", { level: 2, name: "Pickup", exact: true })).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Delivery/ })).toHaveCount(0);
  await expect(page.getByLabel("Street and number")).toHaveCount(0);
});

test("prefills and validates the address and orders a delivery", async ({ page, admin }) => {
  const customer = newCustomer("Bea");
  await admin.setSettings({
    DELIVERY_CITY_PREFILL: "Etobicoke",
    DELIVERY_PROVINCE_PREFILL: "Ontario",
    DELIVERY_COUNTRY_PREFILL: "Canada",
    DELIVERY_FEE: "4.50",
  });
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await expect(payButton(page)).toHaveText("Pay $20.34");
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(page.getByText("Our own riders bring your order by bicycle")).toBeVisible();
  // $18.00 and $4.50 with 13% tax.
  await expect(payButton(page)).toHaveText("Pay $25.43");
  await expect(page.getByLabel("City")).toHaveValue("Etobicoke");
  await expect(page.getByLabel("Province or state")).toHaveValue("Ontario");
  await expect(page.getByLabel("Country")).toHaveValue("Canada");

  await page.getByLabel("Email", { exact: true }).fill("bea@nowhere");
  await page.getByLabel("Postal code").fill("12345");
  await payButton(page).click();
  const summary = page.getByRole("group", { name: "5 fields need another look" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle("Error: Checkout");
  for (const [label, sentence] of [
    ["Email", "Enter an email address such as ana@example.com."],
    ["Name", "Enter your name."],
    ["Phone", "Enter a phone number: the courier calls it if they can't find you."],
    ["Street and number", "Enter the street and number we deliver to."],
    ["Postal code", "12345 looks unusual: a postal code looks like M5V 1A1. Correct it, or keep it if it is right."],
  ] as const) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replaceAll(".", "\\.")));
    await expect(summary.getByRole("link", { name: sentence })).toBeVisible();
  }
  const words = (await summary.getByRole("link").allInnerTexts()).map((text) => text.split(" ", 3).slice(1).join(" "));
  expect(words, "the order of the form").toEqual(["an email", "your name.", "a phone", "the street", "looks unusual:"]);
  await summary.getByRole("link", { name: "Enter the street and number we deliver to." }).click();
  await expect(page.getByLabel("Street and number")).toBeFocused();

  await page.getByLabel("Keep this postal code").check();
  await expect(page.getByLabel("Postal code", { exact: true })).not.toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Keep this postal code").uncheck();

  await page.getByLabel("Street and number").fill("12 Mill Street");
  await page.getByLabel("City").fill("Toronto");
  await page.getByLabel("Postal code", { exact: true }).fill("m5a1a1");
  await expect(page.getByLabel("Keep this postal code"), "another code is asked about again").toHaveCount(0);
  await page.getByLabel("Postal code", { exact: true }).press("Tab");
  await expect(page.getByLabel("Postal code", { exact: true }), "as it is printed").toHaveValue("M5A 1A1");
  await fillContact(page, customer);
  await page.getByLabel("Phone").fill("416 555 0134");
  await page.getByLabel("Allergies").fill("Peanuts");
  await page.getByLabel("Allergies").press("Tab");
  await expect(page.getByLabel("Postal code", { exact: true })).not.toHaveAttribute("aria-invalid", "true");
  await payButton(page).click();
  await readOrderNumber(page);
  await expect(page.getByRole("heading", { level: 2, name: "Delivery" })).toBeVisible();
  await expect(page.getByText("12 Mill Street, Toronto, Ontario M5A 1A1")).toBeVisible();
  await expect(page.getByText("Allergy Peanuts")).toBeVisible();
  const order = (await orderOf(admin.request, customer)) as unknown as {
    address: { street: string; city: string; postalCode: string };
    final_total: number;
  };
  expect(order.address).toMatchObject({ street: "12 Mill Street", city: "Toronto", postalCode: "M5A 1A1" });
  expect(order.final_total).toBe(25.43);
});

test("refuses a postal code outside the areas at its field", async ({ page, admin }) => {
  await admin.setSettings({ DELIVERY_POSTAL_PREFIXES: "M5A" });
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  const code = page.getByLabel("Postal code", { exact: true });
  await code.fill("K1A 0B1");
  await code.press("Tab");
  await expect(code).toHaveAccessibleDescription("We don't deliver to K1A 0B1. Choose pickup or another address.");
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await code.fill("M5A 1A1");
  await code.press("Tab");
  await expect(code).not.toHaveAttribute("aria-invalid", "true");
});

test("offers payment on delivery up to its maximum, and shows the amount due", async ({ page, admin }) => {
  await admin.setSettings({ ALLOW_PAY_ON_DELIVERY: "on", PAY_ON_DELIVERY_MAX: "20", DELIVERY_FEE: "4.50" });
  const customer = newCustomer("Yara");
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await expect(page.getByRole("radio", { name: /^On delivery/ }), "an order that is picked up").toHaveCount(0);
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(payButton(page)).toHaveText("Pay $25.43");
  await expect(page.getByRole("radio", { name: /^On delivery/ }), "more than the maximum").toHaveCount(0);
  await admin.setSettings({ PAY_ON_DELIVERY_MAX: "" });
  await openPage(page, "/checkout");
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await page.getByRole("radio", { name: "On delivery $25.43 at the door" }).check();
  await expectAccessible(page);
  await fillContact(page, customer);
  await page.getByLabel("Phone").fill("416 555 0134");
  await page.getByLabel("Street and number").fill("12 Mill Street");
  await page.getByLabel("City").fill("Toronto");
  await page.getByLabel("Postal code", { exact: true }).fill("M5A 1A1");
  await page.getByRole("button", { name: "Place order · $25.43" }).click();
  await readOrderNumber(page);
  await expect(page.getByText("We will confirm it soon; you pay when it is delivered.")).toBeVisible();
  const { id } = await orderOf(admin.request, customer);
  expect(await (await admin.request.get(`/admin/orders/${id}`)).text()).toContain("Pays on delivery");
});

test("keeps payment on delivery chosen before hydration", { tag: "@phone" }, async ({ page, admin }) => {
  await admin.setSettings({ ALLOW_PAY_ON_DELIVERY: "on" });
  await fillCart(page.request, 2);
  expect((await page.request.patch("/api/cart", { data: { fulfillment: "delivery" } })).status()).toBe(200);
  let come = () => {};
  const haveCome = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await haveCome;
    await route.continue();
  });
  await page.goto("/checkout", { waitUntil: "commit" });
  await page.getByRole("radio", { name: /^On delivery/ }).check();
  come();
  await untilAlive(page);
  await expect(page.getByRole("button", { name: /^Place order/ })).toBeVisible();
});

test("delivery ends at DELIVERY_CLOSING_TIME and pickup continues", async ({ page, admin }) => {
  const customer = newCustomer("Ugo");
  await admin.setSettings({ DELIVERY_CLOSING_TIME: "00:01", ALLOW_SCHEDULING: "" });
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await fillContact(page, customer);
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(page.getByText("We are not delivering now. Choose pickup.").first()).toBeVisible();
  await expect(payButton(page), "it could only fail").toHaveCount(0);
  await expect(page.getByLabel("Street and number"), "it could not be sent").toBeHidden();
  await page.getByRole("radio", { name: /^Pickup/ }).check();
  await expect(page.getByText("We are not delivering now. Choose pickup.")).toHaveCount(0);
  await expect(payButton(page)).toHaveText("Pay $20.34");
  await payButton(page).click();
  await readOrderNumber(page);
});

test("a pause of delivery names its end; pickup and later deliveries continue", { tag: "@phone" }, async ({ page, admin }) => {
  const pause = async (minutes: number | null) => {
    const until = minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString();
    const answer = await admin.request.put("/admin/api/orders/live", { data: { delivery_paused_until: until } });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await fillCart(page.request, 2);
  try {
    await pause(30);
    await openPage(page, "/");
    await expect(page.locator("dl").first()).toContainText(/paused until \d/);
    await openPage(page, "/checkout");
    const delivery = page.getByRole("radio", { name: /^Delivery .+, paused until \d.* [AP]M$/ });
    await delivery.check();
    await expect(page.getByText(/^We are not delivering now\. Delivery is paused until \d.* You can choose a later time\.$/)).toBeVisible();
    await expect(page.getByRole("radio", { name: /^As soon as possible/ })).toBeDisabled();
    await expect(page.getByRole("radio", { name: /^At a time I choose/ })).toBeChecked();
    await page.getByRole("radio", { name: /^Pickup/ }).check();
    await expect(page.getByRole("radio", { name: /^As soon as possible/ })).toBeChecked();
    await expectAccessible(page);
    await admin.setSettings({ ALLOW_SCHEDULING: "" });
    await openPage(page, "/checkout");
    await delivery.check();
    await expect(payButton(page), "it could only fail").toHaveCount(0);
    await page.getByRole("radio", { name: /^Pickup/ }).check();
    await expect(payButton(page)).toHaveText("Pay $20.34");
  } finally {
    await pause(null);
  }
  await reloadPage(page);
  await expect(page.getByRole("radio", { name: /^Delivery/ })).not.toHaveAccessibleName(/paused/);
});

test("a submit during pricing reports missing fields, not a changed total", async ({ page, admin }) => {
  await admin.setSettings({ DELIVERY_FEE: "4.50" });
  await fillCart(page.request, 2);
  await openPage(page, "/checkout");
  await expect(payButton(page)).toHaveText("Pay $20.34");
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/checkout.data**", async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await expect(page.getByText("Updating the total")).toBeVisible();
  await payButton(page).click({ force: true });
  answer();
  await expect(page.getByRole("heading", { name: /need another look/ })).toBeVisible();
});

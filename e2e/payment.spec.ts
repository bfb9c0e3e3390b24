import type { Page } from "@playwright/test";
import { expect, openPage, reloadPage, test } from "./fixtures.ts";
import {
  chooseCard,
  fillCart,
  fillContact,
  findOrders,
  intentStatus,
  newCustomer,
  orderOf,
  payButton,
  readOrderNumber,
  type Customer,
} from "./orders.ts";

async function openCheckout(page: Page, customer: Customer): Promise<void> {
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await fillContact(page, customer);
}

/** As {@link openCheckout}, until the shop has stored the input and the page shows its total: no pending response can change it. */
async function openKeptCheckout(page: Page, customer: Customer): Promise<void> {
  const firstName = customer.name.split(" ")[0] ?? "";
  const kept = page.waitForResponse((answer) => {
    const request = answer.request();
    return new URL(request.url()).pathname === "/checkout.data" && (request.postData() ?? "").includes(firstName);
  });
  await openCheckout(page, customer);
  await page.getByLabel("Name", { exact: true }).press("Tab");
  await kept;
  await expect(payButton(page)).toHaveAttribute("aria-disabled", "false");
}

test("a declined card keeps everything typed", async ({ page, admin }) => {
  const customer = newCustomer("Marek");
  await openCheckout(page, customer);
  await page.getByLabel("Phone (optional)").fill("416 555 0134");
  await page.getByLabel("Note for us (optional)").fill("Ring twice");
  await page.getByRole("radio", { name: /^15%/ }).check({ force: true });
  await expect(payButton(page)).toHaveText("Pay $11.52");

  for (const [card, sentence] of [
    ["Visa, declined", /Your bank declined this card\. Call your bank/],
    ["Visa, not enough money", /not enough money on this card\. Try another card/],
  ] as const) {
    await chooseCard(page, card);
    await payButton(page).click();
    const refusal = page.locator(":focus").filter({ hasText: "Nothing was charged and everything you typed is still here." });
    await expect(refusal).toContainText(sentence);
    await expect(refusal).toBeFocused();
    await expect(page).toHaveTitle("Error: Checkout");
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
    await expect(page.getByLabel("Phone (optional)")).toHaveValue("416 555 0134");
    await expect(page.getByLabel("Note for us (optional)")).toHaveValue("Ring twice");
    await expect(page.getByLabel("Card number")).not.toHaveValue("");
  }

  await chooseCard(page, "Visa");
  await payButton(page).click();
  await readOrderNumber(page);
  expect((await orderOf(admin.request, customer)).final_total).toBe(11.52);
});

test("an approved 3-D Secure pays, a refused one returns to the checkout", async ({ page, admin }) => {
  const customer = newCustomer("Yuki");
  await openCheckout(page, customer);
  await chooseCard(page, "Visa, bank asks for a confirmation");
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: "Your bank asks" })).toBeVisible();
  await expect(page.getByText("Do you want to pay $10.17 to Copper Bell?")).toBeVisible();
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("heading", { name: "The payment did not go through" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your bank could not confirm that it is you.");
  await expect(page.getByRole("alert")).toContainText("You have not been charged.");

  await page.getByRole("link", { name: "Back to the checkout" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
  await chooseCard(page, "Visa, bank asks for a confirmation");
  await payButton(page).click();
  await page.getByRole("button", { name: "Approve the payment" }).click();
  const number = await readOrderNumber(page);
  const order = await orderOf(admin.request, customer);
  expect(order.number).toBe(number);
  expect(await intentStatus(admin.request, order.stripe?.paymentIntent.id ?? "")).toBe("requires_capture");
});

/** The checkout's entries in this window's storage. */
function checkoutStorage(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("shopbell:checkout")));
}

test("removes the customer's data from the browser when the order is paid", async ({ page }) => {
  const customer = newCustomer("Vera");
  await openCheckout(page, customer);
  expect(await checkoutStorage(page)).toEqual(["shopbell:checkout-typed"]);
  // A bank's page is another document: its customer returns without the code that sent the payment.
  await chooseCard(page, "Visa, bank asks for a confirmation");
  await payButton(page).click();
  await page.getByRole("button", { name: "Approve the payment" }).click();
  await readOrderNumber(page);
  await expect.poll(() => checkoutStorage(page)).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain(customer.email);
});

test("double submit, reload and back create one order", async ({ page, admin }) => {
  const customer = newCustomer("Olu");
  await openCheckout(page, customer);
  await payButton(page).dblclick();
  const number = await readOrderNumber(page);
  expect(await findOrders(admin.request, customer.name)).toHaveLength(1);

  const orderPage = page.url();
  await reloadPage(page);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  await openPage(page, orderPage);
  await expect(page.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
  expect(await findOrders(admin.request, customer.name)).toHaveLength(1);
});

test("pays at the second press when the connection was gone at the first", async ({ page, admin }) => {
  const customer = newCustomer("Nils");
  await openKeptCheckout(page, customer);
  const scripts = /\/assets\/[^/]+\.js$/;
  await page.route(scripts, (route) => route.abort());
  await payButton(page).click();
  await expect(page.getByText(/The connection was lost\. Nothing is paid twice/)).toBeVisible();
  await page.unroute(scripts);
  await payButton(page).click();
  await expect(page.getByRole("heading", { name: /^Order / })).toBeVisible();
  expect(await findOrders(admin.request, customer.name)).toHaveLength(1);
});

test("asks before charging a changed total", async ({ page, admin }) => {
  const customer = newCustomer("Petra");
  await openKeptCheckout(page, customer);
  await expect(payButton(page)).toHaveText("Pay $10.17");
  // Another tab of the same customer adds one more.
  await fillCart(page.request);
  await payButton(page).click();
  await expect(page.locator(":focus").filter({ hasText: "$20.34" })).toBeVisible();
  expect(await findOrders(admin.request, customer.name)).toHaveLength(0);
  await expect(payButton(page)).toHaveText("Pay $20.34");
  await payButton(page).click();
  await readOrderNumber(page);
  expect((await orderOf(admin.request, customer)).final_total).toBe(20.34);
});

test("submit waits for the last change", async ({ page, admin }) => {
  const customer = newCustomer("Hana");
  await openKeptCheckout(page, customer);
  const held = Promise.withResolvers<void>();
  await page.route("**/checkout.data*", async (route) => {
    if (route.request().method() === "POST") await held.promise;
    await route.continue();
  });
  let hasOrdered = false;
  page.on("request", (request) => (hasOrdered ||= request.url().endsWith("/api/checkout")));
  await page.getByLabel("Note for us (optional)").fill("The green door");
  // Forced: while the total is being calculated the button shows that it is waiting, but a click counts.
  await payButton(page).click({ force: true });
  await expect(page.getByText("Updating the total")).toBeVisible();
  expect(hasOrdered).toBe(false);
  held.resolve();
  const number = await readOrderNumber(page);
  expect(await orderOf(admin.request, customer)).toMatchObject({ number, instructions: "The green door" });
});

test("never charges less than shown after a quick change", async ({ page, admin }) => {
  const customer = newCustomer("Plus");
  await openKeptCheckout(page, customer);
  await page.getByRole("button", { name: /Your order and codes/ }).click();
  const held = Promise.withResolvers<void>();
  let changes = 0;
  await page.route("**/cart.data*", async (route) => {
    changes += 1;
    if (changes === 1) await held.promise;
    await route.continue();
  });
  let hasOrdered = false;
  page.on("request", (request) => (hasOrdered ||= request.url().endsWith("/api/checkout")));
  const more = page.getByRole("button", { name: /^One Garlic Flatbread more/ });
  // The second click waits for the response to the first.
  await more.click();
  await expect.poll(() => changes).toBe(1);
  await more.click();
  await payButton(page).click({ force: true });
  await expect(page.getByText("Updating the total")).toBeVisible();
  held.resolve();
  await expect(page.locator(":focus").filter({ hasText: "The total is now $30.51 instead of $10.17." })).toBeVisible();
  expect(hasOrdered).toBe(false);
  await payButton(page).click();
  await readOrderNumber(page);
  expect((await orderOf(admin.request, customer)).final_total).toBe(30.51);
});

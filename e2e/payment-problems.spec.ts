import { request as requests } from "@playwright/test";
import { simulatorSecrets } from "#server/simulator-secrets.ts";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { fillCart, newCustomer, type Customer } from "./orders.ts";
import { APP_SECRET } from "./shop-process.ts";

/** A checkout whose payment was changed at the provider before the customer paid; returns the customer's token and the payment. */
async function payWrongAmount(url: string, customer: Customer): Promise<{ readonly token: string; readonly intentId: string }> {
  const request = await requests.newContext({ baseURL: url });
  await fillCart(request);
  const { final_total: expectedTotal } = (await (await request.get("/api/cart")).json()) as { final_total: number };
  const answer = await request.post("/api/checkout", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { customer, fulfillment: "pickup", requested_for: null, expectedTotal },
  });
  const placed = (await answer.json()) as { orderToken: string; clientSecret: string; publishableKey: string };
  const intentId = placed.clientSecret.split("_secret")[0] ?? "";
  const changed = await request.post(`/_simulator/stripe/v1/payment_intents/${intentId}`, {
    headers: { Authorization: `Bearer ${simulatorSecrets(APP_SECRET).secretKey}` },
    form: { amount: "100" },
  });
  expect(changed.ok(), await changed.text()).toBe(true);
  const confirmed = await request.post(`/_simulator/stripe/v1/payment_intents/${intentId}/confirm`, {
    form: { key: placed.publishableKey, client_secret: placed.clientSecret, payment_method: "pm_card_visa" },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  // Opening the order triggers the check of its payment.
  const status = async () => (await request.get("/api/order-status", { params: { order: placed.orderToken } })).status();
  await expect.poll(status).toBe(200);
  await request.dispose();
  return { token: placed.orderToken, intentId };
}

test("lists a mismatched payment and undoes it with one click", async ({ page, shop }) => {
  const customer = newCustomer("Mira");
  const { token, intentId } = await payWrongAmount(shop.url, customer);
  await signInByCall(page.request);
  await openPage(page, "/admin");
  await page.getByRole("link", { name: /payment problem/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment problems" })).toBeVisible();
  const card = page.getByRole("article").filter({ hasText: customer.name });
  await expect(card.getByRole("heading", { name: "Paid amount does not match" })).toBeVisible();
  await expect(card).toContainText(intentId);
  const told = await card.locator("dd").first().innerText();
  await expectAccessible(page);

  // The customer's own page shows the same.
  await openPage(page, `/payment-complete?order=${token}`);
  await expect(page.getByText(told.replaceAll(/[“”]/g, "").split(".")[0] ?? told).first()).toBeVisible();

  await openPage(page, "/admin/orders/problems");
  await card.getByText("I have settled this myself…").click();
  await card.getByRole("button", { name: "Mark as settled" }).click();
  await expect(card.getByText("Say in a few words what you did")).toBeVisible();
  await card.getByRole("button", { name: /Undo this payment/ }).click();
  const question = page.getByRole("alertdialog", { name: "Undo this payment of $" });
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(card.getByRole("button", { name: /Undo this payment/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: /Undo this payment/ }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Recently settled" })).toContainText("The order was given up and its payment ended.");

  const seen = await page.request.get(`/_simulator/stripe/v1/payment_intents/${intentId}`, {
    headers: { Authorization: `Bearer ${simulatorSecrets(APP_SECRET).secretKey}` },
  });
  expect(((await seen.json()) as { status: string }).status).toBe("canceled");
});

test("opens an order without a number and leads to its payment", async ({ page, shop }) => {
  const customer = newCustomer("Nils");
  await payWrongAmount(shop.url, customer);
  await signInByCall(page.request);
  await openPage(page, "/admin/orders/problems");
  const card = page.getByRole("article").filter({ hasText: customer.name });
  await card.getByRole("link", { name: "Unpaid order" }).click();
  await expect(page.getByText("Payment problem.")).toBeVisible();
  await page.getByRole("link", { name: "See what settles it" }).click();
  await card.getByText("I have settled this myself…").click();
  await card.getByLabel("What did you do?").fill("Called the customer, paid back by hand");
  await card.getByRole("button", { name: "Mark as settled" }).click();
  await expect(page.getByRole("region", { name: "Recently settled" })).toContainText("Called the customer, paid back by hand");
});

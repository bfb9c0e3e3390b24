import { expect, request as requests, type APIRequestContext, type Page } from "@playwright/test";
import { untilAlive } from "./fixtures.ts";
import { simulatorSecrets } from "#server/simulator-secrets.ts";
import { APP_SECRET } from "./shop-process.ts";

/*
 * Creates and checks orders through calls, for tests about other features.
 */

export interface Customer {
  readonly name: string;
  readonly email: string;
}

/** A unique customer, so that tests sharing a shop can distinguish their orders. */
export function newCustomer(name: string): Customer {
  // Letters only: the staff search treats digits as a part of a telephone number.
  const id = crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop".charAt(Number(digit)));
  return { name: `${name} ${id}`, email: `${id}@example.com` };
}

let phones = 1000;

/** A unique telephone number in the shop: each worker has its own shop. */
export function newPhone(): string {
  phones += 1;
  return `416 555 ${phones}`;
}

/** One product without choices; $9.00 in the demo shop. */
export const PLAIN_PRODUCT = "Garlic Flatbread";

export interface StaffOrder {
  readonly id: string;
  readonly number: string;
  readonly receipt_number: number | null;
  readonly status: string;
  readonly payment_state: string;
  readonly version: number;
  readonly stripe: { readonly paymentIntent: { readonly id: string; readonly status: string } } | null;
  readonly promised_at: string | null;
  readonly final_total: number;
  readonly captured: number;
}

export async function productId(request: APIRequestContext, name: string): Promise<number> {
  const answer = await request.get("/api/products", { params: { q: name } });
  const { products } = (await answer.json()) as { products: { id: number; name: string }[] };
  const found = products.find((product) => product.name === name);
  if (found === undefined) throw new Error(`the shop has no product named ${name}`);
  return found.id;
}

/** Puts products without choices into the cart of these cookies. */
export async function fillCart(request: APIRequestContext, quantity = 1, name = PLAIN_PRODUCT): Promise<void> {
  const added = await request.post("/api/cart/items", { data: { productId: await productId(request, name), quantity } });
  expect(added.ok(), await added.text()).toBe(true);
}

/**
 * A paid order of a customer without an open page, of the plain product and one each of `more`; returns its number and the token of its
 * page.
 */
export async function placeOrder(
  url: string,
  customer: Customer,
  quantity = 1,
  more: readonly string[] = [],
): Promise<{ readonly number: string; readonly token: string }> {
  const request = await requests.newContext({ baseURL: url });
  try {
    await fillCart(request, quantity);
    for (const name of more) await fillCart(request, 1, name);
    const { final_total: expectedTotal } = (await (await request.get("/api/cart")).json()) as { final_total: number };
    const answer = await request.post("/api/checkout", {
      headers: { "Idempotency-Key": crypto.randomUUID() },
      data: { customer, fulfillment: "pickup", requested_for: null, expectedTotal },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const placed = (await answer.json()) as { orderToken: string; clientSecret: string; publishableKey: string };
    const confirmed = await request.post(`/_simulator/stripe/v1/payment_intents/${placed.clientSecret.split("_secret")[0]}/confirm`, {
      form: { key: placed.publishableKey, client_secret: placed.clientSecret, payment_method: "pm_card_visa" },
    });
    expect(confirmed.ok(), await confirmed.text()).toBe(true);
    const status = async () =>
      (await (await request.get("/api/order-status", { params: { order: placed.orderToken } })).json()) as {
        status: string;
        number: string;
      };
    await expect.poll(async () => (await status()).status).toBe("received");
    return { number: (await status()).number, token: placed.orderToken };
  } finally {
    await request.dispose();
  }
}

/** An accepted and a rejected order. */
export async function placeDecidedOrders(url: string, admin: { readonly request: APIRequestContext }): Promise<void> {
  for (const [name, action, decision] of [
    ["Kai", "accept", { minutes: 20 }],
    ["Lou", "reject", { reason: "too_busy", text: "" }],
  ] as const) {
    const customer = newCustomer(name);
    await placeOrder(url, customer);
    const { id, version } = await orderOf(admin.request, customer);
    const answer = await admin.request.post(`/admin/api/orders/${id}/${action}`, { data: { version, ...decision } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** The orders that match this text (number, name or email) in the staff search. */
export async function findOrders(admin: APIRequestContext, q: string): Promise<readonly StaffOrder[]> {
  const answer = await admin.get("/admin/api/orders", { params: { list: "all", q } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { orders: StaffOrder[] }).orders;
}

/** The one order of a customer. */
export async function orderOf(admin: APIRequestContext, customer: Customer): Promise<StaffOrder> {
  const found = await findOrders(admin, customer.name);
  expect(found).toHaveLength(1);
  const [order] = found;
  if (order === undefined) throw new Error(`${customer.name} has no order`);
  return order;
}

export async function newOrdersCount(admin: APIRequestContext): Promise<number> {
  return ((await (await admin.get("/admin/api/new-orders-count")).json()) as { count: number }).count;
}

/** The payment simulator's data of an intent. */
export async function intentStatus(admin: APIRequestContext, id: string): Promise<string> {
  const answer = await admin.get(`/_simulator/stripe/v1/payment_intents/${id}`, {
    headers: { Authorization: `Bearer ${simulatorSecrets(APP_SECRET).secretKey}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { status: string }).status;
}

/** Waits for the checkout after a link to it: a separate document, which is hydrated some time after it is shown. */
export async function untilAtCheckout(page: Page): Promise<void> {
  await page.waitForURL("**/checkout");
  await untilAlive(page);
}

/** Fills the contact fields of the checkout. */
export async function fillContact(page: Page, customer: Customer): Promise<void> {
  await page.getByLabel("Email", { exact: true }).fill(customer.email);
  await page.getByLabel("Name", { exact: true }).fill(customer.name);
}

export async function chooseCard(page: Page, label: string): Promise<void> {
  await page.getByLabel("Try a card").selectOption({ label });
}

export const payButton = (page: Page) => page.getByRole("button", { name: /^(?:Pay \$|Working)/ });

/** The number on the customer's page of a paid order. */
export async function readOrderNumber(page: Page): Promise<string> {
  await page.waitForURL(/\/payment-complete\?order=/);
  const heading = page.getByRole("heading", { level: 1, name: /^Order \S+$/ });
  await expect(heading).toBeVisible();
  return (await heading.innerText()).replace("Order ", "");
}

/** A telephone order of the plain product that waits for its payment link; returns the path of its payment page. `staff` are signed in. */
export async function linkOrder(staff: APIRequestContext, { name, email }: Customer): Promise<string> {
  const items = [{ productId: await productId(staff, PLAIN_PRODUCT), quantity: 1 }];
  const answer = await staff.post("/admin/api/orders", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: {
      source: "telephone",
      customer: { name, email, phone: "416 555 0199" },
      items,
      fulfillment: "pickup",
      payment: "link",
      expectedTotal: 10.17,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { payment_link: link } = (await answer.json()) as { readonly payment_link: { readonly url: string } };
  const { pathname, search } = new URL(link.url);
  return pathname + search;
}

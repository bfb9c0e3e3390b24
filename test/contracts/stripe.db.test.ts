import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { finishPendingAction } from "#app/orders/workflows/changes/finish-pending-action.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { eventWire } from "#stripe-simulator/api/wire.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { Exchange } from "#stripe-simulator/test/serve-simulator.ts";
import { ensureWebhookEndpoint } from "#app/payments/gateway/stripe-webhook-endpoint.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { checkStripeKey, listStripeGaps } from "#app/payments/workflows/check-stripe-key.server.ts";
import { openStripeAccountServer } from "#test/stripe-account.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout } from "#test/checkouts.ts";
import { ageProviderRecords, placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { findOversized, formValue, samplesOf, STRIPE_IMPORT } from "./stripe-wire.ts";
import { checkTypes } from "./vendor-types.ts";

const exchanges: Exchange[] = [];
const record = (exchange: Exchange) => exchanges.push(exchange);
const shop = await openTestShop({ record });
/** Shops whose currency has no decimals, and three of them. */
const ABROAD = [
  { shop: await openTestShop({ record, connections: 5 }), CURRENCY: "JPY", LOCALE: "ja-JP" },
  { shop: await openTestShop({ record, connections: 5 }), CURRENCY: "KWD", LOCALE: "en-AE" },
];
const { services, simulator } = shop;
const ANA = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;

async function act(orderId: string, command: OrderCommand, of = shop): Promise<void> {
  const { version } = await readOrder(of, orderId);
  const answer = await applyOrderEvent(of.services, { orderId, version, actor: ANA, command });
  expect(answer.kind).toBe("done");
}

/** The customer's answer to the bank's question. */
async function authenticate(intentId: string | null, outcome: "succeed" | "fail"): Promise<void> {
  await fetch(`${simulator.apiUrl}/v1/test_helpers/payment_intents/${intentId}/authenticate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams({ outcome }),
  });
}

async function playJourneys(): Promise<void> {
  // Accepted, refunded in part, refunded whole.
  const refunded = await placePaidOrder(shop, [1000, 600]);
  await act(refunded.id, { event: "accept", minutes: 20 });
  await act(refunded.id, { event: "refund", request: { kind: "amount", amount: 500 }, reason: "sorry" });
  await act(refunded.id, { event: "cancel", reason: "too_busy", text: "", refund: "full" });
  // Rejected: the authorization is released.
  const rejected = await placePaidOrder(shop);
  await act(rejected.id, { event: "reject", reason: "too_busy", text: "" });
  // Cards that are declined, ask the bank, are slow, come from a wallet, or are disputed.
  const productId = await insertProduct(services.db, { priceCents: 1000 });
  for (const card of [
    "pm_card_chargeDeclinedInsufficientFunds",
    "pm_card_authenticationRequired",
    "pm_card_simulator_slow",
    "pm_card_simulator_wallet",
    "pm_card_createDispute",
    "pm_card_amex",
  ]) {
    const { order, clientSecret } = await beginCheckout(shop, productId, 1130);
    await shop.confirm(clientSecret, card);
    if (card === "pm_card_authenticationRequired") await authenticate(order.paymentIntentId, "succeed");
    await settleOrder(services, order.id);
    const { status } = await readOrder(shop, order.id);
    if (status === "awaiting_payment") await abandonOrder(services, order.id);
    else await act(order.id, { event: "accept", minutes: 20 });
  }
  const failing = await beginCheckout(shop, productId, 1130);
  await shop.confirm(failing.clientSecret, "pm_card_authenticationRequired");
  await authenticate(failing.order.paymentIntentId, "fail");
  await settleOrder(services, failing.order.id);
  // Refunds that the bank answers later.
  for (const card of ["pm_card_pendingRefund", "pm_card_refundFail"]) {
    const { order, clientSecret } = await beginCheckout(shop, productId, 1130);
    await shop.confirm(clientSecret, card);
    await settleOrder(services, order.id);
    await act(order.id, { event: "accept", minutes: 20 });
    await act(order.id, { event: "refund", request: { kind: "amount", amount: 300 }, reason: "sorry" });
    await finishPendingAction(services, order.id);
  }
  await simulator.sweep();
  shop.passMinutes(3);
  await reconcilePayments(services);
}

/** Accepted, and refunded in part and whole, in another currency. */
async function playAbroad({ shop: abroad, CURRENCY, LOCALE }: (typeof ABROAD)[number]): Promise<void> {
  const { db, secrets } = abroad.services;
  const operator = { userId: null, userName: "Operator" };
  await inTransaction(db, (tx) => writeSettings(tx, secrets, { CURRENCY, LOCALE }, operator));
  const { id } = await placePaidOrder(abroad, [1000, 655]);
  await act(id, { event: "accept", minutes: 20 }, abroad);
  await act(id, { event: "refund", request: { kind: "amount", amount: 333 }, reason: "sorry" }, abroad);
  await act(id, { event: "cancel", reason: "too_busy", text: "", refund: "full" }, abroad);
}

/** What was taken days ago is paid out. */
async function readPayouts(): Promise<void> {
  await ageProviderRecords(shop, 3);
  const { gateway } = await services.payments.current();
  const listed = await gateway.listPayouts(new Date(0), new Date());
  const parts = await gateway.listPayoutParts((listed.ok && listed.items[0]?.id) || "");
  expect(parts.ok && new Set(parts.items.map(({ type }) => type))).toEqual(new Set(["charge", "refund", "adjustment"]));
  expect(await gateway.listDisputes()).toMatchObject({ ok: true });
}

/** The owner tests a key: one of an account with these rights. */
async function testKey(): Promise<readonly Exchange[]> {
  const account = await openStripeAccountServer();
  const env = { stripeApiUrl: account.url, publicUrl: "https://shop.example" };
  expect(await checkStripeKey(env, "rk_test_1")).toEqual({ kind: "taken" });
  expect(await listStripeGaps(env, "rk_test_1")).toMatchObject({ rights: null, payouts: null });
  return account.exchanges;
}

/** The shop's webhook endpoint is made, replaced after its secret got lost, and sent the events it missed. */
async function setUpWebhooks(): Promise<readonly Exchange[]> {
  const account = await openStripeAccountServer();
  const wanted = { url: "https://shop.example/api/webhooks/stripe", hasSecret: false, now: services.now() };
  const ensure = (hasSecret: boolean) =>
    ensureWebhookEndpoint({ apiUrl: account.url, secretKey: "sk_test_1", timeoutMs: 10_000 }, { ...wanted, hasSecret });
  expect(await ensure(false)).toMatchObject({ kind: "created" });
  expect(await ensure(false)).toMatchObject({ kind: "created" });
  for (const endpoint of account.endpoints) endpoint.enabled_events = ["charge.refunded"];
  expect(await ensure(true)).toEqual({ kind: "updated" });
  return account.exchanges;
}

test(
  "every request of the shop and every answer and event of the simulator fits Stripe's published types",
  { timeout: 300_000 },
  async () => {
    await playJourneys();
    for (const each of ABROAD) await playAbroad(each);
    await readPayouts();
    const ofKeyTest = await testKey();
    expect(new Set(ofKeyTest.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set([
        "GET /v1/payment_intents",
        "POST /v1/payment_intents/pi_shopbellKeyTest/cancel",
        "POST /v1/refunds",
        "GET /v1/disputes",
        "GET /v1/payouts",
        "GET /v1/balance_transactions",
        "GET /v1/webhook_endpoints",
      ]),
    );
    exchanges.push(...ofKeyTest);
    exchanges.push(...(await setUpWebhooks()));
    const stores = [simulator, ...ABROAD.map((each) => each.shop.simulator)].map(({ store }) => store);
    const listed = await Promise.all(stores.map((store) => store.unit((unit) => unit.list({ kind: "event", limit: 10_000 }))));
    const events = listed.flat();
    const samples = [
      ...exchanges.flatMap(samplesOf),
      ...events.map((event) => ({ about: `event ${event.type}`, type: "Closed<Stripe.Event>", value: eventWire(event) })),
    ];
    console.info(
      `Stripe: SDK ${Stripe.PACKAGE_VERSION}, API ${Stripe.API_VERSION}, OpenAPI ${readFileSync("node_modules/stripe/OPENAPI_VERSION", "utf8").trim()}; ` +
        `${exchanges.length} exchanges, ${events.length} events of ${new Set(events.map(({ type }) => type)).size} types`,
    );
    expect(await checkTypes(STRIPE_IMPORT, samples)).toBe("");
    expect(exchanges.flatMap(findOversized)).toEqual([]);
    // The journeys reach each call that the shop makes.
    const called = new Set(exchanges.map(({ method, path }) => `${method} ${path.replace(/(pi|ch|re|we)_[A-Za-z0-9]+/, ":id")}`));
    for (const call of [
      "POST /v1/payment_intents",
      "GET /v1/payment_intents",
      "GET /v1/payment_intents/:id",
      "POST /v1/payment_intents/:id",
      "POST /v1/payment_intents/:id/confirm",
      "POST /v1/payment_intents/:id/capture",
      "POST /v1/payment_intents/:id/cancel",
      "POST /v1/refunds",
      "GET /v1/refunds",
      "GET /v1/disputes",
      "GET /v1/payouts",
      "GET /v1/balance_transactions",
      "GET /v1/webhook_endpoints",
      "POST /v1/webhook_endpoints",
      "POST /v1/webhook_endpoints/:id",
      "DELETE /v1/webhook_endpoints/:id",
    ])
      expect(called).toContain(call);
  },
);

test("reports a wrong name, a wrong enum and a missing field in a response", { timeout: 300_000 }, async () => {
  const report = await checkTypes(STRIPE_IMPORT, [
    {
      about: "a name Stripe does not know",
      type: "Closed<Stripe.PaymentIntentCreateParams>",
      value: formValue("amount=50&currency=usd&colour=red", []),
    },
    {
      about: "a capture method that does not exist",
      type: "Closed<Stripe.PaymentIntentCreateParams>",
      value: formValue("amount=50&currency=usd&capture_method=later", []),
    },
    {
      about: "a number for a text",
      type: "Closed<Stripe.PaymentIntentCreateParams>",
      value: formValue("amount=50&currency=usd&description=12", []),
    },
    { about: "a refund without an amount", type: "Closed<Stripe.Refund>", value: { id: "re_1", object: "refund" } },
  ]);
  expect(report).toContain("colour");
  expect(report).toContain("later");
  expect(report).toContain("description");
  expect(report).toContain("amount");
});

test("reports amounts and texts of invalid size", () => {
  const request = (form: string): Exchange => ({
    method: "POST",
    path: "/v1/payment_intents",
    form,
    isSecret: true,
    status: 200,
    answer: "{}",
  });
  expect(findOversized(request("amount=49&currency=usd"))).toHaveLength(1);
  expect(findOversized(request("amount=49&currency=jpy"))).toHaveLength(1);
  expect(findOversized(request("amount=1499&currency=czk"))).toHaveLength(1);
  expect(findOversized(request("amount=10005&currency=kwd"))).toHaveLength(1);
  expect(findOversized(request("amount=100000000"))).toHaveLength(1);
  expect(findOversized(request(`description=${"x".repeat(1001)}`))).toHaveLength(1);
  expect(findOversized(request("statement_descriptor_suffix=1042"))).toHaveLength(1);
  expect(findOversized(request(`metadata[order_id]=${"x".repeat(501)}`))).toHaveLength(1);
  expect(findOversized(request("amount=50&description=Order 1042&statement_descriptor_suffix=ORDER 1042"))).toEqual([]);
});

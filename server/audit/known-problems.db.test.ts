import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { sweepPayments } from "#app/checkout/workflows/settle/sweep-payments.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout, orderOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { simulatorLedger } from "#test/torture/after-storm.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { auditBooks } from "./audit.ts";
import { readBooks } from "./books.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

async function audit() {
  const books = await readBooks((text, values) => db.$client.query(text, [...values]), new Date(0));
  return auditBooks(books, await simulatorLedger(shop.simulator));
}

async function provider(path: string, fields: Record<string, string>): Promise<void> {
  const headers = { authorization: `Bearer ${SIMULATOR_SECRET_KEY}` };
  const { ok, status } = await fetch(`${shop.simulator.apiUrl}/v1/${path}`, { method: "POST", headers, body: new URLSearchParams(fields) });
  if (!ok) throw new Error(`the provider answered ${status}`);
}

/** A hold of another amount than the order, a charge of less than the order, and a hold for an order that the shop does not have. */
async function makeProblems(): Promise<void> {
  const other = await beginCheckout(shop, await insertProduct(db), 1130);
  await provider(`payment_intents/${other.order.paymentIntentId}`, { amount: "900" });
  await shop.confirm(other.clientSecret);
  await settleOrder(services, other.order.id);
  const short = await beginCheckout(shop, await insertProduct(db), 1130);
  await shop.confirm(short.clientSecret);
  await settleOrder(services, short.order.id);
  await provider(`payment_intents/${short.order.paymentIntentId}/capture`, { amount_to_capture: "100" });
  const { gateway } = await services.payments.current();
  const [orderId, idempotencyKey] = [randomUUID(), randomUUID()];
  const orphan = await gateway.createIntent({ currency: "usd", amount: 700, orderId, cartHash: "hash", idempotencyKey });
  if (!orphan.ok) throw new Error(orphan.message);
  await shop.confirm(orphan.intent.clientSecret);
  await sweepPayments(services);
  const actor = { kind: "staff", userId: null, name: "Ana", isAdmin: true } as const;
  await applyOrderEvent(services, { orderId: short.order.id, version: null, actor, command: { event: "accept", minutes: 20 } });
}

test("reports an open payment problem as known, and finds damage behind it", async () => {
  await makeProblems();
  const { findings, known } = await audit();
  expect(findings).toEqual([]);
  expect(known.toSorted()).toEqual([
    expect.stringMatching(/^Order .*: \$10\.30 less was charged than the order costs \(“Paid amount does not match”\)$/),
    expect.stringMatching(/^Order .*: \$9\.00 is held for an order of \$11\.30 \(“Paid amount does not match”\)$/),
    expect.stringMatching(/^Order .*: \$9\.00 is held for an order that is awaiting_payment \(“Paid amount does not match”\)$/),
    expect.stringMatching(/^payment pi_\S+ holds \$7\.00 and belongs to no order of these \(“Payment without an order”\)$/),
  ]);

  // A problem explains its own amount only.
  await db.update(paymentProblems).set({ amountCents: 701 });
  const behind = await audit();
  expect(behind.known).toEqual([]);
  expect(behind.findings).toHaveLength(4);
  await db.update(paymentProblems).set({ settledAt: services.now() });
  expect(await audit()).toEqual(behind);
});

test("reports an irreversible payment as known", async () => {
  const productId = await insertProduct(db, { stock: 1 });
  const late = await beginCheckout(shop, productId, 1130);
  shop.passMinutes(11);
  await reconcilePayments(services);
  const quick = await beginCheckout(shop, productId, 1130);
  await shop.confirm(quick.clientSecret);
  await settleOrder(services, quick.order.id);
  await shop.confirm(late.clientSecret);
  const active = await services.payments.current();
  const refusal = { ok: false, kind: "invalid", message: "No such thing.", code: "parameter_unknown", declineCode: null } as const;
  const gateway = { ...active.gateway, cancelIntent: async () => refusal };
  await settleOrder({ ...services, payments: { current: async () => ({ ...active, gateway }) } }, late.order.id);
  const { findings, known } = await audit();
  const { number } = await orderOf(db, late.orderToken);
  const ofLate = (list: readonly string[]) => list.filter((each) => each.startsWith(`Order ${number} `));
  expect(ofLate(findings)).toEqual([]);
  expect(ofLate(known)).toEqual([
    expect.stringMatching(/: \$11\.30 is held for an order that is abandoned \(“Payment could not be undone”\)$/),
  ]);
});

import { expect, test } from "vitest";
import { openStripe } from "#test/stripe.ts";
import { createStripeGateway } from "./stripe-gateway.server.ts";

const { simulator, gateway, key, held, createIntent, confirm, now, passMs } = await openStripe();
const DAY_MS = 86_400_000;
const EPOCH = new Date(0);
const LATER = new Date(Date.UTC(2030, 0, 1));

async function taken(amount: number) {
  const intent = await held(amount);
  await gateway.captureIntent(intent.id, { currency: "usd", amount, idempotencyKey: key() });
  return intent;
}

test("pays out a day's charges, refunds and fees together after two days", async () => {
  const first = await taken(10_000);
  const second = await taken(2_000);
  await gateway.refundIntent(second.id, { amount: 500, currency: "usd" }, key());
  await held(9_999);
  expect(await gateway.listPayouts(EPOCH, LATER)).toEqual({ ok: true, items: [], complete: true });
  passMs(DAY_MS);
  const listed = await gateway.listPayouts(EPOCH, LATER);
  // 2.9 % and 0.30 of each payment.
  const fees = 320 + 88;
  expect(listed).toMatchObject({ ok: true, items: [{ amount: 11_500 - fees, currency: "usd", status: "in_transit" }] });
  const [payout] = listed.ok ? listed.items : [];
  expect(payout).toMatchObject({ created: Date.UTC(2026, 5, 2) / 1000, arrival: Date.UTC(2026, 5, 3) / 1000 });
  const parts = await gateway.listPayoutParts(payout?.id ?? "");
  expect(parts.ok && parts.items.map(({ type, amount, fee, intentId }) => [type, amount, fee, intentId])).toEqual(
    expect.arrayContaining([
      ["charge", 10_000, 320, first.id],
      ["charge", 2_000, 88, second.id],
      ["refund", -500, 0, second.id],
    ]),
  );
  expect(parts.ok && parts.items.length).toBe(3);
  passMs(DAY_MS);
  expect(await gateway.listPayouts(EPOCH, LATER)).toMatchObject({ items: [{ status: "paid" }] });
  // From the first instant of the day on which it arrives to the first after it.
  const arrival = new Date(Date.UTC(2026, 5, 3));
  expect(await gateway.listPayouts(arrival, new Date(arrival.getTime() + DAY_MS))).toMatchObject({ items: [{ id: payout?.id }] });
  expect(await gateway.listPayouts(new Date(arrival.getTime() + 1000), LATER)).toMatchObject({ items: [] });
  expect(await gateway.listPayouts(EPOCH, arrival)).toMatchObject({ items: [] });
});

test("pays out an authorized payment with the day of its capture", async () => {
  const intent = await held(4_000);
  passMs(3 * DAY_MS);
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 4_000, idempotencyKey: key() });
  const day = now();
  passMs(DAY_MS);
  const listed = await gateway.listPayouts(new Date(day), LATER);
  const [payout] = listed.ok ? listed.items : [];
  expect(await gateway.listPayoutParts(payout?.id ?? "")).toMatchObject({ items: [{ intentId: intent.id, amount: 4_000 }] });
});

test("a list of several pages is read to its end", async () => {
  for (let index = 0; index < 101; index += 1) await taken(100 + index);
  passMs(DAY_MS);
  const listed = await gateway.listPayouts(new Date(now() - DAY_MS), LATER);
  const parts = await gateway.listPayoutParts((listed.ok && listed.items[0]?.id) || "");
  expect(parts).toMatchObject({ ok: true, complete: true });
  expect(parts.ok && new Set(parts.items.map(({ id }) => id)).size).toBe(101);
});

test("disputes are listed with deadline, and take money and a fee out of a payout", async () => {
  const intent = await createIntent(3_000);
  await confirm(intent, "pm_card_createDispute");
  await gateway.captureIntent(intent.id, { currency: "usd", amount: 3_000, idempotencyKey: key() });
  const disputes = await gateway.listDisputes();
  expect(disputes).toMatchObject({
    ok: true,
    items: [{ intentId: intent.id, amount: 3_000, currency: "usd", status: "needs_response", reason: "fraudulent", livemode: false }],
  });
  expect(disputes.ok && disputes.items[0]?.dueBy).toBeGreaterThan(now() / 1000);
  passMs(DAY_MS);
  const listed = await gateway.listPayouts(new Date(now() - DAY_MS), LATER);
  const parts = await gateway.listPayoutParts((listed.ok && listed.items[0]?.id) || "");
  expect(parts.ok && parts.items.find(({ type }) => type === "adjustment")).toMatchObject({
    amount: -3_000,
    fee: 1_500,
    intentId: intent.id,
  });
});

test("returns failures for an unknown payout, a wrong key and no response", async () => {
  expect(await gateway.listPayoutParts("po_20200101usd")).toMatchObject({ ok: false });
  const stranger = createStripeGateway({ secretKey: "sk_test_wrong", apiUrl: simulator.apiUrl });
  expect(await stranger.listPayouts(EPOCH, LATER)).toMatchObject({ ok: false, kind: "auth" });
  simulator.faults.arm({ kind: "error_before", operation: "payouts.list", times: 5 });
  expect(await gateway.listPayouts(EPOCH, LATER)).toMatchObject({ ok: false, kind: "unreachable" });
  await simulator.faults.clear();
});

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listAlarms } from "#app/routes/admin/alarms.server.ts";
import * as cartItems from "#app/routes/api/cart/cart-items.ts";
import * as checkout from "#app/routes/api/checkout.ts";
import * as orderStatus from "#app/routes/api/order-status.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { orderOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const productId = await insertProduct(db);
const DECLINED = "pm_card_visa_chargeDeclined";
const EMPTY = "pm_card_chargeDeclinedInsufficientFunds";

let serial = 0;
async function buyer(address: string): Promise<Visitor> {
  const who = createVisitor(services, address);
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  return who;
}

interface Placed {
  readonly clientSecret: string;
  readonly orderToken: string;
}

function pay(who: Visitor, key = `key-${(serial += 1)}`): Promise<Response> {
  const customer = { name: "Ana", email: `ana-${key}@example.com`, phone: `+1 416 555 ${1000 + serial}` };
  const body = { customer, fulfillment: "pickup", expectedTotal: 11.3 };
  return who.call(checkout, "POST", "/api/checkout", { body, headers: { "Idempotency-Key": key } });
}

const placedOf = async (answer: Response) => {
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()) as Placed;
};

/** Submits a card and refreshes, like a resubmit after a decline. */
async function tryCard(who: Visitor, { clientSecret, orderToken }: Placed, card: string): Promise<void> {
  await shop.confirm(clientSecret, card);
  shop.passMinutes(1 / 60);
  await who.call(orderStatus, "GET", `/api/order-status?order=${orderToken}`);
}

const acts = () => db.select().from(auditLog).where(eq(auditLog.action, "card-testing"));

test("ends the payment and blocks the cart after the ninth declined card", async () => {
  const who = await buyer("127.0.0.1");
  const placed = await placedOf(await pay(who, "one-attempt"));
  for (let card = 1; card <= 8; card += 1) await tryCard(who, placed, card % 2 === 0 ? DECLINED : EMPTY);
  expect(await acts()).toEqual([]);
  expect((await listAlarms(services, new Request("http://localhost/admin"))).filter((alarm) => !alarm.isNotice)).toEqual([]);
  await tryCard(who, placed, DECLINED);

  expect(await acts()).toMatchObject([{ userName: "Shop", after: { declined: expect.arrayContaining(["cart"]) as string[] } }]);
  expect(await listAlarms(services, new Request("http://localhost/admin"))).toContainEqual({
    text: expect.stringContaining("once in 24 hours") as string,
    to: null,
    isNotice: false,
  });
  expect(await shop.confirm(placed.clientSecret, "pm_card_visa"), "nothing can be paid with this secret any more").not.toBe(
    "requires_capture",
  );
  const refused = await pay(who);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
  expect(((await refused.json()) as { message: string }).message).toMatch(/^Too many cards were declined\./);
  expect((await pay(await buyer("127.0.0.1"))).status, "another cart goes on").toBe(200);
});

test("keeps the authorization of a valid card right after the last allowed decline", async () => {
  const who = await buyer("127.0.0.2");
  const placed = await placedOf(await pay(who));
  for (let card = 1; card <= 8; card += 1) await tryCard(who, placed, card % 2 === 0 ? DECLINED : EMPTY);
  const active = await services.payments.current();
  const { id } = await orderOf(db, placed.orderToken);
  let isFirst = true;
  const gateway: PaymentGateway = {
    ...active.gateway,
    async retrieveIntent(intentId) {
      const declined = await active.gateway.retrieveIntent(intentId);
      if (!isFirst) return declined;
      isFirst = false;
      await shop.confirm(placed.clientSecret);
      await settleOrder(services, id);
      return declined;
    },
  };
  await shop.confirm(placed.clientSecret, DECLINED);
  await settleOrder({ ...services, payments: { current: async () => ({ ...active, gateway }) } }, id);

  const order = await orderOf(db, placed.orderToken);
  expect(order).toMatchObject({ status: "received", paymentState: "authorized" });
  expect(await active.gateway.retrieveIntent(order.paymentIntentId ?? "")).toMatchObject({ intent: { status: "requires_capture" } });
});

test("the order waits while the provider does not respond", async () => {
  const who = await buyer("127.0.0.3");
  const placed = await placedOf(await pay(who));
  for (let card = 1; card <= 8; card += 1) await tryCard(who, placed, card % 2 === 0 ? DECLINED : EMPTY);
  const active = await services.payments.current();
  const { id } = await orderOf(db, placed.orderToken);
  let looks = 0;
  const silent = { ok: false, kind: "unreachable", message: "", code: null, declineCode: null } as const;
  const gateway: PaymentGateway = {
    ...active.gateway,
    async retrieveIntent(intentId) {
      looks += 1;
      return looks === 1 ? active.gateway.retrieveIntent(intentId) : silent;
    },
  };
  await shop.confirm(placed.clientSecret, DECLINED);
  await settleOrder({ ...services, payments: { current: async () => ({ ...active, gateway }) } }, id);
  expect([looks, (await orderOf(db, placed.orderToken)).status]).toEqual([2, "awaiting_payment"]);
  await shop.confirm(placed.clientSecret, DECLINED);
  await settleOrder(services, id);
  expect((await orderOf(db, placed.orderToken)).status, "the next refusal ends it").toBe("abandoned");
});

test("does not block customers when one card is declined at many addresses", async () => {
  for (let customer = 1; customer <= 12; customer += 1) {
    const who = await buyer(`192.0.2.${100 + customer}`);
    const placed = await placedOf(await pay(who));
    await tryCard(who, placed, "pm_card_chargeDeclinedProcessingError");
    expect(await shop.confirm(placed.clientSecret), `customer ${customer}`).toBe("requires_capture");
  }
});

test("counts repeated reads of one decline once and accepts a later valid card", async () => {
  const who = await buyer("127.0.0.1");
  const placed = await placedOf(await pay(who));
  await shop.confirm(placed.clientSecret, "pm_card_chargeDeclinedIncorrectCvc");
  for (let look = 1; look <= 12; look += 1) {
    shop.passMinutes(1 / 60);
    await who.call(orderStatus, "GET", `/api/order-status?order=${placed.orderToken}`);
  }
  expect(await shop.confirm(placed.clientSecret)).toBe("requires_capture");
  shop.passMinutes(1 / 60);
  await who.call(orderStatus, "GET", `/api/order-status?order=${placed.orderToken}`);
  expect((await orderOf(db, placed.orderToken)).status).toBe("received");
});

test("blocks an address that tries a card in new carts, not other addresses", async () => {
  const cards = ["pm_card_chargeDeclinedExpiredCard", "pm_card_chargeDeclinedIncorrectCvc", EMPTY, "pm_card_chargeDeclined"];
  const statuses: number[] = [];
  for (let cart = 0; cart < 11; cart += 1) {
    const who = await buyer("192.0.2.80");
    const answer = await pay(who);
    statuses.push(answer.status);
    const placed = answer.status === 200 ? await placedOf(answer) : null;
    for (const step of placed === null ? [] : [0, 2]) await tryCard(who, placed!, cards[(cart % 2) + step]!);
    // Unpaid orders would block others for another reason.
    shop.passMinutes(10);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  expect((await pay(await buyer("192.0.2.81"))).status).toBe(200);
});

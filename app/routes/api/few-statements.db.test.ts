import { createHmac, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertCoupon, orderOf } from "#test/checkouts.ts";
import { createStatementCounter } from "#test/count-statements.ts";
import { openTestShop, TEST_WEBHOOK_SECRET } from "#test/shop.ts";
import * as cartRoute from "./cart/cart.ts";
import * as applyPromotions from "./cart/apply-promotions.ts";
import * as cartItems from "./cart/cart-items.ts";
import * as checkout from "./checkout.ts";
import * as orderStatus from "./order-status.ts";
import * as webhooks from "./webhooks-stripe.ts";

/*
 * What carts and orders may cost the database at most. Whoever makes it less lowers the numbers here; whoever needs more says why in
 * bench/README.md.
 */

const counter = createStatementCounter();
const shop = await openTestShop({ cachesFacts: true });
afterAll(counter.stop);
const { services } = shop;
const dish = await insertProduct(services.db);

const counted = async (work: () => Promise<unknown>) => {
  const { statements, transactions, writes } = await counter.during(work);
  return { statements: statements.length, transactions, writes, texts: statements };
};
const add = (who: Visitor, note = "") => who.call(cartItems, "POST", "/api/cart/items", { body: { productId: dish, quantity: 1, note } });
const pay = (who: Visitor, expectedTotal: number) =>
  who.call(checkout, "POST", "/api/checkout", {
    body: { customer: { name: "Ana Pérez", email: "ana@example.com", phone: "+1 416 555 0134" }, fulfillment: "pickup", expectedTotal },
    headers: { "Idempotency-Key": randomUUID() },
  });
const look = (token: string) => createVisitor(services).call(orderStatus, "GET", `/api/order-status?order=${token}`);

function tell(type: string, intentId: string): Promise<Response> {
  const at = Math.floor(Date.now() / 1000);
  const rawBody = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type,
    created: at,
    livemode: false,
    data: { object: { id: intentId, object: "payment_intent" } },
  });
  const signature = createHmac("sha256", TEST_WEBHOOK_SECRET).update(`${at}.${rawBody}`).digest("hex");
  return createVisitor(services).call(webhooks, "POST", "/", { rawBody, headers: { "Stripe-Signature": `t=${at},v1=${signature}` } });
}

/** What was counted, where it is more than `most`; otherwise `most` itself, so that the two are equal. */
const found = ({ statements, transactions, writes }: Awaited<ReturnType<typeof counted>>, most: readonly number[]) =>
  [statements, transactions, writes].map((value, index) => Math.max(value, most[index] ?? 0));

type Step = (work: () => Promise<unknown>, most: readonly [statements: number, transactions: number, writes: number]) => Promise<void>;

/** From the empty cart to the received order, as the browser and the provider do it. Answers the order's token. */
async function buy(step: Step): Promise<string> {
  const buyer = createVisitor(services);
  let placed = { orderToken: "", clientSecret: "" };
  await step(() => add(buyer), [1, 0, 1]);
  await step(async () => (placed = (await (await pay(buyer, 11.3)).json()) as typeof placed), [9, 1, 3]);
  const intentId = placed.clientSecret.split("_secret")[0] ?? "";
  await step(() => tell("payment_intent.created", intentId), [0, 0, 0]);
  await shop.confirm(placed.clientSecret);
  await step(() => look(placed.orderToken), [13, 1, 1]);
  await step(() => tell("payment_intent.amount_capturable_updated", intentId), [1, 0, 0]);
  await step(() => tell("charge.succeeded", intentId), [0, 0, 0]);
  await step(() => look(placed.orderToken), [1, 0, 0]);
  expect((await orderOf(services.db, placed.orderToken)).status).toBe("received");
  return placed.orderToken;
}

// What seldom changes is read, and what comes again is prepared, before anything is counted.
for (let time = 0; time < 4; time += 1) await buy((work) => work().then(() => undefined));

test("limits the statements to create, fill, read and change a cart", async () => {
  const who = createVisitor(services);
  const expectMost = async (work: () => Promise<unknown>, most: readonly number[]) => {
    const sent = await counted(work);
    expect(found(sent, most), sent.texts.join("\n")).toEqual(most);
  };
  await expectMost(() => add(who), [1, 0, 1]);
  await expectMost(() => add(who, "warm"), [2, 0, 1]);
  await expectMost(() => who.call(cartRoute, "GET", "/api/cart"), [1, 0, 0]);
  await expectMost(() => who.call(cartRoute, "PATCH", "/api/cart", { body: { fulfillment: "pickup" } }), [2, 0, 1]);
});

test("limits the statements of a purchase, from the cart to the received order", async () => {
  const sum = { statements: 0, transactions: 0, writes: 0, texts: [] };
  await buy(async (work, most) => {
    const sent = await counted(work);
    for (const what of ["statements", "transactions", "writes"] as const) sum[what] += sent[what];
    expect(found(sent, most), sent.texts.join("\n")).toEqual(most);
  });
  expect(found(sum, [25, 2, 5])).toEqual([25, 2, 5]);
});

test("reads the cart once when a code is entered", async () => {
  await insertCoupon(services.db, "FEWER", { totalUses: 100 });
  const enter = async (who: Visitor) => {
    const cart = (await (await add(who)).json()) as { readonly id: string };
    return () => who.call(applyPromotions, "POST", "/api/apply-promotions", { body: { cartId: cart.id, couponCodes: ["FEWER"] } });
  };
  for (let time = 0; time < 4; time += 1) await (await enter(createVisitor(services)))();
  const sent = await counted(await enter(createVisitor(services)));
  expect(found(sent, [7, 0, 3]), sent.texts.join("\n")).toEqual([7, 0, 3]);
  expect(sent.texts.filter((text) => /^select .* from "carts"/is.test(text))).toHaveLength(1);
});

import { expect, test } from "vitest";
import { findCheckoutFacts } from "#app/orders/data/order/insert-order.server.ts";
import { takePoints, takePointsHere } from "#app/platform/rate-limit.server.ts";
import * as login from "#app/routes/admin/api/login.ts";
import * as cartItems from "#app/routes/api/cart/cart-items.ts";
import * as checkout from "#app/routes/api/checkout.ts";
import * as orderStatus from "#app/routes/api/order-status.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { orderOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const plenty = await insertProduct(db);

/** Visitors of one /48 (`site`), each in a /64 of its own. */
function neighbours(site: string): () => Visitor {
  let network = 0;
  return () => createVisitor(services, `2001:db8:${site}:${(network += 1).toString(16)}::1`);
}

let customers = 0;
async function pay(who: Visitor, productId = plenty): Promise<Response> {
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  customers += 1;
  const customer = { name: "Ana", email: `ana${customers}@example.com`, phone: `+1 416 555 ${1000 + customers}` };
  const body = { customer, fulfillment: "pickup", expectedTotal: 11.3 };
  return who.call(checkout, "POST", "/api/checkout", { body, headers: { "Idempotency-Key": `key-${customers}` } });
}

const tokenOf = async (answer: Response) => ((await answer.json()) as { orderToken: string }).orderToken;

async function statusesOf(times: number, call: () => Promise<Response>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) statuses.push((await call()).status);
  return statuses;
}
const allowed = (times: number, status = 200) => Array.from({ length: times }, () => status);

test("limits sign-ins of a /48 to four times the limit of an address", async () => {
  const next = neighbours("1");
  let tries = 0;
  const enter = () =>
    next().call(login, "POST", "/admin/api/login", { body: { email: `who${(tries += 1)}@example.com`, password: "wrong, and long" } });
  await takePoints(db, { name: "login-address-site", points: 120, seconds: 900 }, "2001:db8:1::/48", 117);
  expect(await statusesOf(4, enter)).toEqual([...allowed(3, 401), 429]);
});

test("limits checkouts of a /48 to four times the limit of an address", async () => {
  const next = neighbours("2");
  await takePoints(db, { name: "checkout-address-site", points: 1200, seconds: 600 }, "2001:db8:2::/48", 1197);
  expect(await statusesOf(4, () => pay(next()))).toEqual([...allowed(3), 429]);
  expect((await pay(neighbours("22")())).status).toBe(200);
});

test("limits unpaid checkouts of a /48 to forty, and to twelve with the same counted product", async () => {
  const next = neighbours("3");
  const counted = await insertProduct(db, { stock: 100 });
  expect(await statusesOf(13, () => pay(next(), counted))).toEqual([...allowed(12), 429]);
  expect(await statusesOf(29, () => pay(next()))).toEqual([...allowed(28), 429]);
  expect((await pay(neighbours("33")(), counted)).status).toBe(200);
});

test("limits declined cards of a /48 to four times the limit of an address", async () => {
  const next = neighbours("4");
  const who = next();
  const placed = (await (await pay(who)).json()) as { clientSecret: string; orderToken: string };
  const facts = await findCheckoutFacts(db, (await orderOf(db, placed.orderToken)).id);
  await takePoints(db, { name: "declines-address-site", points: 80, seconds: 900 }, `site:${facts?.site}`, 79);
  expect((await pay(next())).status).toBe(200);
  await shop.confirm(placed.clientSecret, "pm_card_visa_chargeDeclined");
  await who.call(orderStatus, "GET", `/api/order-status?order=${placed.orderToken}`);
  expect((await pay(next())).status).toBe(429);
});

test("limits status reads of a /48 to four times the limit of an address", async () => {
  const next = neighbours("5");
  const token = await tokenOf(await pay(next()));
  for (let read = 0; read < 4797; read += 1)
    await takePointsHere(db, { name: "order-looks-site", points: 4800, seconds: 60 }, "2001:db8:5::/48");
  expect(await statusesOf(4, () => next().call(orderStatus, "GET", `/api/order-status?order=${token}`))).toEqual([...allowed(3), 429]);
});

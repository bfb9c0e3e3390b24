import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import * as cartItems from "#app/routes/api/cart/cart-items.ts";
import * as checkout from "#app/routes/api/checkout.ts";
import * as orderStatus from "#app/routes/api/order-status.ts";
import * as orderStatusAction from "#app/routes/api/order-status-action.ts";
import { settings } from "#app/store/data/tables.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";

const shop = await openTestShop({ connections: 12 });
const { services } = shop;
const { db } = services;

let customers = 0;
const body = (customer: object = {}) => {
  customers += 1;
  const phone = `+1 416 555 ${1000 + customers}`;
  return {
    customer: { name: "Ana", email: `ana${customers}@example.com`, phone, ...customer },
    fulfillment: "pickup",
    expectedTotal: 11.3,
  };
};

let keys = 0;
const pay = (who: Visitor, sent: unknown = body()) =>
  who.call(checkout, "POST", "/api/checkout", { body: sent, headers: { "Idempotency-Key": `key-${(keys += 1)}` } });

async function buyer(address: string, productId: number): Promise<Visitor> {
  const who = createVisitor(services, address);
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId } });
  return who;
}

const tokenOf = async (answer: Response) => ((await answer.json()) as { orderToken: string }).orderToken;
const look = (who: Visitor, token: string) => who.call(orderStatus, "GET", `/api/order-status?order=${token}`);
const stockOf = async (id: number) => (await db.select({ stock: products.stock }).from(products).where(eq(products.id, id)))[0]?.stock;

async function expectTooMany(answer: Response, atMostSeconds: number): Promise<void> {
  expect(answer.status).toBe(429);
  expect(answer.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(atMostSeconds);
  const told = (await answer.json()) as Record<string, unknown>;
  expect(told).toMatchObject({ status: 429, title: "Too Many Requests" });
  expect(told.message).toBe(told.detail);
}

test("one address cannot reserve all stock with unpaid checkouts", async () => {
  const productId = await insertProduct(db, { stock: 5 });
  const answers: Response[] = [];
  for (let turn = 0; turn < 5; turn += 1) answers.push(await pay(await buyer("192.0.2.10", productId)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 429]);
  await expectTooMany(answers[3]!, 600);
  expect(await stockOf(productId)).toBe(2);
  expect((await pay(await buyer("198.51.100.10", productId))).status).toBe(200);

  const { clientSecret, orderToken } = (await answers[0]!.json()) as { clientSecret: string; orderToken: string };
  await shop.confirm(clientSecret);
  await look(createVisitor(services, "198.51.100.11"), orderToken);
  expect((await pay(await buyer("192.0.2.10", productId))).status, "one of them is paid").toBe(200);
});

test("reservations end after ten minutes", async () => {
  const productId = await insertProduct(db, { stock: 9 });
  for (let turn = 0; turn < 3; turn += 1) expect((await pay(await buyer("192.0.2.20", productId))).status).toBe(200);
  const waiting = await buyer("192.0.2.20", productId);
  expect((await pay(waiting)).status).toBe(429);
  shop.passMinutes(10);
  expect((await pay(waiting)).status).toBe(200);
});

test("counts email and phone across addresses; a new attempt replaces the old one", async () => {
  const productId = await insertProduct(db);
  const same = [{ email: "Cy@example.com" }, { email: "cy+lunch@example.com" }, { email: "cy@example.com" }];
  for (const [index, customer] of same.entries())
    expect((await pay(await buyer(`192.0.2.${30 + index}`, productId), body(customer))).status).toBe(200);
  const again = await buyer("192.0.2.39", productId);
  expect((await pay(again, body({ email: "cy@example.com" }))).status).toBe(429);
  expect((await pay(again, body({ email: "di@example.com" }))).status).toBe(200);
  for (let attempt = 0; attempt < 4; attempt += 1) expect((await pay(again, body({ email: "di@example.com" }))).status).toBe(200);
});

test("limits an address to ten unpaid checkouts, except local ones", async () => {
  const productId = await insertProduct(db);
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await pay(await buyer("2001:db8:7::1", productId))).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  for (let turn = 0; turn < 11; turn += 1) expect((await pay(await buyer("127.0.0.1", productId))).status).toBe(200);
});

test("limits orders paid in person per customer and address, except local ones", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true });
  try {
    const place = async (address: string, customer: object = {}) =>
      (await pay(await buyer(address, productId), { ...body(customer), payment: "pickup" })).status;
    for (const email of ["Ed@example.com", "ed+lunch@example.com", "ed@example.com"])
      expect(await place("192.0.2.80", { email })).toBe(200);
    expect(await place("192.0.2.81", { email: "ed@example.com" }), "from another address").toBe(429);
    for (let turn = 3; turn < 30; turn += 1) expect(await place("192.0.2.80")).toBe(200);
    const again = await buyer("192.0.2.80", productId);
    await expectTooMany(await pay(again, { ...body(), payment: "pickup" }), 600);
    expect((await pay(again)).status, "by card").toBe(200);
    for (let turn = 0; turn < 4; turn += 1) expect(await place("127.0.0.1", { email: "flo@example.com" })).toBe(200);
    shop.passMinutes(10);
    expect(await place("192.0.2.80", { email: "ed@example.com" })).toBe(200);
  } finally {
    await db.delete(settings);
  }
});

test("limits concurrent orders paid in person", async () => {
  const productId = await insertProduct(db);
  await db.insert(settings).values({ key: "ALLOW_PAY_AT_PICKUP", value: true });
  try {
    const placedOf = async (orders: readonly (readonly [address: string, customer?: object])[]) => {
      const buyers = await Promise.all(orders.map(async ([address, customer]) => ({ who: await buyer(address, productId), customer })));
      const answers = await Promise.all(buyers.map(async ({ who, customer }) => pay(who, { ...body(customer), payment: "pickup" })));
      expect([...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)).toEqual([200, 429]);
      return answers.filter(({ status }) => status === 200).length;
    };
    // Each order shares its email, its phone number or its address with others, in turn.
    const phone = "+1 416 555 0990";
    expect(await placedOf(Array.from({ length: 12 }, (_, index) => [`192.0.2.${150 + index}`, { email: "gus@example.com" }]))).toBe(3);
    expect(await placedOf(Array.from({ length: 12 }, (_, index) => [`192.0.2.${170 + index}`, { phone }]))).toBe(3);
    expect(await placedOf(Array.from({ length: 34 }, () => ["192.0.2.190"]))).toBe(30);
    const mixed = Array.from({ length: 24 }, (_, index) => {
      const contact = index % 2 === 0 ? { email: "hal@example.com" } : { phone: "+1 416 555 0991" };
      return [`192.0.2.${200 + (index % 3)}`, contact] as const;
    });
    expect(await placedOf(mixed)).toBe(6);
  } finally {
    await db.delete(settings);
  }
});

test("limits concurrent unpaid card checkouts", async () => {
  const counted = await insertProduct(db, { stock: 50 });
  const uncounted = await insertProduct(db);
  const statusesOf = async (productId: number, places: readonly (readonly [address: string, customer?: object])[]) => {
    const buyers = await Promise.all(places.map(async ([address, customer]) => ({ who: await buyer(address, productId), customer })));
    const answers = await Promise.all(buyers.map(async ({ who, customer }) => pay(who, body(customer))));
    return answers.map(({ status }) => status).toSorted((a, b) => a - b);
  };
  const passed = (count: number, all: number) => [...Array<number>(count).fill(200), ...Array<number>(all - count).fill(429)];
  expect(
    await statusesOf(
      counted,
      Array.from({ length: 12 }, () => ["192.0.2.100"]),
    ),
  ).toEqual(passed(3, 12));
  expect(await stockOf(counted)).toBe(47);
  expect(
    await statusesOf(
      uncounted,
      Array.from({ length: 14 }, () => ["192.0.2.101"]),
    ),
  ).toEqual(passed(10, 14));
  const sameEmail = Array.from({ length: 12 }, (_, index) => [`192.0.2.${110 + index}`, { email: "ida@example.com" }] as const);
  expect(await statusesOf(uncounted, sameEmail)).toEqual(passed(3, 12));
});

test("a rejected reservation takes no stock", async () => {
  const productId = await insertProduct(db, { stock: 50 });
  for (let turn = 0; turn < 3; turn += 1) await pay(await buyer("192.0.2.50", productId));
  const count = async () => (await db.select({ id: orders.id }).from(orders)).length;
  const [before, stock] = [await count(), await stockOf(productId)];
  for (let turn = 0; turn < 4; turn += 1) expect((await pay(await buyer("192.0.2.50", productId))).status).toBe(429);
  expect([await count(), await stockOf(productId)]).toEqual([before, stock]);
});

test("limits a cart to sixty payments in ten minutes across processes", async () => {
  // Two processes: caches belong to the database handle.
  const handles = [db, Object.create(db) as typeof db];
  let turns = 0;
  const inTurn = {
    ...services,
    get db() {
      return handles[turns % 2]!;
    },
  };
  const who = createVisitor(inTurn, "127.0.0.1");
  await who.call(cartItems, "POST", "/api/cart/items", { body: { productId: await insertProduct(db) } });
  for (turns = 0; turns < 70; turns += 1) expect((await pay(who, { ...body(), expectedTotal: 1 })).status).toBe(409);
  for (turns = 0; turns < 60; turns += 1) expect((await pay(who)).status).toBe(200);
  for (; turns < 62; turns += 1) await expectTooMany(await pay(who), 600);
});

test("limits a remote visitor's cart to sixty payments", async () => {
  const who = await buyer("192.0.2.55", await insertProduct(db));
  for (let turn = 0; turn < 60; turn += 1) expect((await pay(who)).status).toBe(200);
  await expectTooMany(await pay(who), 600);
});

test("limits guessed tokens to twenty; a valid token still opens", async () => {
  const token = await tokenOf(await pay(await buyer("192.0.2.60", await insertProduct(db))));
  const guesser = createVisitor(services, "192.0.2.61");
  const guess = (turn: number) => `${"A".repeat(28)}${1000 + turn}`;
  for (let turn = 0; turn < 20; turn += 1) expect((await look(guesser, guess(turn))).status).toBe(404);
  await expectTooMany(await look(guesser, guess(20)), 600);
  expect((await look(guesser, token)).status).toBe(200);
  for (const action of ["cancel", "arrived"]) {
    const answer = await guesser.call(orderStatusAction, "POST", `/api/order-status/${action}`, {
      params: { action },
      body: { order: guess(30) },
    });
    await expectTooMany(answer, 600);
  }
  expect((await look(createVisitor(services, "198.51.100.61"), guess(1))).status).toBe(404);
  const near = createVisitor(services, "10.0.0.5");
  for (let turn = 0; turn < 25; turn += 1) expect((await look(near, guess(turn))).status).toBe(404);
});

test("limits status reads to 120 a minute per visitor, ten times per address", async () => {
  const who = await buyer("192.0.2.70", await insertProduct(db));
  const placed = (await (await pay(who)).json()) as { clientSecret: string; orderToken: string };
  await shop.confirm(placed.clientSecret);
  for (let turn = 0; turn < 120; turn += 1) expect((await look(who, placed.orderToken)).status).toBe(200);
  await expectTooMany(await look(who, placed.orderToken), 60);
  expect((await look(createVisitor(services, "192.0.2.70"), placed.orderToken)).status).toBe(200);
});

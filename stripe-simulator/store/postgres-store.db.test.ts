import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createStatementCounter } from "#test/count-statements.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { sdkFor } from "#stripe-simulator/test/sdk.ts";
import { testStorePromises } from "#stripe-simulator/test/store-promises.ts";

const { url } = await createTestDatabase();
const pool = new pg.Pool({ connectionString: url, max: 10 });
// The database is dropped by force after the last test, sometimes a moment before an idle connection has gone.
pool.on("error", () => undefined);
const store = createPostgresStore(pool);

afterAll(async () => {
  await pool.end();
});

testStorePromises(() => store);

async function heldIntent(apiUrl: string, amount: number): Promise<string> {
  const method = { payment_method: "pm_card_visa", confirm: true };
  return (await sdkFor(apiUrl).paymentIntents.create({ amount, currency: "usd", capture_method: "manual", ...method })).id;
}

test("ten concurrent captures through two servers capture once", async () => {
  const [one, other] = await Promise.all([serveSimulator({ store }), serveSimulator({ store: createPostgresStore(pool) })]);
  const id = await heldIntent(one.apiUrl, 4_000);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      fetch(`${(index % 2 === 0 ? one : other).apiUrl}/v1/payment_intents/${id}/capture`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
      }),
    ),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
  await Promise.all([one.close(), other.close()]);
});

test("concurrent refunds through two servers never exceed the capture", async () => {
  const [one, other] = await Promise.all([serveSimulator({ store }), serveSimulator({ store: createPostgresStore(pool) })]);
  const id = await heldIntent(one.apiUrl, 1_000);
  const sdks = [one, other].map((server) => sdkFor(server.apiUrl));
  await sdks[0]!.paymentIntents.capture(id);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => sdks[index % 2]!.refunds.create({ payment_intent: id, amount: 300 })),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
  expect(await sdks[1]!.paymentIntents.retrieve(id, { expand: ["latest_charge"] })).toMatchObject({
    latest_charge: { amount_refunded: 900 },
  });
  await Promise.all([one.close(), other.close()]);
});

test("concurrent requests with one key create one payment", async () => {
  const [one, other] = await Promise.all([serveSimulator({ store }), serveSimulator({ store: createPostgresStore(pool) })]);
  const sdks = [one, other].map((server) => sdkFor(server.apiUrl));
  const idempotencyKey = crypto.randomUUID();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => sdks[index % 2]!.paymentIntents.create({ amount: 700, currency: "usd" }, { idempotencyKey })),
  );
  expect(new Set(results.flatMap((result) => (result.status === "fulfilled" ? [result.value.id] : []))).size).toBe(1);
  for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "idempotency_key_in_use" });
  await Promise.all([one.close(), other.close()]);
});

test("an authorization survives a restart, and still expires", async () => {
  const clock = { now: Date.now() };
  const before = await serveSimulator({ store, now: () => new Date(clock.now) });
  const id = await heldIntent(before.apiUrl, 1_500);
  await before.close();
  clock.now += 8 * 86_400_000;
  const after = await serveSimulator({ store: createPostgresStore(pool), now: () => new Date(clock.now) });
  await Promise.all([after.sweep(), after.sweep()]);
  expect(await sdkFor(after.apiUrl).paymentIntents.retrieve(id)).toMatchObject({ status: "canceled", cancellation_reason: "expired" });
  const answer = await fetch(`${after.apiUrl}/v1/events?type=charge.expired`, {
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
  });
  const events = (await answer.json()) as { data: { data: { object: { payment_intent: string } } }[] };
  expect(events.data.filter((event) => event.data.object.payment_intent === id)).toHaveLength(1);
  await after.close();
});

test("a payment takes few statements, all with asynchronous commit", async () => {
  const counter = createStatementCounter();
  const served = await serveSimulator({ store });
  const sdk = sdkFor(served.apiUrl);
  try {
    const { statements } = await counter.during(async () => {
      const { id } = await sdk.paymentIntents.create(
        { amount: 700, currency: "usd", capture_method: "manual" },
        { idempotencyKey: crypto.randomUUID() },
      );
      await sdk.paymentIntents.confirm(id, { payment_method: "pm_card_visa", return_url: "https://shop.example/" });
      await sdk.paymentIntents.retrieve(id, { expand: ["latest_charge"] });
    });
    expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(10);
    const writing = statements.filter((text) => /insert into/i.test(text));
    expect(writing).not.toHaveLength(0);
    for (const text of writing) expect(text).toContain("set_config('synchronous_commit', 'off', true)");
  } finally {
    counter.stop();
    await served.close();
  }
});

test("rejects text that PostgreSQL cannot store, without a server error", async () => {
  const served = await serveSimulator({ store });
  const answer = await fetch(`${served.apiUrl}/v1/payment_intents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`, "Content-Type": "application/x-www-form-urlencoded" },
    body: "amount=100&currency=usd&description=a%00b",
  });
  expect(answer.status).toBe(400);
  const lone = await fetch(`${served.apiUrl}/v1/payment_intents`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "Idempotency-Key": "lone",
    },
    body: "amount=100&currency=usd&description=%ED%A0%80&metadata[__proto__]=x&metadata[constructor]=y",
  });
  expect(lone.status).toBe(200);
  expect(((await lone.json()) as { metadata: object }).metadata).toHaveProperty("constructor", "y");
  await served.close();
});

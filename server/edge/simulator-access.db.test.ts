import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { freePort } from "#test/free-port.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();

/** A browser's call to the simulator. */
function createMethod(shopUrl: string, address: string): Promise<Response> {
  const card = { type: "card", "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "2030" };
  return fetch(`${shopUrl}/_simulator/stripe/v1/payment_methods`, {
    method: "POST",
    headers: { "X-Forwarded-For": address },
    body: new URLSearchParams({ key: SIMULATOR_PUBLISHABLE_KEY, ...card }),
  });
}

const port = String(await freePort());
const publicShop = { PUBLIC_URL: "https://shop.example", PORT: port, TRUST_PROXY: "on" };
await bootSmallShop(url, {}, { environment: publicShop });
const local = await bootSmallShop(url, {}, { environment: { TRUST_PROXY: "on" } });
let logged = "";
const log = createLog("info", new Writable({ write: (chunk: Buffer, _encoding, next) => next(void (logged += chunk.toString())) }));
const unnamed = await bootSmallShop(url, {}, { log });

test("returns 404 at the simulator's addresses where test cards are off", async () => {
  const shopUrl = `http://127.0.0.1:${port}`;
  for (const path of ["", "/v1/payment_methods", "/v1/payment_intents/pi_1", "/v1/payment_intents/pi_1/confirm", "/pay/pi_1"]) {
    const answer = await fetch(`${shopUrl}/_simulator/stripe${path}`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const refused = await createMethod(shopUrl, "203.0.113.9");
  expect([refused.status, refused.headers.get("Content-Type")]).toEqual([404, "application/problem+json; charset=utf-8"]);
});

test("limits simulator calls to 120 a minute per address", async () => {
  const statuses: number[] = [];
  for (let call = 0; call < 120; call += 1) statuses.push((await createMethod(local.url, "203.0.113.9")).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await createMethod(local.url, "203.0.113.9");
  expect([refused.status, refused.headers.get("Content-Type")]).toEqual([429, "application/problem+json; charset=utf-8"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await createMethod(local.url, "203.0.113.10")).status).toBe(200);
});

test("logs an unnamed proxy once", async () => {
  await fetch(`${unnamed.url}/healthz`);
  expect(logged).not.toContain("TRUST_PROXY");
  for (const address of ["203.0.113.9", "203.0.113.10"]) await fetch(`${unnamed.url}/healthz`, { headers: { "X-Forwarded-For": address } });
  expect(logged.split("TRUST_PROXY")).toHaveLength(2);
});

import { expect, test } from "vitest";
import { pino } from "pino";
import * as login from "#app/routes/admin/api/login.ts";
import * as logout from "#app/routes/admin/api/logout.ts";
import { listAlarms } from "#app/routes/admin/alarms.server.ts";
import { countRefusals } from "#app/staff/data/refusals.server.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { createVisitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { takePoints } from "#app/platform/rate-limit.server.ts";
import { mayBeginCart } from "./limits/add-to-cart.server.ts";
import { addressCounters } from "./limits/address-limit.server.ts";
import { couponGuesses } from "./limits/coupon-guesses.server.ts";
import { countSimulatorCall } from "./limits/simulator-calls.server.ts";
import { countRefusal, noteRefusal, writeRefusals } from "./refusals.server.ts";

const shop = await openTestShop();
const lines: Record<string, unknown>[] = [];
const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
const services = { ...shop.services, log };
const PASSWORD = "amber-lantern-twenty-two";

test("logs refused sign-ins and counts refusals", async () => {
  await addAdmin(services.db, { shopName: "Shopbell", email: "bo@example.com", name: "Bo", password: PASSWORD, roles: ["order-admin"] });
  const visitor = createVisitor(services, "198.51.100.7");
  const enter = (password: string) => visitor.call(login, "POST", "/admin/api/login", { body: { email: "bo@example.com", password } });
  await enter("wrong, and long enough");
  await enter(PASSWORD);
  await visitor.call(logout, "POST", "/admin/api/logout");
  expect(lines.filter((line) => line["clientAddress"] === "198.51.100.7")).toEqual([
    expect.objectContaining({ security: "login-refused", account: "bo@example.com" }),
    expect.objectContaining({ security: "login", userId: expect.any(Number) as unknown }),
    expect.objectContaining({ security: "logout", userId: expect.any(Number) as unknown }),
  ]);
  for (let n = 0; n < 20; n += 1)
    noteRefusal(services, { kind: "origin", security: "test", message: "refused", clientAddress: "198.51.100.8" });
  await writeRefusals(services);
  expect(await countRefusals(services.db, new Date(0))).toEqual({ "sign-in": 1, origin: 20 });
  const texts = (await listAlarms(services, new Request("http://localhost/admin"))).map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringContaining("1 sign-in, 20 requests from other sites, 0 over a limit"));
});

test("shows browsers' policy reports on the dashboard when there are many", async () => {
  const isTold = async () =>
    (await listAlarms(services, new Request("http://localhost/admin"))).some(({ text }) => text.includes("20 times in 24 hours"));
  for (let n = 0; n < 19; n += 1) countRefusal(services, "csp");
  await writeRefusals(services);
  expect(await isTold()).toBe(false);
  countRefusal(services, "csp");
  await writeRefusals(services);
  expect(await isTold()).toBe(true);
});

test("logs and counts each limit that an anonymous visitor reaches", async () => {
  const address = "198.51.100.60";
  const guesses = couponGuesses(services, "3f0c9d52-6d6c-4b56-9d26-2a4c7d2d3b11", address);
  expect([await guesses.take(20), typeof (await guesses.take(1))]).toEqual([null, "number"]);
  for (let call = 0; call <= 120; call += 1) await countSimulatorCall(services, address);
  for (const [rule, key] of addressCounters({ name: "new-cart", points: 300, seconds: 600 }, address))
    await takePoints(services.db, rule, key, 299);
  expect([await mayBeginCart(services, address), await mayBeginCart(services, address)]).toEqual([true, false]);
  const kinds = lines.filter((line) => line["clientAddress"] === address).map((line) => line["security"]);
  expect(kinds).toEqual(["coupon-guesses", "simulator-calls", "new-carts"]);
  await writeRefusals(services);
  expect((await countRefusals(services.db, new Date(0))).limit).toBe(3);
});

test("the dashboard reports an unnamed proxy", async () => {
  const alarms = (headers: Record<string, string>, trustProxy: "off" | "on") =>
    listAlarms({ ...services, env: { ...services.env, trustProxy } }, new Request("http://localhost/admin", { headers }));
  const isTold = async (headers: Record<string, string>, trustProxy: "off" | "on") =>
    (await alarms(headers, trustProxy)).some(({ text }) => text.includes("TRUST_PROXY"));
  const forwarded = { "X-Forwarded-For": "203.0.113.7" };
  expect([await isTold(forwarded, "off"), await isTold(forwarded, "on"), await isTold({}, "off")]).toEqual([true, false, false]);
});

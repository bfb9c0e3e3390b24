import { expect, test } from "vitest";
import * as login from "#app/routes/admin/api/login.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";

const { services } = await openTestShop();
const PASSWORD = "amber-lantern-twenty-two";
for (const name of ["ana", "ben", "cleo"]) {
  const made = await addAdmin(services.db, {
    shopName: "Shopbell",
    email: `${name}@example.com`,
    name,
    password: PASSWORD,
    roles: ["order-admin"],
  });
  if (!made.ok) throw new Error(made.error);
}

const enter = (who: Visitor, email: string, password = PASSWORD) =>
  who.call(login, "POST", "/admin/api/login", { body: { email, password } });

let strangers = 0;
/** Wrong passwords from many addresses until limited. */
async function guess(email: string, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    strangers += 1;
    statuses.push((await enter(createVisitor(services, `198.51.100.${strangers}`), email, "wrong, and long enough")).status);
  }
  return statuses;
}
const tenOf = (status: number) => Array.from({ length: 10 }, () => status);

test("blocks the eleventh wrong password for known and unknown accounts", async () => {
  for (const email of ["cleo@example.com", "nobody@example.com"]) {
    expect(await guess(email, 11)).toEqual([...tenOf(401), 429]);
    const answer = await enter(createVisitor(services, "203.0.113.5"), email);
    expect(answer.status, "even with the right one").toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(answer.headers.get("Retry-After"))).toBeLessThanOrEqual(900);
  }
});

test("attempts elsewhere do not lock out a known device", async () => {
  const own = createVisitor(services, "203.0.113.1");
  expect((await enter(own, "ana@example.com")).status).toBe(200);
  expect(await guess("ana@example.com", 11)).toEqual([...tenOf(401), 429]);
  expect((await enter(own, "ana@example.com")).status).toBe(200);
  expect((await enter(createVisitor(services, "203.0.113.1"), "ana@example.com")).status, "another device there waits").toBe(429);
});

test("a known device has ten attempts for its accounts only", async () => {
  const tablet = createVisitor(services, "203.0.113.2");
  expect((await enter(tablet, "ben@example.com")).status).toBe(200);
  await guess("cleo@example.com", 10);
  expect((await enter(tablet, "cleo@example.com")).status, "cleo never signed in here").toBe(429);
  for (let turn = 0; turn < 10; turn += 1) expect((await enter(tablet, "ben@example.com", "wrong, and long enough")).status).toBe(401);
  expect((await enter(tablet, "ben@example.com")).status).toBe(429);
  expect((await enter(createVisitor(services, "203.0.113.3"), "ben@example.com")).status, "its misses are its own").toBe(200);
});

test("keeps the device cookie long and HttpOnly, and rejects forged ones", async () => {
  const answer = await enter(createVisitor(services, "203.0.113.4"), "ben@example.com");
  const mark = answer.headers.getSetCookie().find((line) => line.startsWith("device="));
  expect(mark).toMatch(/HttpOnly/);
  expect(mark).toMatch(/SameSite=Lax/);
  expect(Number(/Max-Age=(\d+)/.exec(mark ?? "")?.[1])).toBeGreaterThan(180 * 86_400);
  const [value = ""] = (mark ?? "").split(";");
  const forged = `${value.slice(0, -4)}AAAA`;
  await guess("ben@example.com", 10);
  const headers = { Cookie: forged };
  const body = { email: "ben@example.com", password: PASSWORD };
  expect((await createVisitor(services, "203.0.113.6").call(login, "POST", "/admin/api/login", { headers, body })).status).toBe(429);
});

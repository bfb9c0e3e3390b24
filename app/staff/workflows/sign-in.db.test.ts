import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, users } from "#app/staff/data/tables.ts";
import * as login from "#app/routes/admin/api/login.ts";
import * as session from "#app/routes/api/auth-session.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { addAdmin } from "./ensure-admin.server.ts";
import { signIn } from "./sign-in.server.ts";

const { services } = await openTestShop();
const { db } = services;
const PASSWORD = "amber-lantern-twenty-two";
const WRONG = "amber-lantern-twenty-one";
await addAdmin(db, { shopName: "Shopbell", email: "ana@example.com", name: "Ana", password: PASSWORD, roles: ["order-admin"] });
await addAdmin(db, { shopName: "Shopbell", email: "ben@example.com", name: "Ben", password: PASSWORD, roles: ["super-admin"] });
await addAdmin(db, { shopName: "Shopbell", email: "left@example.com", name: "Left", password: PASSWORD, roles: ["order-admin"] });
await db.update(users).set({ isDisabled: true }).where(eq(users.email, "left@example.com"));

function trySignIn(email: string, password: string) {
  return signIn(db, services.secrets, { email, password, userAgent: "", replaces: null, now: services.now() });
}

async function enter(email: string) {
  const answer = await trySignIn(email, PASSWORD);
  return answer.kind === "signed-in" ? answer : undefined;
}

/** Processor time of a refused sign-in, independent of load. */
async function processorTimeOf(email: string): Promise<number> {
  const before = process.cpuUsage();
  expect(await trySignIn(email, WRONG)).toEqual({ kind: "refused" });
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test("wrong password, unknown and disabled accounts get the same response", async () => {
  const tries = [
    ["ana@example.com", WRONG],
    ["nobody@example.com", PASSWORD],
    ["left@example.com", PASSWORD],
  ] as const;
  const answers = await Promise.all(
    tries.map(async ([email, password], index) => {
      const answer = await createVisitor(services, `192.0.2.${index}`).call(login, "POST", "/admin/api/login", {
        body: { email, password },
      });
      return { status: answer.status, headers: [...answer.headers].toSorted(), body: await answer.text() };
    }),
  );
  expect(answers[0]?.status).toBe(401);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(await db.select().from(sessions)).toEqual([]);
});

test("an unknown account takes as long as a wrong password", async () => {
  let known = 0;
  let unknown = 0;
  for (let round = 0; round < 10; round += 1) {
    known += await processorTimeOf("ana@example.com");
    unknown += await processorTimeOf(`nobody-${round}@example.com`);
  }
  // Equal work is a ratio of 1; skipping the password check would be a tenth.
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test("each sign-in opens a new session whose token is not stored", async () => {
  const first = await enter("ANA@example.com");
  const second = await enter("ana@example.com");
  expect(first?.user).toMatchObject({ email: "ana@example.com", roles: ["order-admin"] });
  expect(first?.token).toMatch(/^[\w-]{43}$/);
  expect(second?.token).not.toBe(first?.token);
  const stored = await db.select().from(sessions);
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(first?.token);
});

test("signing in again replaces this browser's session only", async () => {
  const [browser, other] = [createVisitor(services), createVisitor(services)];
  const signInAs = (who: Visitor, email: string) => who.call(login, "POST", "/admin/api/login", { body: { email, password: PASSWORD } });
  const isSignedIn = async (headers: Record<string, string>) => {
    const answer = await createVisitor(services).call(session, "GET", "/api/_auth/session", { headers });
    return "user" in ((await answer.json()) as object);
  };
  await signInAs(browser, "ana@example.com");
  await signInAs(other, "ana@example.com");
  const earlier = { Cookie: browser.cookie() };
  await signInAs(browser, "ben@example.com");
  expect(await isSignedIn(earlier)).toBe(false);
  expect(await isSignedIn({ Cookie: browser.cookie() })).toBe(true);
  expect(await isSignedIn({ Cookie: other.cookie() })).toBe(true);
});

test("a rejected sign-in keeps the current session", async () => {
  const browser = createVisitor(services);
  await browser.call(login, "POST", "/admin/api/login", { body: { email: "ana@example.com", password: PASSWORD } });
  await browser.call(login, "POST", "/admin/api/login", { body: { email: "ana@example.com", password: WRONG } });
  const answer = await browser.call(session, "GET", "/api/_auth/session");
  expect(await answer.json()).toMatchObject({ user: { email: "ana@example.com" } });
});

test("requires a visible single-line name", async () => {
  const add = (name: string) =>
    addAdmin(db, { shopName: "Shopbell", email: "new@example.com", name, password: PASSWORD, roles: ["order-admin"] });
  for (const name of ["", " ", "\u200b\u200d", "Ana\u0007", "Ana\nLima", "x".repeat(101)])
    expect(await add(name), JSON.stringify(name)).toMatchObject({ ok: false, error: expect.stringContaining("Enter a name in one line") });
  expect(await add(" Jose\u0301 \u202a")).toMatchObject({ ok: true, value: { name: "José" } });
});

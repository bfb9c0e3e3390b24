import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { STAFF_LETTER } from "#app/mail/domain/letter.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { writePasswordMail } from "#app/http/staff/password-mail.server.tsx";
import * as call from "#app/routes/admin/api/login.ts";
import { rateLimits, sessions, users } from "#app/staff/data/tables.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { beginTotp, confirmTotp } from "#app/staff/workflows/second-step.server.ts";
import { totpCode, totpStep } from "#app/staff/workflows/totp.server.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import * as login from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const EMAIL = "bo@example.com";
const PASSWORD = "amber-lantern-twenty-two";
const NEXT = "copper-kettle-forty-one";

beforeEach(async () => {
  await db.delete(users);
  await db.delete(rateLimits);
  await db.delete(mailOutbox);
  await addAdmin(db, { email: EMAIL, name: "Bo", password: PASSWORD, roles: ["order-admin"] });
});

const post = (who: Visitor, fields: Record<string, string>, path = "/admin/login") =>
  who.call(login, "POST", path, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
const bo = async () => (await db.select().from(users))[0]!;

/** The path of the link in the newest mail. */
async function linkInMail(): Promise<string> {
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, STAFF_LETTER));
  if (mail === undefined) throw new Error("no mail");
  const { text, html } = await writePasswordMail(services.secrets, mail.data);
  const url = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  expect(html).toContain(url.href);
  expect(JSON.stringify(mail.data)).not.toContain(url.searchParams.get("link"));
  return `${url.pathname}${url.search}`;
}

test("a forgotten password: link by mail, new password, every session ends, the link is used up", async () => {
  const signedIn = createVisitor(services);
  await post(signedIn, { email: EMAIL, password: PASSWORD });
  expect(await db.select().from(sessions)).toHaveLength(1);
  const visitor = createVisitor(services);
  expect((await post(visitor, { intent: "forgotten", email: " BO@example.com " })).headers.get("Location")).toBe("/admin/login?done=asked");
  const path = await linkInMail();
  expect(await (await visitor.call(login, "GET", path)).json()).toMatchObject({ panel: "link", owner: { name: "Bo", email: EMAIL } });
  const weak = await post(visitor, { intent: "set-password", password: "password1234" }, path);
  expect([weak.status, JSON.stringify(await weak.json())]).toEqual([422, expect.stringContaining("first that anybody would try")]);
  expect((await post(visitor, { intent: "set-password", password: NEXT }, path)).headers.get("Location")).toBe(
    "/admin/login?done=password",
  );
  expect(await db.select().from(sessions)).toEqual([]);
  expect((await post(visitor, { email: EMAIL, password: PASSWORD })).status).toBe(401);
  expect((await post(visitor, { email: EMAIL, password: NEXT })).headers.get("Location")).toBe("/admin");
  expect(await (await createVisitor(services).call(login, "GET", path)).json()).toMatchObject({ panel: "link", owner: null });
  expect((await post(visitor, { intent: "set-password", password: `${NEXT}-again` }, path)).status).toBe(422);
});

test("asking for a link tells nobody whether there is an account, sends nothing to strangers, and is limited", async () => {
  const visitor = createVisitor(services);
  const [known, unknown] = [
    await post(visitor, { intent: "forgotten", email: EMAIL }),
    await post(visitor, { intent: "forgotten", email: "who@example.com" }),
  ];
  expect([unknown.status, unknown.headers.get("Location")]).toEqual([known.status, known.headers.get("Location")]);
  expect(await db.select({ to: mailOutbox.recipient }).from(mailOutbox)).toEqual([{ to: EMAIL }]);
  await post(visitor, { intent: "forgotten", email: EMAIL });
  await post(visitor, { intent: "forgotten", email: EMAIL });
  const fourth = await post(visitor, { intent: "forgotten", email: EMAIL });
  expect([fourth.status, Number(fourth.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await post(visitor, { intent: "forgotten", email: "nonsense" })).status).toBe(422);
});

test("a link ends after an hour, and with a newer one", async () => {
  const visitor = createVisitor(services);
  await post(visitor, { intent: "forgotten", email: EMAIL });
  const first = await linkInMail();
  await db.delete(mailOutbox);
  await post(visitor, { intent: "forgotten", email: EMAIL });
  expect(await (await visitor.call(login, "GET", first)).json()).toMatchObject({ owner: null });
  const second = await linkInMail();
  shop.passMinutes(61);
  expect((await post(visitor, { intent: "set-password", password: NEXT }, second)).status).toBe(422);
});

test("one-time codes: asked for after the right password, each once, recovery codes once, wrong ones counted", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  // Not before a code was seen.
  expect((await post(createVisitor(services), { email: EMAIL, password: PASSWORD })).status).toBe(302);
  expect(await confirmTotp(db, services.secrets, user, "000000", null, services.now())).toBeNull();
  const code = (ahead = 0) => totpCode(secret, totpStep(services.now()) + ahead);
  const recovery = await confirmTotp(db, services.secrets, user, code(), null, services.now());
  expect(recovery).toHaveLength(10);
  expect(await db.select().from(sessions)).toEqual([]);
  expect(JSON.stringify(await bo())).not.toContain(secret);

  const visitor = createVisitor(services);
  const asked = await post(visitor, { email: EMAIL, password: PASSWORD });
  expect([asked.status, await asked.json()]).toEqual([401, expect.objectContaining({ asksCode: true })]);
  // The code that turned it on is used up.
  expect((await post(visitor, { intent: "code", code: code() })).status).toBe(401);
  expect((await post(visitor, { intent: "code", code: code(1) })).headers.get("Location")).toBe("/admin");
  expect(await db.select().from(sessions)).toHaveLength(1);

  const other = createVisitor(services);
  expect((await post(other, { intent: "code", code: code(1) })).headers.get("Location")).toBe("/admin/login");
  const byCall = (given: object) =>
    createVisitor(services).call(call, "POST", "/admin/api/login", { body: { email: EMAIL, password: PASSWORD, ...given } });
  const without = await byCall({});
  expect([without.status, await without.json()]).toEqual([401, expect.objectContaining({ code_required: true })]);
  expect((await byCall({ code: recovery?.[0]?.toUpperCase() })).status).toBe(200);
  expect((await byCall({ code: recovery?.[0] })).status).toBe(401);
  expect((await byCall({ code: "123456" })).status).toBe(401);
  for (let n = 0; n < 12; n += 1) await byCall({ code: "654321" });
  expect((await byCall({ code: recovery?.[1] })).status).toBe(429);
});

test("half a sign-in ends after five minutes, and for a disabled account", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  await confirmTotp(db, services.secrets, user, totpCode(secret, totpStep(services.now())), null, services.now());
  const visitor = createVisitor(services);
  await post(visitor, { email: EMAIL, password: PASSWORD });
  shop.passMinutes(6);
  const code = () => totpCode(secret, totpStep(services.now()));
  expect((await post(visitor, { intent: "code", code: code() })).headers.get("Location")).toBe("/admin/login");
  await post(visitor, { email: EMAIL, password: PASSWORD });
  await db.update(users).set({ isDisabled: true });
  expect((await post(visitor, { intent: "code", code: code() })).headers.get("Location")).toBe("/admin/login");
  expect(await db.select().from(sessions)).toEqual([]);
});

test.for(["", "{}", "null", '{"id":7}', '{"id":"x","response":{}}', "{".repeat(30)])("%j is no passkey", async (passkey) => {
  const visitor = createVisitor(services);
  const options = await post(visitor, { intent: "passkey-options" });
  expect(await options.json()).toMatchObject({ options: { rpId: "localhost", userVerification: "required" } });
  expect((await post(visitor, { intent: "passkey", passkey })).status).toBe(401);
});

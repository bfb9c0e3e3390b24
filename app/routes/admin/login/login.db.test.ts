import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { desc, eq, like } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { STAFF_ACCESS_MAIL } from "#app/mail/domain/email.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { keepChallenge, takeChallenge } from "#app/http/cookies/passkey-challenge.server.ts";
import { mailPasswordLink, writePasswordMail } from "#app/http/staff/password-mail.server.tsx";
import * as call from "#app/routes/admin/api/login.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { rateLimits, sessions, users } from "#app/staff/data/tables.ts";
import { findUserByEmail, readAccountKey, replacePassword } from "#app/staff/data/users.server.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { changePassword, PASSWORD_LINK_QUEUE, sendRequestedLink } from "#app/staff/workflows/password-links.server.ts";
import { beginTotp, confirmTotp } from "#app/staff/workflows/two-factor.server.ts";
import { hashPassword } from "#app/staff/workflows/passwords.server.ts";
import { totpCode, totpStep } from "#app/staff/workflows/totp.server.ts";
import { finishSignIn, openSession, resetPassword } from "#app/staff/workflows/sign-in.server.ts";
import { createVisitor, type Visitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { untilOneWaits } from "#test/test-db.ts";
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
  await db.$client.query("delete from pgboss.job");
  await addAdmin(db, { shopName: "Shopbell", email: EMAIL, name: "Bo", password: PASSWORD, roles: ["order-admin"] });
});

const post = (who: Visitor, fields: Record<string, string>, path = "/admin/login") =>
  who.call(login, "POST", path, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
const bo = async () => (await db.select().from(users))[0]!;

/** Does what the jobs of requested links do, in this process. */
async function runLinkJobs(): Promise<readonly string[]> {
  const { rows } = await db.$client.query<{ email: string }>("delete from pgboss.job where name = $1 returning data ->> 'email' as email", [
    PASSWORD_LINK_QUEUE.name,
  ]);
  for (const { email } of rows) await sendRequestedLink(db, email, services.now(), mailPasswordLink(services));
  return rows.map(({ email }) => email);
}

/** The path of the link in the newest mail. */
async function linkInMail(): Promise<string> {
  await runLinkJobs();
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, STAFF_ACCESS_MAIL)).orderBy(desc(mailOutbox.createdAt));
  if (mail === undefined) throw new Error("no mail");
  const { text, html } = await writePasswordMail(services.secrets, mail.data);
  const url = new URL(/https?:\S+/.exec(text)?.[0] ?? "");
  expect(html).toContain(url.href);
  expect(JSON.stringify(mail.data)).not.toContain(url.searchParams.get("link"));
  return `${url.pathname}${url.search}`;
}

test("a forgotten password: emailed link, new password, sessions end, link used up", async () => {
  const signedIn = createVisitor(services);
  await post(signedIn, { email: EMAIL, password: PASSWORD });
  expect(await db.select().from(sessions)).toHaveLength(1);
  const visitor = createVisitor(services);
  expect((await post(visitor, { intent: "forgotten", email: " BO@example.com " })).headers.get("Location")).toBe("/admin/login?done=asked");
  const path = await linkInMail();
  expect(await (await visitor.call(login, "GET", path)).json()).toMatchObject({ panel: "link", owner: { name: "Bo", email: EMAIL } });
  const weak = await post(visitor, { intent: "set-password", password: "password1234" }, path);
  expect([weak.status, JSON.stringify(await weak.json())]).toEqual([422, expect.stringContaining("first that anybody would try")]);
  const address = await post(visitor, { intent: "set-password", password: "bo@example.com" }, path);
  expect([address.status, JSON.stringify(await address.json())]).toEqual([422, expect.stringContaining("your own name or your address")]);
  const set = await post(visitor, { intent: "set-password", password: NEXT }, path);
  expect([set.headers.get("Location"), set.headers.getSetCookie().some((cookie) => cookie.startsWith("staff="))]).toEqual(["/admin", true]);
  // The earlier session has ended, the one of the new password is there.
  expect(await db.select().from(sessions)).toHaveLength(1);
  expect((await post(createVisitor(services), { email: EMAIL, password: PASSWORD })).status).toBe(401);
  expect(await (await createVisitor(services).call(login, "GET", path)).json()).toMatchObject({ panel: "link", owner: null });
  expect((await post(visitor, { intent: "set-password", password: `${NEXT}-again` }, path)).status).toBe(422);
});

test("requesting a link reveals no accounts, emails no unknown address, and is limited", async () => {
  const visitor = createVisitor(services);
  const [known, unknown] = [
    await post(visitor, { intent: "forgotten", email: EMAIL }),
    await post(visitor, { intent: "forgotten", email: "who@example.com" }),
  ];
  expect([unknown.status, unknown.headers.get("Location")]).toEqual([known.status, known.headers.get("Location")]);
  // One job each; only the job looks whether there is an account.
  expect(await db.select().from(mailOutbox)).toEqual([]);
  expect((await runLinkJobs()).toSorted()).toEqual([EMAIL, "who@example.com"]);
  expect(await db.select({ to: mailOutbox.recipient }).from(mailOutbox)).toEqual([{ to: EMAIL }]);
  await post(visitor, { intent: "forgotten", email: EMAIL });
  await post(visitor, { intent: "forgotten", email: EMAIL });
  const fourth = await post(visitor, { intent: "forgotten", email: EMAIL });
  expect([fourth.status, Number(fourth.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await post(visitor, { intent: "forgotten", email: "nonsense" })).status).toBe(422);
});

test("a link expires after an hour; another request does not end it", async () => {
  const visitor = createVisitor(services);
  await post(visitor, { intent: "forgotten", email: EMAIL });
  const first = await linkInMail();
  await db.delete(mailOutbox);
  await post(createVisitor(services, "198.51.100.77"), { intent: "forgotten", email: EMAIL });
  const second = await linkInMail();
  expect(await (await visitor.call(login, "GET", first)).json()).toMatchObject({ owner: { email: EMAIL } });
  shop.passMinutes(61);
  expect((await post(visitor, { intent: "set-password", password: NEXT }, first)).status).toBe(422);
  expect((await post(visitor, { intent: "set-password", password: NEXT }, second)).status).toBe(422);
});

test("anonymous requests use up no attempts of other addresses or the owner's device", async () => {
  const owner = createVisitor(services, "203.0.113.5");
  await post(owner, { email: EMAIL, password: PASSWORD });
  const ask = async (who: Visitor) => (await post(who, { intent: "forgotten", email: EMAIL })).status;
  const stranger = createVisitor(services, "203.0.113.5");
  expect([await ask(stranger), await ask(stranger), await ask(stranger), await ask(stranger)]).toEqual([302, 302, 302, 429]);
  expect([await ask(createVisitor(services, "203.0.113.6")), await ask(owner)]).toEqual([302, 302]);
});

test("attempts with any spelling of an account count together", async () => {
  const spellings = ["bo@example.com", "BO@EXAMPLE.COM", " Bo@Example.Com "];
  for (let n = 0; n < 10; n += 1)
    await post(createVisitor(services, `198.51.100.${n}`), { email: spellings[n % 3] ?? "", password: "wrong, and long enough" });
  expect((await post(createVisitor(services, "198.51.100.99"), { email: EMAIL, password: PASSWORD })).status).toBe(429);
});

/** Letters with their other cases: JavaScript and PostgreSQL fold some differently. */
const letterForms = fc
  .oneof(
    fc.constantFrom(...Array.from("Ii\u0130\u0131Kk\u212aSs\u017f\u00df\u1e9e\u03a3\u03c3\u03c2\u01c5\u1f88\u0345\u{10400}")),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }).filter((letter) => /^\p{L}$/u.test(letter)),
  )
  .map((letter) => [...new Set([letter, letter.toLowerCase(), letter.toUpperCase(), letter.toUpperCase().toLowerCase()])]);
const spelling = (forms: readonly string[]) =>
  fc.tuple(fc.constantFrom(...forms), fc.constantFrom(...forms)).map((pair) => `a${pair.join("b")}@example.com`);

test("two addresses share a limit exactly when they find one account", async () => {
  await fc.assert(
    fc.asyncProperty(
      letterForms.chain((forms) => fc.tuple(spelling(forms), spelling(forms))),
      async ([stored, typed]) => {
        await db.update(users).set({ email: stored });
        const isFound = (await findUserByEmail(db, typed)) !== undefined;
        expect((await readAccountKey(db, typed)) === (await readAccountKey(db, stored))).toBe(isFound);
      },
    ),
    { numRuns: 400, examples: [[["a\u0130bI@example.com", "aibi@example.com"]]] },
  );
});

test("one-time codes follow the password, work once, and count wrong ones", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  // Not before a code was seen.
  expect((await post(createVisitor(services), { email: EMAIL, password: PASSWORD })).status).toBe(302);
  expect(await confirmTotp(db, services.secrets, user, { typed: "000000", session: null }, services.now())).toBeNull();
  const code = (ahead = 0) => totpCode(secret, totpStep(services.now()) + ahead);
  const recovery = await confirmTotp(db, services.secrets, user, { typed: code(), session: null }, services.now());
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

test("a session counts as two-factor after a code, or once codes are set up in it", async () => {
  const factors = async () => (await db.select({ has: sessions.hasSecondFactor }).from(sessions)).map(({ has }) => has);
  const user = await bo();
  const { token } = await openSession(db, user, { replaces: null, userAgent: "", now: services.now() });
  expect(await factors()).toEqual([false]);
  const secret = await beginTotp(db, services.secrets, user.id);
  const code = (ahead = 0) => totpCode(secret, totpStep(services.now()) + ahead);
  await confirmTotp(db, services.secrets, user, { typed: code(), session: token }, services.now());
  expect(await factors()).toEqual([true]);
  await db.delete(sessions);
  const visitor = createVisitor(services);
  await post(visitor, { email: EMAIL, password: PASSWORD });
  await post(visitor, { intent: "code", code: code(1) });
  expect(await factors()).toEqual([true]);
});

test("the cookie between password and code, and a passkey challenge, work once", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  const recovery = await confirmTotp(
    db,
    services.secrets,
    user,
    { typed: totpCode(secret, totpStep(services.now())), session: null },
    services.now(),
  );
  const visitor = createVisitor(services);
  await post(visitor, { email: EMAIL, password: PASSWORD });
  const stolen = { Cookie: visitor.cookie(), "Content-Type": "application/x-www-form-urlencoded" };
  expect((await post(visitor, { intent: "code", code: "000000" })).status).toBe(401);
  expect((await post(visitor, { intent: "code", code: recovery?.[0] ?? "" })).headers.get("Location")).toBe("/admin");
  const replayed = await createVisitor(services).call(login, "POST", "/admin/login", {
    rawBody: new URLSearchParams({ intent: "code", code: recovery?.[1] ?? "" }).toString(),
    headers: stolen,
  });
  expect(replayed.headers.get("Location")).toBe("/admin/login");
  expect(recovery?.every((code) => code.replaceAll("-", "").length >= 21)).toBe(true);

  const challenge = await keepChallenge(services, "sign-in", "a-challenge");
  const request = () => new Request(services.env.publicUrl, { headers: { Cookie: challenge.split(";")[0] ?? "" } });
  expect(await takeChallenge(services, { addTo: user.id }, request())).toBeNull();
  expect(await takeChallenge(services, "sign-in", request())).toBe("a-challenge");
  expect(await takeChallenge(services, "sign-in", request())).toBeNull();

  const toAdd = await keepChallenge(services, { addTo: user.id }, "another");
  const adding = () => new Request(services.env.publicUrl, { headers: { Cookie: toAdd.split(";")[0] ?? "" } });
  expect(await takeChallenge(services, { addTo: user.id + 1 }, adding())).toBeNull();
  expect(await takeChallenge(services, "sign-in", adding())).toBeNull();
  expect(await takeChallenge(services, { addTo: user.id }, adding())).toBe("another");
});

test("a password change ends a started sign-in", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  const codes = await confirmTotp(
    db,
    services.secrets,
    user,
    { typed: totpCode(secret, totpStep(services.now())), session: null },
    services.now(),
  );
  const visitor = createVisitor(services);
  await post(visitor, { email: EMAIL, password: PASSWORD });
  expect((await resetPassword(db, { email: EMAIL, password: NEXT, shopName: "Shopbell" })).ok).toBe(true);
  expect((await post(visitor, { intent: "code", code: codes?.[0] ?? "" })).headers.get("Location")).toBe("/admin/login");
  expect(await db.select().from(sessions)).toEqual([]);
});

test.each<readonly [string, (userId: number) => Promise<unknown>]>([
  ["the password was changed", () => resetPassword(db, { email: EMAIL, password: NEXT, shopName: "Shopbell" })],
  ["the account was disabled", () => db.update(users).set({ isDisabled: true })],
  [
    "codes were turned on",
    async (userId) => {
      const secret = await beginTotp(db, services.secrets, userId);
      const typed = totpCode(secret, totpStep(services.now()));
      await confirmTotp(db, services.secrets, { id: userId, name: "Bo" }, { typed, session: null }, services.now());
    },
  ],
])("a sign-in whose password was checked before %s opens no session", async (_what, change) => {
  // Who has a stolen password may sign in all the time; one of these is always under way.
  const checked = await findUserByEmail(db, EMAIL);
  if (checked === undefined) throw new Error("no account");
  const signIn = { code: "", userAgent: "", replaces: null, now: services.now() };
  await change(checked.id);
  expect(await finishSignIn(db, services.secrets, checked, signIn)).toBe("changed");
  expect(await db.select().from(sessions)).toEqual([]);
});

test("a password change started with the old one does not undo a newer password", async () => {
  const user = await bo();
  const passwordHash = await hashPassword(NEXT);
  const { changing } = await inTransaction(db, async (tx) => {
    await replacePassword(tx, user.id, passwordHash, false);
    // Finds the old password right, and then has to wait.
    const answer = changePassword(db, user, { current: PASSWORD, next: "granite-otter-sixty-six", shopName: "Shopbell" });
    await untilOneWaits(db);
    return { changing: answer };
  });
  expect(await changing).toMatchObject({ ok: false, error: { field: "current" } });
  expect((await post(createVisitor(services), { email: EMAIL, password: NEXT })).status).toBe(302);
});

test("rehashing a password at sign-in asks for the code only once", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  const code = (ahead: number) => totpCode(secret, totpStep(services.now()) + ahead);
  await confirmTotp(db, services.secrets, user, { typed: code(0), session: null }, services.now());
  const salt = Buffer.alloc(16);
  const weak = await promisify(argon2)("argon2id", {
    message: PASSWORD,
    nonce: salt,
    memory: 8192,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  await db.update(users).set({ passwordHash: `$argon2id$v=19$m=8192,t=1,p=1$${salt.toString("base64url")}$${weak.toString("base64url")}` });
  const visitor = createVisitor(services);
  await post(visitor, { email: EMAIL, password: PASSWORD });
  expect((await bo()).passwordHash).toContain("m=19456");
  expect((await post(visitor, { intent: "code", code: code(1) })).headers.get("Location")).toBe("/admin");
});

test("thirty wrong codes end the day's attempts until the password changes", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  const code = () => totpCode(secret, totpStep(services.now()));
  await confirmTotp(db, services.secrets, user, { typed: code(), session: null }, services.now());
  let tries = 0;
  // From other networks, and a quarter of an hour later, as the other limits allow.
  const next = async () => {
    tries += 1;
    if (tries % 8 === 0) await db.delete(rateLimits).where(like(rateLimits.key, "login-a%"));
    return createVisitor(services, `198.51.100.${tries}`);
  };
  const byPage = async (password: string, typed: string) => {
    const visitor = await next();
    await post(visitor, { email: EMAIL, password });
    return (await post(visitor, { intent: "code", code: typed })).status;
  };
  const byCall = async (password: string, typed: string) =>
    (await (await next()).call(call, "POST", "/admin/api/login", { body: { email: EMAIL, password, code: typed } })).status;
  for (let round = 0; round < 15; round += 1)
    expect([await byPage(PASSWORD, "000000"), await byCall(PASSWORD, "000000")]).toEqual([401, 401]);
  shop.passMinutes(2);
  expect([await byPage(PASSWORD, code()), await byCall(PASSWORD, code())]).toEqual([429, 429]);
  await resetPassword(db, { email: EMAIL, password: NEXT, shopName: "Shopbell" });
  expect(await byCall(NEXT, code())).toBe(200);
});

test("a started sign-in ends after five minutes, and for a disabled account", async () => {
  const user = await bo();
  const secret = await beginTotp(db, services.secrets, user.id);
  await confirmTotp(db, services.secrets, user, { typed: totpCode(secret, totpStep(services.now())), session: null }, services.now());
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

import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { addPasskey } from "#app/staff/data/passkeys.server.ts";
import { passkeys, users } from "#app/staff/data/tables.ts";
import { addAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { openTestShop } from "#test/shop.ts";
import { actOnAccount } from "./acts.server.ts";

const { services } = await openTestShop();
const { db } = services;
const PASSWORD = "violet-harbour-seventeen";

const made = await addAdmin(db, { shopName: "Shopbell", email: "bo@example.com", name: "Bo", password: PASSWORD, roles: ["super-admin"] });
if (!made.ok) throw new Error(made.error);
const user = made.value;

/** An act in a session that was opened with the password alone, while the shop requires two factors. */
async function act(fields: Readonly<Record<string, string>>) {
  const { token } = await openSession(db, user, { replaces: null, userAgent: "", now: services.now() });
  const cookie = (await serializeSessionToken(token, services.env)).split(";")[0] ?? "";
  const request = new Request(new URL("/admin/orders/account", services.env.publicUrl), {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
  const info = { id: "test", method: "POST", clientAddress: "192.0.2.1", nonce: "" };
  return actOnAccount(services, request, info, { ...user, needsSecondFactor: true });
}

const ACTS: readonly Readonly<Record<string, string>>[] = [
  { intent: "codes-begin", password: PASSWORD },
  { intent: "codes-confirm", code: "123456" },
  { intent: "passkey-options", password: PASSWORD },
  { intent: "passkey", passkey: "{}" },
  { intent: "passkey-drop", id: "key" },
  { intent: "email", email: "thief@example.com", password: PASSWORD },
  { intent: "password", current: PASSWORD, next: "granite-otter-sixty-six" },
];

test.for(ACTS)("a stolen password does not get past an existing passkey by $intent", async (fields) => {
  await addPasskey(db, { id: "key", userId: user.id, name: "Phone", publicKey: "AA" });
  const before = await db.select().from(users).where(eq(users.id, user.id));
  const answer = await act(fields);
  expect(answer).toMatchObject({ kind: "refused", errors: { unconfirmed: [expect.stringContaining("sign in with")] } });
  expect(await db.select().from(users).where(eq(users.id, user.id))).toEqual(before);
  expect(await db.$count(passkeys)).toBe(1);
});

test("sets up the first second factor", async () => {
  await db.delete(passkeys);
  expect(await act({ intent: "codes-begin", password: PASSWORD })).toEqual({ kind: "begun" });
});

import { expect, test } from "vitest";
import type { Services } from "#app/http/context.server.ts";
import { sayingHeaders, takeFlash } from "#app/http/staff/flash.server.ts";
import { takeInvitation, withInvitation } from "#app/http/staff/invitation-link.server.ts";
import { newToken } from "#app/staff/workflows/tokens.server.ts";
import { readCartId, serializeCartId } from "./cart-cookie.server.ts";
import { readDevice, rememberDevice } from "./device-cookie.server.ts";
import { keepMyOrdersSession, readMyOrdersSession } from "./my-orders-cookie.server.ts";
import { keepChallenge, takeChallenge } from "./passkey-challenge.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";
import { signInWithCode } from "./staff-session.server.ts";

const NOW = new Date("2026-11-07T12:00:00Z");
const touched = () => {
  throw new Error("the cookie was accepted");
};
const services = {
  env: { isSecure: false },
  cookieSecret: "one secret",
  now: () => NOW,
  db: new Proxy({}, { get: touched }),
  secrets: { seal: () => "sealed", open: () => "opened" },
} as unknown as Services;
const link = { token: "t", user: { id: 1 }, expiresAt: NOW };

/** Every signed cookie: how its value is written and read. */
const COOKIES = {
  cart: { write: () => serializeCartId(crypto.randomUUID(), services), read: (from: Request) => readCartId(from, services) },
  device: { write: () => rememberDevice(null, 1, services), read: (from: Request) => readDevice(from, services) },
  "my-orders": {
    write: () => keepMyOrdersSession(newToken(), services),
    read: (from: Request) => readMyOrdersSession(from, services),
  },
  passkey: {
    write: () => keepChallenge(services, "sign-in", "challenge"),
    read: (from: Request) => takeChallenge(services, "sign-in", from),
  },
  flash: {
    write: async () => new Headers(await sayingHeaders(services, { text: "Saved" })).get("Set-Cookie") ?? "",
    read: async (from: Request) => (await takeFlash(from, services)).flash,
  },
  invitation: {
    write: async () => (await withInvitation(new Response(), services, link as never)).headers.get("Set-Cookie") ?? "",
    read: async (from: Request) => (await takeInvitation(from, services, 1)).link,
  },
  "sign-in": {
    write: () => signedCookie("sign-in", 300, services).serialize({ id: "1", userId: 1, password: "p", until: NOW.getTime() + 1000 }),
    read: (from: Request) => signInWithCode(services, from, { clientAddress: "192.0.2.1" } as never, "123456"),
  },
};
const names = Object.keys(COOKIES) as (keyof typeof COOKIES)[];

async function readAs(name: keyof typeof COOKIES, writtenAs: keyof typeof COOKIES): Promise<unknown> {
  const [pair = ""] = (await COOKIES[writtenAs].write()).split(";");
  const value = pair.slice(pair.indexOf("=") + 1);
  return COOKIES[name].read(new Request("http://localhost/", { headers: { Cookie: `${name}=${value}` } })).catch(String);
}

// The signature does not cover the name (docs/security.md).
test.each(names)("rejects every other signed cookie's value as %s", async (name) => {
  expect(await readAs(name, name)).not.toBeNull();
  for (const other of names) if (other !== name) expect(await readAs(name, other), other).toBeNull();
});

import { once } from "node:events";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { requestContext, staffContext } from "#app/http/context.server.ts";
import { takeUpload } from "#app/http/limits/uploads.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Shop } from "#server/boot.ts";
import { standingHeaders } from "#server/edge/content-security.ts";
import { HTTP_LIMITS } from "#server/edge/http-server.ts";
import { bootSmallShop, type SmallRoute } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const BODY = "x".repeat(200_000);

const read: SmallRoute["action"] = async ({ request }) => new Response(String((await request.text()).length));
const upload =
  (userId: number | null): SmallRoute["action"] =>
  async ({ request, context }) => {
    context.set(staffContext, userId === null ? null : ({ id: userId, name: "Ana" } as StaffUser));
    return takeUpload(request, context, async () => new Response(String((await request.text()).length)));
  };
const deaf: SmallRoute["action"] = async ({ request, context }) => {
  context.get(requestContext).allowSlowBody?.();
  await delay(700);
  return new Response(String((await request.text()).length));
};

const NEVER = 600_000;
const ROUTES = {
  "api/webhooks/read": { action: read },
  "api/webhooks/staff": { action: upload(1) },
  "api/webhooks/colleague": { action: upload(2) },
  "api/webhooks/stranger": { action: upload(null) },
  "api/webhooks/deaf": { action: deaf },
  [IMPORT_CALL.slice(1)]: { action: upload(1) },
};

/** A shop in which only the given limits are reachable. */
const bootWith = (limits: Partial<Record<"request" | "idle" | "upload", number>>): Promise<Shop> =>
  bootSmallShop(url, ROUTES, { httpLimits: { ...HTTP_LIMITS, request: NEVER, idle: NEVER, upload: NEVER, check: 50, ...limits } });

const RECEIVED = new RegExp(`^HTTP/1.1 200 .*\r\n\r\n${BODY.length}$`, "s");
const TOO_SLOW = /^HTTP\/1\.1 408 .*application\/problem\+json/s;

interface Upload {
  /** Sends a few more bytes of the body. */
  piece(): void;
  /** Sends what is left of it. */
  rest(): void;
  /** The complete response, after the connection closed. */
  readonly response: Promise<string>;
}

/** Starts a request; the test sends the body. `claims`: Content-Length. */
async function begin(shop: Shop, path: string, claims = BODY.length): Promise<Upload> {
  const socket = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (chunk: Buffer) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(
    `POST ${path.startsWith("/") ? path : `/api/webhooks/${path}`} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nContent-Type: text/plain\r\nContent-Length: ${claims}\r\n\r\n`,
  );
  let sent = 0;
  const send = (bytes: number) => {
    if (!socket.closed) socket.write(BODY.slice(sent, sent + bytes));
    sent += bytes;
  };
  return { piece: () => send(10), rest: () => send(BODY.length - sent), response: closed.then(() => received) };
}

/** Sends a chunk until the shop closes the connection. */
async function trickle(upload: Upload): Promise<string> {
  const timer = setInterval(() => upload.piece(), 50);
  return upload.response.finally(() => clearInterval(timer));
}

test("allows half a minute for a body, and five minutes for a staff upload", () => {
  expect(HTTP_LIMITS).toMatchObject({ request: 30_000, idle: 30_000, upload: 300_000 });
});

test("cuts a trickling body after the limit; a staff upload may take longer", async () => {
  const shop = await bootWith({ request: 500 });
  const staff = await begin(shop, "staff");
  staff.piece();
  // Started later and cut off, so the upload is past the limit, too.
  const refused = await trickle(await begin(shop, "read"));
  expect(refused).toMatch(TOO_SLOW);
  const names = Object.keys(standingHeaders(false));
  expect(names.filter((name) => !refused.toLowerCase().includes(`\r\n${name.toLowerCase()}: `))).toEqual([]);
  staff.rest();
  expect(await staff.response).toMatch(RECEIVED);
  const quick = await begin(shop, "read");
  quick.rest();
  expect(await quick.response).toMatch(RECEIVED);
});

test("cuts a stalled upload, but not one that waits for the shop to read it", async () => {
  const shop = await bootWith({ idle: 400 });
  const [stalled, waiting] = await Promise.all([begin(shop, "staff"), begin(shop, "deaf")]);
  stalled.piece();
  waiting.rest();
  expect(await stalled.response).toMatch(TOO_SLOW);
  expect(await waiting.response).toMatch(RECEIVED);
});

test("cuts an endless upload after the upload limit", async () => {
  const shop = await bootWith({ upload: 1000 });
  expect(await trickle(await begin(shop, "staff"))).toMatch(TOO_SLOW);
});

test("redirects an anonymous upload to the sign-in without more time", async () => {
  const shop = await bootWith({ request: 500 });
  expect(await trickle(await begin(shop, "stranger"))).toMatch(/^HTTP\/1\.1 302 .*\/admin\/login/s);
});

test("slow uploads of one user leave slots for others, and a queued upload gets its full time", async () => {
  const shop = await bootWith({ upload: 3000 });
  const first = await begin(shop, IMPORT_CALL, 50_000_000);
  const over = trickle(first);
  const second = await begin(shop, IMPORT_CALL);
  const colleague = await begin(shop, "colleague");
  colleague.rest();
  expect(await Promise.race([colleague.response, over])).toMatch(RECEIVED);
  expect(await over).toMatch(TOO_SLOW);
  // Its own three seconds would be over by now.
  second.rest();
  expect(await second.response).toMatch(RECEIVED);
});

import { once } from "node:events";
import net from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { requestContext, staffContext } from "#app/http/context.server.ts";
import { takeUpload } from "#app/http/limits/uploads.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { HTTP_LIMITS } from "#server/edge/http-server.ts";
import { bootSmallShop, type SmallRoute } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const BODY = "x".repeat(200_000);

/** How a body is sent: so many pieces of it, so far apart; fewer than all, and nothing comes after. */
interface Pace {
  readonly every: number;
  readonly pieces: number;
  readonly sent?: number;
  /** How long it says it is, in bytes; left out = as long as it is. */
  readonly claims?: number;
}

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

const shop = await bootSmallShop(
  url,
  {
    "api/webhooks/read": { action: read },
    "api/webhooks/staff": { action: upload(1) },
    "api/webhooks/colleague": { action: upload(2) },
    "api/webhooks/stranger": { action: upload(null) },
    "api/webhooks/deaf": { action: deaf },
    [IMPORT_CALL.slice(1)]: { action: upload(1) },
  },
  { httpLimits: { ...HTTP_LIMITS, request: 400, idle: 400, upload: 1500, check: 50 } },
);

async function send(
  path: string,
  { every, pieces, sent = pieces, claims = BODY.length }: Pace,
): Promise<{ readonly said: string; readonly ms: number }> {
  const socket = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
  await once(socket, "connect");
  let said = "";
  socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
  socket.on("error", () => undefined);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const startedAt = performance.now();
  socket.write(
    `POST ${path.startsWith("/") ? path : `/api/webhooks/${path}`} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nContent-Type: text/plain\r\nContent-Length: ${claims}\r\n\r\n`,
  );
  for (let piece = 0; piece < sent && !socket.closed; piece += 1) {
    socket.write(BODY.slice((piece * BODY.length) / pieces, ((piece + 1) * BODY.length) / pieces));
    await delay(every);
  }
  await closed;
  return { said, ms: performance.now() - startedAt };
}

test("the shop gives anybody half a minute, and staff five minutes for a file, as long as it goes on arriving", async () => {
  expect(HTTP_LIMITS).toMatchObject({ request: 30_000, idle: 30_000, upload: 300_000 });
  const slowly = { every: 50, pieces: 16 };
  const [whole, cut, stalled, forever, waiting, quick] = await Promise.all([
    send("staff", slowly),
    send("read", { every: 50, pieces: 1000 }),
    send("staff", { every: 10, pieces: 16, sent: 4 }),
    send("staff", { every: 100, pieces: 1000 }),
    send("deaf", { every: 5, pieces: 16 }),
    send("read", { every: 1, pieces: 16 }),
  ]);
  for (const { said } of [whole, waiting, quick]) expect(said).toMatch(new RegExp(`^HTTP/1.1 200 .*\r\n\r\n${BODY.length}$`, "s"));
  expect(whole.ms).toBeGreaterThan(700);
  for (const { said } of [cut, stalled, forever]) expect(said).toMatch(/^HTTP\/1\.1 408 .*application\/problem\+json/s);
  // Against each other, not against the clock: a machine that is busy is late with all of them.
  expect(forever.ms).toBeGreaterThan(1400);
  expect(cut.ms).toBeLessThan(forever.ms - 500);
  expect(stalled.ms).toBeLessThan(forever.ms - 300);
});

test("a stranger who sends to where files go is led to the sign-in, and gets no more time", async () => {
  const [stranger, staff] = await Promise.all([send("stranger", { every: 50, pieces: 1000 }), send("staff", { every: 50, pieces: 1000 })]);
  expect(stranger.said).toMatch(/^HTTP\/1\.1 302 .*\/admin\/login/s);
  expect(stranger.ms).toBeLessThan(staff.ms - 500);
});

test("slow uploads of one member of staff leave the others their room, and whoever waits for a turn has the whole time then", async () => {
  const large = { every: 100, pieces: 1000, claims: 50_000_000 };
  const [first, second, colleague] = await Promise.all([
    send(IMPORT_CALL, large),
    delay(50).then(() => send(IMPORT_CALL, large)),
    delay(100).then(() => send("colleague", { every: 10, pieces: 4 })),
  ]);
  expect(colleague.said).toMatch(new RegExp(`^HTTP/1.1 200 .*\r\n\r\n${BODY.length}$`, "s"));
  expect(colleague.ms).toBeLessThan(first.ms);
  for (const { said } of [first, second]) expect(said).toMatch(/^HTTP\/1\.1 408 /);
  expect(second.ms - first.ms).toBeGreaterThan(1200);
});

import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { refusals } from "#app/staff/data/tables.ts";
import { freePort } from "#test/free-port.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();
const routes = { hello: { loader: () => null, default: () => "hello" }, "api/hello": { loader: () => Response.json("hello") } };

const shop = await bootSmallShop(url, routes);
/** A shop that customers reach by https, behind a proxy. */
const { url: otherUrl } = await createTestDatabase();
const httpsPort = await freePort();
await bootSmallShop(otherUrl, routes, { environment: { PUBLIC_URL: "https://shop.example", TRUST_PROXY: "on", PORT: String(httpsPort) } });

test("sends the security headers with pages and calls", async () => {
  const page = await fetch(`${shop.url}/hello`);
  const call = await fetch(`${shop.url}/api/hello`);
  expect([page.status, call.status]).toEqual([200, 200]);
  for (const { headers } of [page, call]) {
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
    expect(headers.get("Permissions-Policy")).toBe('camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")');
    expect(headers.get("Strict-Transport-Security")).toBeNull();
  }
  expect(call.headers.get("Content-Security-Policy")).toBe("frame-ancestors 'none'");
  const policy = page.headers.get("Content-Security-Policy")?.split("; ") ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]));
  expect(policy.find((directive) => directive.startsWith("script-src"))).toMatch(/^script-src 'nonce-[\w-]{22}' 'strict-dynamic'$/);
});

/** The whole answer of the shop with https to exactly these bytes. */
async function exchange(request: string): Promise<string> {
  const socket = connect(httpsPort, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.write(request);
  await once(socket, "close");
  return text;
}

test("sends HSTS for a year with every response over https, including early errors", async () => {
  const send = (line: string, more = "") =>
    exchange(`${line} HTTP/1.1\r\nHost: shop.example\r\n${more}X-Forwarded-Proto: https\r\nConnection: close\r\n\r\n`);
  const answers = {
    200: [await send("GET /hello"), await send("GET /api/hello")],
    404: [await send("GET /nothing"), await send("GET /media/nothing")],
    400: [await send("GET /hello", "Host: other.example\r\n"), await exchange("nonsense\r\n\r\n")],
    405: [await send("PUT /_csp-report")],
  };
  for (const [status, texts] of Object.entries(answers))
    for (const text of texts) {
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toMatch(/\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
    }
});

test("counts policy reports, and rejects other methods with 405", async () => {
  const report = () => fetch(`${shop.url}/_csp-report`, { method: "POST", body: '{"csp-report":{"blocked-uri":"inline"}}' });
  expect([(await report()).status, (await report()).status]).toEqual([204, 204]);
  expect((await fetch(`${shop.url}/_csp-report`)).status).toBe(405);
  await expect
    .poll(async () => (await db.select().from(refusals)).map(({ kind, count }) => ({ kind, count })))
    .toEqual([{ kind: "csp", count: 2 }]);
});

test("marks responses of calls requested as page data as no-store", async () => {
  const answer = await fetch(`${shop.url}/api/hello.data`);
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
});

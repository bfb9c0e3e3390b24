import { expect, test } from "vitest";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const routes = { hello: { loader: () => null, default: () => "hello" }, "api/hello": { loader: () => Response.json("hello") } };

const shop = await bootSmallShop(url, routes);

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

test("stores no answer of a call that is asked for as the data of a page", async () => {
  const answer = await fetch(`${shop.url}/api/hello.data`);
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
});

import { expect, test } from "@playwright/test";
import { cookieOf, send, type Answer } from "./calls/send.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";

/* A shop that customers reach by https while a proxy in front terminates TLS and forwards http. */

const PUBLIC = "https://shop.example";
const PROXIED = { Host: "shop.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7" };

let shop: RunningShop;
test.beforeAll(async () => {
  shop = await startShop({ PUBLIC_URL: PUBLIC, TRUST_PROXY: "on" });
});
test.afterAll(() => shop?.stop());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send(shop.url, { method: "GET", path, headers: { ...PROXIED, ...headers } });
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(shop.url, {
    method: "POST",
    path,
    headers: { ...PROXIED, Origin: PUBLIC, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** The properties of every cookie: for this host only, https only, and inaccessible to scripts and cross-site changes. */
function expectBound(answer: Answer, ...names: readonly string[]): void {
  const lines = answer.headers["set-cookie"] ?? [];
  expect(lines.map((line) => line.split("=")[0])).toEqual(names);
  for (const line of lines) {
    const attributes = line.toLowerCase().split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["secure", "httponly", "samesite=lax", "path=/"]));
    expect(attributes.filter((each) => each.startsWith("domain"))).toEqual([]);
  }
}

test("uses __Host- and Secure cookies only", async () => {
  const { products } = (await get("/api/products?q=flatbread")).json as { products: { id: number }[] };
  const added = await post("/api/cart/items", { productId: products[0]?.id });
  expect(added.status, added.text).toBe(200);
  expectBound(added, "__Host-cart");
  const cookie = cookieOf(added);
  expect((await get("/api/cart-badge", { Cookie: cookie })).json).toBe(1);
  expect((await get("/api/cart-badge", { Cookie: cookie.replace("__Host-", "") })).json, "a cookie any page could set on http").toBe(0);

  const signedIn = await post("/admin/api/login", ADMIN);
  expect(signedIn.status, signedIn.text).toBe(200);
  expectBound(signedIn, "__Host-staff", "__Host-device");
  const session = cookieOf(signedIn);
  expect((await get("/admin/api/me", { Cookie: session })).status).toBe(200);
  expect((await get("/admin/api/me", { Cookie: session.replace("__Host-", "") })).status).toBe(401);
  const left = await post("/admin/api/logout", {}, { Cookie: session });
  expect(left.status).toBe(200);
  expectBound(left, "__Host-staff");
  expect((await get("/admin/api/me", { Cookie: session })).status).toBe(401);
});

test("a public shop without keys accepts no test cards", async () => {
  const { products } = (await get("/api/products?q=flatbread")).json as { products: { id: number }[] };
  const added = await post("/api/cart/items", { productId: products[0]?.id });
  const cookie = cookieOf(added);
  const { final_total: expectedTotal } = (await get("/api/cart", { Cookie: cookie })).json as { final_total: number };
  const customer = { name: "Ana", email: "ana@example.com", phone: "+1 416 555 0134" };
  const order = { customer, fulfillment: "pickup", expectedTotal };
  const refused = await post("/api/checkout", order, { Cookie: cookie, "Idempotency-Key": crypto.randomUUID() });
  expect(refused.status, refused.text).toBe(422);
  expect(refused.json).toMatchObject({
    errors: [{ path: "payment", message: expect.stringMatching(/^Card payment is not set up yet\./) }],
  });
  expect((await get("/checkout", { Cookie: cookie })).text).toContain("Card payment is not set up yet.");

  const session = cookieOf(await post("/admin/api/login", ADMIN));
  for (const page of ["/admin", "/admin/site-settings"]) {
    expect((await get(page, { Cookie: session })).text, page).toContain(
      "Customers cannot pay by card: enter the Stripe public key and secret key.",
    );
  }
});

test("sends HSTS and builds links from the configured address", async () => {
  for (const path of ["/", "/api/version", "/nope", "/sitemap.xml"]) {
    const answer = await get(path);
    expect(answer.headers["strict-transport-security"], path).toBe("max-age=31536000; includeSubDomains");
    expect(answer.text, path).not.toContain(shop.url);
  }
  expect((await get("/sitemap.xml", { Host: "evil.example", "X-Forwarded-Host": "evil.example" })).text).not.toContain("evil.example");
  expect((await get("/robots.txt")).text).toContain(`Sitemap: ${PUBLIC}/sitemap.xml`);
  const { servers } = (await get("/api/openapi.json")).json as { servers: { url: string }[] };
  expect(servers).toEqual([{ url: PUBLIC }]);
});

test("only the configured origin may change data", async () => {
  for (const Origin of ["http://shop.example", "https://shop.example.evil.example", "https://evil.example", "null"]) {
    expect((await post("/admin/api/login", ADMIN, { Origin, "Sec-Fetch-Site": "cross-site" })).status, Origin).toBe(403);
  }
});

test("limits addresses by the proxy's header", async () => {
  const { products } = (await get("/api/products?q=flatbread")).json as { products: { id: number }[] };
  const wanted = { productId: products[0]?.id };
  let refused: Answer | undefined;
  for (let tries = 0; tries < 400 && refused === undefined; tries += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post("/api/cart/items", wanted, { "X-Forwarded-For": "198.51.100.9" })),
    );
    refused = answers.find(({ status }) => status !== 200);
  }
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  const form = await send(shop.url, {
    method: "POST",
    path: "/cart",
    headers: { ...PROXIED, "X-Forwarded-For": "198.51.100.9", Origin: PUBLIC, "Content-Type": "application/x-www-form-urlencoded" },
    body: `intent=add&productId=${wanted.productId}&quantity=1`,
  });
  expect(form.status).toBe(429);
  expect(Number(form.headers["retry-after"])).toBeGreaterThan(0);
  expect(form.text).toContain("Too many carts were started from your network.");
  expect((await post("/api/cart/items", wanted, { "X-Forwarded-For": "198.51.100.10" })).status).toBe(200);
});

import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoaderFunctionArgs } from "react-router";
import { requestContext } from "#app/http/context.server.ts";
import { serializeSessionToken } from "#app/http/cookies/session-cookie.server.ts";
import { closeDb, inTransaction, openDb } from "#app/platform/db/database.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { createSession } from "#app/staff/data/sessions.server.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();
const db = openDb(url, { max: 2, limits: TEST_LIMITS });
afterAll(() => closeDb(db));

const page = (words: string) => ({ loader: () => null, default: () => words });
/** Answers whether the request comes from staff before the opening. */
const act = {
  loader: () => new Response("goods"),
  action: ({ context }: LoaderFunctionArgs) => new Response(String(context.get(requestContext).isBeforeOpening === true)),
};
const shop = await bootSmallShop(url, {
  "": { id: "routes/shop/index", ...page("real shop") },
  cart: { id: "routes/shop/cart/index", ...page("cart"), action: () => null },
  "payment-complete": { id: "routes/shop/payment-complete/index", ...page("your order") },
  "opening-soon.html": { id: "routes/shop/opening-soon", ...page("opening soon") },
  "sitemap.xml": { id: "routes/shop/sitemap", ...act },
  "api/products": { id: "routes/api/products", ...act },
  "api/checkout": { id: "routes/api/checkout", ...act },
  "api/version": { id: "routes/api/version", ...act },
});

let staff = "";
beforeAll(async () => {
  const user = await createUser(db, { email: "ana@example.com", name: "Ana", passwordHash: "x", roles: ["order-admin"] });
  const token = "t".repeat(43);
  await createSession(db, {
    tokenHash: createHash("sha256").update(token).digest("hex"),
    userId: user.id,
    userAgent: "",
    now: new Date(),
    hasSecondFactor: false,
  });
  staff = (await serializeSessionToken(token, { isSecure: false })).split(";")[0] ?? "";
});

const setSoon = (isSoon: boolean) =>
  inTransaction(db, (tx) =>
    writeSettings(
      tx,
      createSecretBox("a secret for tests, at least 32 characters long"),
      { OPENING_SOON: isSoon },
      { userId: null, userName: "test" },
    ),
  );
async function read(path: string, { cookie = "", method = "GET" } = {}) {
  const response = await fetch(shop.url + path, { method, headers: { Cookie: cookie, Origin: shop.url }, redirect: "manual" });
  const text = await response.text();
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return { status: response.status, text, headers: response.headers, ancestors: /frame-ancestors ('\w+')/.exec(policy)?.[1] };
}
/** The process learns of the change by a notification. */
async function untilHome(words: string): Promise<void> {
  await expect.poll(async () => (await read("/")).text, { interval: 20, timeout: 60_000 }).toContain(words);
}

test("visitors see “Opening soon” immediately, and the shop again once it is open", async () => {
  await untilHome("real shop");
  await setSoon(true);
  await untilHome("opening soon");
  const soon = await read("/cart");
  expect([soon.status, soon.text]).toEqual([200, expect.stringContaining("opening soon")]);
  await setSoon(false);
  await untilHome("real shop");
});

test("before the opening, visitors cannot see goods or order", async () => {
  await setSoon(true);
  await untilHome("opening soon");
  for (const [path, method] of [
    ["/api/products", "GET"],
    ["/API/products", "GET"],
    ["/sitemap.xml", "GET"],
    ["/_root.data", "GET"],
    ["/api/checkout", "POST"],
    ["/cart", "POST"],
  ] as const) {
    const refused = await read(path, { method });
    expect(`${method} ${path} ${refused.status}`).toBe(`${method} ${path} 503`);
    expect(refused.text).toContain("This shop is not open yet.");
    expect(refused.headers.get("Retry-After")).not.toBeNull();
  }
  expect((await read("/payment-complete")).text).toContain("your order");
  expect((await read("/api/version")).text).toBe("goods");
});

test("before the opening, staff see the uncached shop and place test orders", async () => {
  const home = await read("/", { cookie: staff });
  expect(home.text).toContain("real shop");
  expect(home.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await read("/")).text).toContain("opening soon");
  expect((await read("/api/checkout", { cookie: staff, method: "POST" })).text).toBe("true");
});

test("only staff may frame the shop, and only in the setup", async () => {
  await setSoon(false);
  await untilHome("real shop");
  const ancestors = async (path: string, cookie = "") => (await read(path, { cookie })).ancestors;
  expect(await ancestors("/?preview=setup", staff)).toBe("'self'");
  expect(await ancestors("/?preview=setup")).toBe("'none'");
  expect(await ancestors("/?preview=setup&more=1", staff)).toBe("'none'");
  expect(await ancestors("/cart?preview=setup", staff)).toBe("'none'");
  expect(await ancestors("/", staff)).toBe("'none'");
  expect((await read("/api/checkout", { cookie: staff, method: "POST" })).text).toBe("false");
});

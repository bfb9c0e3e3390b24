import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { products } from "#app/catalogue/data/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { takePointsHere } from "#app/platform/rate-limit.server.ts";
import { apiTokens, auditLog, users } from "#app/staff/data/tables.ts";
import { API_SCOPES, MAX_API_TOKENS, type ApiScope } from "#app/staff/domain/api-token.ts";
import { createApiToken, revokeApiTokens } from "#app/staff/workflows/api-tokens.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { callWithToken, tokenWith as tokenOf, type TokenCall } from "#test/token-calls.ts";
import { TOKEN_CALLS } from "./token-guard.server.ts";

const { services } = await openTestShop();
const { db } = services;
const START = services.now();
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };

beforeEach(async () => {
  await db.delete(apiTokens);
  await db.update(users).set({ roles: ["super-admin"], isDisabled: false });
});

const tokenWith = (...scopes: readonly ApiScope[]) => tokenOf({ ...services, now: () => START }, ANA, ...scopes);
const call = (token: string, path: string, options: TokenCall = {}) => callWithToken(services, token, path, { now: START, ...options });

test("a token may use the calls of its scopes and no others", async () => {
  const id = await insertProduct(db);
  const { token } = await tokenWith("products:read");
  expect((await call(token, "/admin/api/products")).data).toMatchObject({ total: 1, products: [{ id, version: 1 }] });
  expect((await call(token, `/admin/api/products/${id}`)).status).toBe(200);
  const refused = await call(token, `/admin/api/products/${id}`, { method: "PATCH", body: { price: 5 } });
  expect([refused.status, refused.headers.get("WWW-Authenticate"), refused.data?.["detail"]]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="products:write"',
    "This token lacks the permission products:write.",
  ]);
  expect((await call(token, "/admin/api/orders")).status).toBe(403);
});

test.each([
  ["GET", "/admin/api/me"],
  ["POST", "/admin/api/logout"],
  ["GET", "/admin/api/search?q=a"],
  ["POST", "/admin/api/records"],
  ["POST", "/admin/api/import"],
  ["POST", "/admin/api/media"],
  ["GET", "/admin/api/poll-orders"],
  ["DELETE", "/admin/api/products"],
  ["GET", "/admin/api/users"],
  // Other spellings of open calls.
  ["GET", "/admin/api/products.data"],
  ["GET", "/ADMIN/api/products"],
  ["GET", "/admin//api/products"],
  ["GET", "/admin/api/%70roducts"],
  ["GET", "/admin/api/products/../users"],
])("a token with every scope does not open %s %s", async (method, path) => {
  const { token } = await tokenWith(...API_SCOPES);
  const answer = await call(token, path, { method });
  expect([answer.status, answer.data?.["detail"]]).toEqual([403, "API tokens do not open this call."]);
});

test("staff pages accept no token", async () => {
  const { token } = await tokenWith(...API_SCOPES);
  for (const path of ["/admin", "/admin/orders", "/admin/api-tokens"]) {
    const answer = await call(token, path);
    expect([path, answer.status]).toEqual([path, 302]);
  }
});

test("a token works until it is revoked or expires, and as long as its creator is an administrator", async () => {
  const { id, token } = await tokenWith("orders:read");
  const statusAt = async (days: number) =>
    (await call(token, "/admin/api/orders", { now: new Date(START.getTime() + days * 86_400_000) })).status;
  expect([await statusAt(29.99), await statusAt(30)]).toEqual([200, 401]);
  await db.update(users).set({ isDisabled: true });
  expect(await statusAt(0)).toBe(401);
  await db.update(users).set({ isDisabled: false, roles: ["order-admin"] });
  expect(await statusAt(0)).toBe(401);
  await db.update(users).set({ roles: ["super-admin"] });
  expect(await statusAt(0)).toBe(200);
  expect(await revokeApiTokens(db, ANA, [id], START)).toEqual({ ok: true, value: ["Stock list"] });
  expect(await revokeApiTokens(db, ANA, [id], START)).toEqual({ ok: true, value: [] });
  const answer = await call(token, "/admin/api/orders");
  expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
  expect((await call(`${token}x`, "/admin/api/orders")).status).toBe(401);
});

test("stores only the hash, and records the last use once a minute", async () => {
  const { token } = await tokenWith("orders:read");
  const rowNow = async () => (await db.select().from(apiTokens))[0];
  expect(JSON.stringify(await rowNow())).not.toContain(token.slice("shopbell_".length));
  const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
  for (const seconds of [0, 30, 61]) await call(token, "/admin/api/orders", { now: later(seconds) });
  expect((await rowNow())?.lastUsedAt).toEqual(later(61));
  await call(token, "/admin/api/orders", { now: later(100) });
  expect((await rowNow())?.lastUsedAt).toEqual(later(61));
});

test("ignores other schemes and other programs' tokens next to a session", async () => {
  for (const authorization of ["Basic c2hvcA==", "Bearer eyJhbGciOiJub25lIn0.e30.", "Bearer shopbell_ x", "shopbell_abc"]) {
    const answer = await call("", "/admin/api/orders", { headers: { Authorization: authorization } });
    expect([authorization, answer.status, answer.data?.["detail"]]).toEqual([authorization, 401, "Sign in first."]);
  }
});

test("rejects calls above a token's limit with the time to wait", async () => {
  const { id, token } = await tokenWith("products:read");
  for (let count = 1; count < TOKEN_CALLS.points; count += 1) await takePointsHere(db, TOKEN_CALLS, String(id));
  expect((await call(token, "/admin/api/products")).status).toBe(200);
  const refused = await call(token, "/admin/api/products");
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
});

test("changes a product's price, stock and state, with history under the token's name", async () => {
  const id = await insertProduct(db, { priceCents: 900, stock: 4 });
  const { token } = await tokenWith("products:read", "products:write");
  const patch = (body: unknown) => call(token, `/admin/api/products/${id}`, { method: "PATCH", body });
  expect((await patch({ version: 1, price: 8.5, compare_at: 9.95, stock: 12, is_hidden: true, is_sold_out: true })).data).toMatchObject({
    product: { id, version: 2, price: 8.5, compare_at: 9.95, stock: 12, is_hidden: true, is_sold_out: true, sold_out_until: null },
  });
  expect((await patch({ compare_at: null, stock: null, is_sold_out: false })).data).toMatchObject({
    product: { version: 3, price: 8.5, compare_at: null, stock: null, is_sold_out: false },
  });
  const rows = await db.select().from(auditLog).where(eq(auditLog.subjectKind, "product"));
  expect(rows.map(({ userId, userName, action }) => ({ userId, userName, action }))).toEqual([
    { userId: ANA.id, userName: "Stock list (API)", action: "edit" },
    { userId: ANA.id, userName: "Stock list (API)", action: "edit" },
  ]);
});

test("rejects invalid fields, old versions and binned products", async () => {
  const id = await insertProduct(db, { priceCents: 900, compareAtCents: 1000 });
  const { token } = await tokenWith("products:read", "products:write");
  const patch = (body: unknown, of: number | string = id) => call(token, `/admin/api/products/${of}`, { method: "PATCH", body });
  const wrong: readonly (readonly [unknown, string])[] = [
    [{}, ""],
    [{ version: 1 }, ""],
    [{ price: 8.555 }, "price"],
    [{ price: -1 }, "price"],
    [{ price: "8.50" }, "price"],
    [{ price: 1e9 }, "price"],
    [{ price: 10 }, "price"],
    [{ compare_at: 9 }, "compare_at"],
    [{ stock: 1.5 }, "stock"],
    [{ stock: -1 }, "stock"],
    [{ is_hidden: "yes" }, "is_hidden"],
    [{ title: "Soup" }, "title"],
    [{ price: 0 }, "price"],
    [{ stock_seen: 3 }, ""],
  ];
  for (const [body, path] of wrong) {
    expect([body, await patch(body)]).toMatchObject([
      body,
      { status: 422, data: { errors: expect.arrayContaining([expect.objectContaining({ path })]) as unknown } },
    ]);
  }
  expect(await patch({ version: 7, stock: 3 })).toMatchObject({ status: 409, data: { product: { id, version: 1, stock: null } } });
  expect(await patch({ stock_seen: 5, stock: 3 })).toMatchObject({ status: 409, data: { product: { id, version: 1, stock: null } } });
  const [row] = await db.select().from(products).where(eq(products.id, id));
  expect(row).toMatchObject({ version: 1, priceCents: 900, compareAtCents: 1000, stock: null });
  await db.update(products).set({ deletedAt: START }).where(eq(products.id, id));
  expect([
    (await patch({ stock: 3 })).status,
    (await patch({ stock: 3 }, 999_999)).status,
    (await patch({ stock: 3 }, "x")).status,
  ]).toEqual([404, 404, 403]);
});

test("accepts an order under the token's name, and refunds like order staff", async () => {
  const { token } = await tokenWith("orders:write", "orders:refund");
  const { order: placed } = await storeOrder(db, { paymentState: "none", gateway: "none" });
  const accept = { method: "POST", body: { version: placed.version, minutes: 20 } };
  expect((await call(token, `/admin/api/orders/${placed.id}/accept`, accept)).data).toMatchObject({ order: { status: "accepted" } });
  const [row] = await db.select().from(auditLog).where(eq(auditLog.action, "order-accept"));
  expect(row).toMatchObject({ userId: ANA.id, userName: "Stock list (API)" });
  const { order: paid } = await storeOrder(db, { status: "completed", paymentState: "captured", capturedCents: 2000 });
  const refund = { method: "POST", body: { version: paid.version, amount: 1, reason: "other" } };
  const refused = await call(token, `/admin/api/orders/${paid.id}/refund`, refund);
  expect(refused.status).toBe(403);
  const { token: weaker } = await tokenWith("orders:write");
  for (const act of ["refund", "cancel"])
    expect((await call(weaker, `/admin/api/orders/${paid.id}/${act}`, refund)).data?.["detail"]).toBe(
      "This token lacks the permission orders:refund.",
    );
  expect((await db.select().from(orders).where(eq(orders.id, paid.id)))[0]?.version).toBe(paid.version);
});

test("rejects tokens of a creator without the required two-factor authentication", async () => {
  const { token } = await tokenWith("orders:read");
  const require = (value: boolean) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { REQUIRE_TWO_FACTOR: value }, { userId: null, userName: "Ana" }));
  await require(true);
  expect((await call(token, "/admin/api/orders")).status).toBe(401);
  await db.update(users).set({ totpSince: START });
  expect((await call(token, "/admin/api/orders")).status).toBe(200);
  await db.update(users).set({ totpSince: null });
  await require(false);
  expect((await call(token, "/admin/api/orders")).status).toBe(200);
});

test("only administrators create and revoke tokens", async () => {
  const bo = { ...ANA, roles: ["order-admin"] };
  const { id } = await tokenWith("orders:read");
  expect((await createApiToken(db, bo, { name: "Till", scopes: ["orders:read"], days: 30 }, START)).ok).toBe(false);
  expect((await revokeApiTokens(db, bo, [id], START)).ok).toBe(false);
  expect((await db.select().from(apiTokens)).map(({ revokedAt }) => revokedAt)).toEqual([null]);
});

test("creating needs a recent confirmation, with at most fifty active tokens", async () => {
  const one = { name: "Till", scopes: ["orders:read"] as const, days: 30 };
  const unconfirmed = await createApiToken(db, { ...ANA, isConfirmed: false }, { ...one, scopes: [...one.scopes] }, START);
  expect(unconfirmed.ok).toBe(false);
  const made = await Promise.all(
    Array.from({ length: MAX_API_TOKENS + 3 }, () => createApiToken(db, ANA, { ...one, scopes: [...one.scopes] }, START)),
  );
  expect(made.filter(({ ok }) => ok).length).toBe(MAX_API_TOKENS);
  expect((await db.select().from(apiTokens)).length).toBe(MAX_API_TOKENS);
});

import { createHash, randomBytes } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { createSession } from "#app/staff/data/sessions.server.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { guardAdmin } from "./admin-guard.server.ts";

const { services } = await openTestShop();

async function cookieOf(roles: readonly string[], hasSecondFactor = false): Promise<string> {
  const user = await createUser(services.db, {
    email: `${randomBytes(6).toString("hex")}@example.com`,
    name: "x",
    passwordHash: "x",
    roles,
  });
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  await createSession(services.db, { tokenHash, userId: user.id, userAgent: "", hasSecondFactor, now: services.now() });
  const value = Buffer.from(JSON.stringify(token)).toString("base64");
  return `staff=${encodeURIComponent(value)}`;
}

const ENDED = `staff=${encodeURIComponent(Buffer.from(JSON.stringify("x".repeat(43))).toString("base64"))}`;
const VISITORS = {
  nobody: "",
  ended: ENDED,
  "order-admin": await cookieOf(["order-admin"]),
  "two factors": await cookieOf(["super-admin"], true),
} as const;

async function visit(path: string, who: keyof typeof VISITORS): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(requestContext, { id: "test", method: "GET", clientAddress: "127.0.0.1", nonce: "" });
  const request = new Request(`http://localhost:3000${path}`, { headers: { Cookie: VISITORS[who] } });
  const args = { request, context, params: {}, url: new URL(path.replace(".data", ""), request.url), pattern: path };
  return (await guardAdmin(args, async () => new Response(null))) ?? new Response(null);
}

test("records denied access once per address", async () => {
  await services.db.delete(auditLog);
  await visit("/admin/users/edit/4711", "order-admin");
  await visit("/admin/users/edit/4711", "order-admin");
  await visit("/admin/users/edit/4711", "nobody");
  await visit("/admin", "order-admin");
  const rows = await services.db.select().from(auditLog);
  expect(rows.map(({ userName, action, subject }) => ({ userName, action, subject }))).toEqual([
    { userName: "x", action: "denied", subject: "/admin/users/edit/4711" },
  ]);
});

test("records at most thirty denials of a user in ten minutes", async () => {
  await services.db.delete(auditLog);
  for (let path = 0; path < 35; path += 1) await visit(`/admin/history/${path}`, "order-admin");
  expect(await services.db.$count(auditLog)).toBeLessThanOrEqual(30);
});

test.each([
  "/admin/orders/..%252f..%252fcart",
  "/admin/users/edit/..%252f..%252f..%252fcart",
  "/admin/..%252fcart",
  "/admin/users/edit/..%2f..%2f..%2fcart.data",
])("does not run a staff route whose address leaves the staff area when it is decoded again: %s", async (path) => {
  expect((await visit(path, "nobody")).headers.get("Location") ?? "").toContain("/admin/login");
  expect((await visit(path, "order-admin")).headers.get("Location")).toBe("/admin/orders");
});

test("lets everybody open addresses that only look like staff pages", async () => {
  for (const path of ["/administration", "/shop/admin", "/products/12", "/"]) expect((await visit(path, "nobody")).status, path).toBe(200);
});

test.each(["/admin/menu-builder/TreeNode", "/admin/footer-menu-builder/FooterColumn", "/admin/product?q=Bagel&page=2"])(
  "sends a visitor without a session to sign in and back to %s as it was requested",
  async (address) => {
    const response = await visit(address, "nobody");
    const [page, query] = address.split("?");
    const navigation = await visit(`${page}.data${query === undefined ? "" : `?${query}`}`, "nobody");
    expect(navigation.headers.get("Location")).toBe(response.headers.get("Location"));
    expect(response.status).toBe(302);
    const location = new URL(response.headers.get("Location") ?? "", "http://localhost:3000");
    expect(location.pathname).toBe("/admin/login");
    expect(location.searchParams.get("next")).toBe(address);
  },
);

test("tells the sign-in page about an ended session only if there was one", async () => {
  const locationOf = async (who: keyof typeof VISITORS) => (await visit("/admin/product", who)).headers.get("Location");
  expect(await locationOf("nobody")).toBe("/admin/login?next=%2Fadmin%2Fproduct");
  expect(await locationOf("ended")).toBe("/admin/login?next=%2Fadmin%2Fproduct&ended=1");
});

test("a one-factor session opens only the own account while two are required", async () => {
  const set = (value: boolean) =>
    inTransaction(services.db, (tx) =>
      writeSettings(tx, services.secrets, { REQUIRE_TWO_FACTOR: value }, { userId: null, userName: "Ana" }),
    );
  expect((await visit("/admin/orders", "order-admin")).status).toBe(200);
  await set(true);
  await services.db.delete(auditLog);
  expect((await visit("/admin/orders", "order-admin")).headers.get("Location")).toBe("/admin/orders/account");
  expect((await visit("/admin/orders/account", "order-admin")).status).toBe(200);
  const call = await visit("/admin/api/orders", "order-admin");
  expect(call.status).toBe(403);
  expect(await call.json()).toMatchObject({ detail: expect.stringContaining("requires two-factor authentication") as string });
  expect((await visit("/admin/api/logout", "order-admin")).status).toBe(200);
  expect((await visit("/admin/users", "two factors")).status).toBe(200);
  expect(await services.db.select().from(auditLog)).toEqual([]);
  await set(false);
  expect((await visit("/admin/orders", "order-admin")).status).toBe(200);
});

import { createHash, randomBytes } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import routes from "#app/routes.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { createSession } from "#app/staff/data/sessions.server.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { openTestShop } from "#test/shop.ts";
import { guardAdmin } from "./admin-guard.server.ts";

/*
 * Who may open what, over the whole table of routes: each route, as each kind of visitor, in each spelling, through the guard itself.
 */

const { services } = await openTestShop();

async function cookieOf(roles: readonly string[]): Promise<string> {
  const user = await createUser(services.db, {
    email: `${randomBytes(6).toString("hex")}@example.com`,
    name: "x",
    passwordHash: "x",
    roles,
  });
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  await createSession(services.db, { tokenHash, userId: user.id, userAgent: "", now: services.now() });
  const value = Buffer.from(JSON.stringify(token)).toString("base64");
  return `staff=${encodeURIComponent(value)}`;
}

const VISITORS = {
  nobody: "",
  roleless: await cookieOf([]),
  "order-admin": await cookieOf(["order-admin"]),
  "super-admin": await cookieOf(["super-admin"]),
} as const;
type Visitor = keyof typeof VISITORS;

/** "open", where a page sends on to, or the status of a refused call. */
async function answer(path: string, who: Visitor): Promise<string> {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(requestContext, { id: "test", clientAddress: "127.0.0.1", nonce: "" });
  const request = new Request(`http://localhost:3000${path}`, { headers: { Cookie: VISITORS[who] } });
  const args = { request, context, params: {}, url: new URL(request.url), pattern: path };
  const response = await guardAdmin(args, async () => new Response(null, { status: 299 }));
  if (response === undefined || response.status === 299) return "open";
  const location = response.headers.get("Location");
  return location === null ? String(response.status) : location.split("?")[0]!;
}

function* patternsOf(entries: readonly RouteConfigEntry[], above = ""): Generator<string> {
  for (const { path, index, children } of entries) {
    const pattern = path === undefined ? above : `${above}/${path}`;
    if (path !== undefined || index === true) yield pattern === "" ? "/" : pattern;
    yield* patternsOf(children ?? [], pattern);
  }
}

/** Every address of the table, with something in the place of parameters. */
const PATHS = [...new Set(patternsOf(routes))].map((pattern) => pattern.replace("*", "no/such/page").replaceAll(/:\w+/g, "12"));

/** What the contract says, in its own words: by the plain path alone. */
function right(path: string, who: Visitor): string {
  const isCall = /^\/admin\/api(\/|$)/.test(path);
  if (!/^\/admin(\/|$)/.test(path)) return "open";
  if (["/admin/login", "/admin/api/login", "/admin/api/me"].includes(path)) return "open";
  if (who === "nobody") return isCall ? "401" : "/admin/login";
  if (who === "super-admin" || path === "/admin/api/logout") return "open";
  if (who === "roleless") return path === "/admin" ? "open" : isCall ? "403" : "/admin/";
  const isOfOrders = /^\/admin\/(?:api\/)?orders(\/|$)/.test(path) || /^\/admin\/api\/(?:poll-orders|new-orders-count)$/.test(path);
  return isOfOrders ? "open" : isCall ? "403" : "/admin/orders";
}

/** The router takes these for the same address. */
const SAME: Readonly<Record<string, (path: string) => string>> = {
  plain: (path) => path,
  "upper case": (path) => path.toUpperCase(),
  "a slash at the end": (path) => `${path}/`,
  "a letter encoded": (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "a client's navigation": (path) => (path === "/" ? "/_root.data" : `${path}.data`),
};
/** Layers may read these as the same address or as another: they must open nothing that the plain one does not. */
const DISGUISED: Readonly<Record<string, (path: string) => string>> = {
  "two slashes in front": (path) => `/${path}`,
  "two slashes inside": (path) => path.replace(/(?<=.)\//, "//"),
  "a slash encoded": (path) => path.replace(/(?<=.)\//, "%2f"),
  "a letter encoded twice": (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  "a dot between": (path) => path.replace(/(?<=.)\//, "/%2e/"),
  "out of the orders": (path) => `/admin/orders/..%2f..${path}`,
  "a backslash encoded": (path) => path.replace(/(?<=.)\//, "%5c"),
};

test("the table has every kind of address", () => {
  expect(PATHS.length).toBeGreaterThan(40);
  for (const path of ["/", "/cart", "/admin", "/admin/orders/12", "/admin/site-settings", "/admin/api/orders/12/12", "/api/cart"])
    expect(PATHS).toContain(path);
});

test.each(Object.keys(VISITORS) as Visitor[])("%s opens exactly what the roles say, however it is spelled", async (who) => {
  const wrong: string[] = [];
  for (const path of PATHS) {
    const expected = right(path, who);
    for (const [spelling, spell] of Object.entries(SAME)) {
      const seen = await answer(spell(path), who);
      if (seen !== expected) wrong.push(`${spelling}: ${spell(path)} is ${seen}, not ${expected}`);
    }
    for (const [spelling, spell] of Object.entries(DISGUISED)) {
      const seen = await answer(spell(path), who);
      // A path that only looks as if it were under /admin is refused like one that is.
      const isRefusal = ["401", "403", "404", "/admin/login", "/admin/orders", "/admin/"].includes(seen);
      if (seen !== expected && !isRefusal) wrong.push(`${spelling}: ${spell(path)} is ${seen}, not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("what a role does not allow stands in the history, once for each address", async () => {
  await services.db.delete(auditLog);
  await answer("/admin/users/edit/4711", "order-admin");
  await answer("/admin/users/edit/4711", "order-admin");
  await answer("/admin/users/edit/4711", "nobody");
  await answer("/admin", "order-admin");
  const rows = await services.db.select().from(auditLog);
  expect(rows.map(({ userName, action, subject }) => ({ userName, action, subject }))).toEqual([
    { userName: "x", action: "denied", subject: "/admin/users/edit/4711" },
  ]);
});

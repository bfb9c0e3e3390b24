import { existsSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import { parseSlug } from "./content/domain/page.ts";
import { adminAccess } from "./staff/domain/permissions.ts";
import routes from "./routes.ts";
import { filesOfRoutes } from "#test/route-files.ts";

function toObjects(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.map((entry) =>
    entry.index === true
      ? { id: entry.file, index: true, ...(entry.path === undefined ? {} : { path: entry.path }) }
      : { id: entry.file, path: entry.path ?? "", caseSensitive: entry.caseSensitive ?? false, children: toObjects(entry.children ?? []) },
  );
}

const table = toObjects(routes);

function fileOf(path: string): string | undefined {
  return matchRoutes(table, path)?.at(-1)?.route.id;
}

function pathsOf(entries: readonly RouteConfigEntry[], base = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [base, entry.path].filter(Boolean).join("/");
    return entry.children === undefined || entry.children.length === 0 ? [`/${path}`] : pathsOf(entry.children, path);
  });
}

test.each([
  ["/", "routes/shop/index.tsx"],
  ["/cart", "routes/shop/cart/index.tsx"],
  ["/checkout", "routes/shop/checkout/index.tsx"],
  ["/payment-complete", "routes/shop/payment-complete/index.tsx"],
  ["/products/12", "routes/shop/product.tsx"],
  ["/12/products", "routes/shop/category.tsx"],
  ["/about", "routes/shop/page.tsx"],
  ["/about/the/team", "routes/shop/page.tsx"],
  ["/admin", "routes/admin/index.tsx"],
  ["/admin/", "routes/admin/index.tsx"],
  ["/admin/login", "routes/admin/login/index.tsx"],
  ["/admin/orders", "routes/admin/orders/index.tsx"],
  ["/admin/orders/accepted", "routes/admin/orders/accepted.tsx"],
  ["/admin/orders/rejected", "routes/admin/orders/rejected.tsx"],
  ["/admin/orders/0197", "routes/admin/orders/detail.tsx"],
  ["/admin/site-settings", "routes/admin/site-settings/index.tsx"],
  ["/admin/menu-builder", "routes/admin/menu-builder/index.tsx"],
  ["/admin/menu-builder/TreeNode", "routes/admin/menu-builder/tree-node.tsx"],
  ["/admin/menu-builder/treenode", "routes/admin/not-found.tsx"],
  ["/admin/footer-menu-builder/FooterColumn", "routes/admin/footer-menu-builder/footer-column.tsx"],
  ["/admin/footer-menu-builder/footercolumn", "routes/admin/not-found.tsx"],
  ["/admin/no-such-page", "routes/admin/not-found.tsx"],
  ["/admin/api/me", "routes/admin/api/me.ts"],
  ["/admin/api/orders/live", "routes/admin/api/orders-live.ts"],
  ["/admin/api/orders/push", "routes/admin/api/orders-push.ts"],
  ["/admin/api/orders/0197", "routes/admin/api/order.ts"],
  ["/admin/api/orders/0197/accept", "routes/admin/api/order-action.ts"],
  ["/admin/api/no-such-call", "routes/admin/api/not-found.ts"],
  ["/api/cart", "routes/api/cart/cart.ts"],
  ["/api/products", "routes/api/products.ts"],
  ["/api/no-such-call", "routes/api/not-found.ts"],
  ["/sitemap.xml", "routes/shop/files/sitemap.ts"],
])("%s is answered by %s", (path, file) => {
  expect(fileOf(path)).toBe(file);
});

test("every route names a file that exists", () => {
  expect([...filesOfRoutes(routes).values()].filter((file) => !existsSync(`app/${file}`))).toEqual([]);
});

/** What each kind of visitor may open, by the path of every admin route there is: a new route is closed until it stands here or a role says so. */
const VISITORS = {
  nobody: null,
  nothing: { roles: [] },
  unknown: { roles: ["barista"] },
  orders: { roles: ["order-admin"] },
  all: { roles: ["super-admin"] },
} as const;

const adminPaths = pathsOf(routes)
  .filter((path) => /^\/admin(?:\/|$)/.test(path))
  .map((path) => path.replaceAll(/:\w+/g, "1").replace("*", "anything"));

function spellings(path: string): string[] {
  return [
    path,
    path.toUpperCase(),
    `${path}/`,
    path.replace("/admin", "//admin"),
    path.replace("a", "%61"),
    path.replace("/admin", "/x/../admin"),
    `${path}.data`,
    path.replace("/admin", "/admin/."),
  ];
}

test("every admin route opens for its roles only, in every spelling", () => {
  expect(adminPaths.length).toBeGreaterThan(15);
  for (const path of adminPaths) {
    const isPublic = ["/admin/login", "/admin/api/login", "/admin/api/me"].includes(path);
    const isLogout = path === "/admin/api/logout";
    const isOrders =
      /^\/admin\/(?:api\/)?(?:orders(?:\/|$)|poll-orders$|new-orders-count$)/.test(path) ||
      /^\/admin\/(?:api\/)?customers(?:\/|$)/.test(path);
    const isHome = path === "/admin";
    for (const spelling of spellings(path)) {
      const opens = (visitor: keyof typeof VISITORS) => adminAccess(spelling, VISITORS[visitor]).allow;
      const isPlain = spelling === path;
      const allowed = {
        nobody: isPublic,
        nothing: isPublic || isLogout || isHome,
        unknown: isPublic || isLogout || isHome,
        orders: isPublic || isLogout || isOrders,
        all: true,
      };
      for (const visitor of ["nobody", "nothing", "unknown", "orders"] as const) {
        if (isPlain) expect(`${visitor} ${spelling} ${opens(visitor)}`).toBe(`${visitor} ${spelling} ${allowed[visitor]}`);
        else if (!allowed[visitor]) expect(`${visitor} ${spelling} ${opens(visitor)}`).toBe(`${visitor} ${spelling} false`);
      }
      if (isPlain) expect(opens("all")).toBe(true);
    }
  }
});

test("no page of the CMS can have an address that another route answers: it is refused, naming it", () => {
  for (const path of pathsOf(routes)) {
    if (path === "/*" || path === "/") continue;
    // A place for anything takes a word; files such as robots.txt hold a dot, which no address of a page can.
    const address = path.slice(1).replaceAll(/:\w+|\*/g, "word");
    const slug = parseSlug(address);
    expect(slug.ok, path).toBe(false);
    const named = address.startsWith("word") ? address : address.split("/")[0];
    if (!slug.ok && /^[\w/-]+$/.test(address) && !address.includes("_")) expect(slug.error.toLowerCase(), path).toContain(`/${named}`);
  }
});

test("every staff page but the sign-in is in the frame that announces new orders", () => {
  const framed = routes.filter(({ file }) => file === "routes/admin/layout.tsx").flatMap(({ children = [] }) => children);
  const outside = routes.filter(
    (each) => each.file.startsWith("routes/admin/") && !each.file.includes("/api/") && each.children === undefined,
  );
  expect(framed.length).toBeGreaterThan(60);
  expect(outside.map(({ file }) => file)).toEqual(["routes/admin/login/index.tsx"]);
});

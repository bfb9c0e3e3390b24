import fc from "fast-check";
import { expect, test } from "vitest";
import { PERMISSIONS } from "./permission-list.ts";
import {
  adminAccess,
  canOpen,
  DELIVERIES_PAGE,
  hasPermission,
  homeOf,
  KITCHEN_SCREEN,
  missingRight,
  normalizePath,
  type Visitor,
} from "./permissions.ts";
import { SECTIONS } from "./sections.ts";

const visitors: Record<string, Visitor | null> = {
  nobody: null,
  "super-admin": { roles: ["super-admin"] },
  "order-admin": { roles: ["order-admin"] },
  "no role": { roles: [] },
  manager: { roles: ["manager"] },
  "menu editor": { roles: ["menu-editor"] },
  bookkeeper: { roles: ["bookkeeper"] },
  kitchen: { roles: ["kitchen"] },
  courier: { roles: ["courier"] },
  "orders and menu": { roles: ["menu-editor", "order-admin"] },
  "unknown role": { roles: ["admin", "Super-Admin", "super-admin ", "constructor"] },
  both: { roles: ["order-admin", "super-admin"] },
  "administrator with one factor": { roles: ["super-admin"], needsSecondFactor: true },
  "order staff with one factor": { roles: ["order-admin"], needsSecondFactor: true },
  "no role and one factor": { roles: [], needsSecondFactor: true },
};

/** "yes", the redirect, or the status. */
function answer(path: string, who: string): string {
  const access = adminAccess(path, visitors[who] ?? null);
  if (access.allow) return "yes";
  return "redirect" in access ? access.redirect : String(access.status);
}

const ONE_FACTOR = ["administrator with one factor", "order staff with one factor"];

test.each(ONE_FACTOR)("an %s opens only their own account, and may sign out", (who) => {
  for (const path of ["/admin/orders/account", "/admin/orders/account/", "/admin/orders/account.data", "/admin/login", "/admin/api/logout"])
    expect(answer(path, who), path).toBe("yes");
  for (const path of [...adminPages, ...orderPages, "/admin", "/admin/orders/account/x", "/admin/orders/accounts"])
    expect(answer(path, who), path).toBe("/admin/orders/account");
  for (const path of [...orderCalls, "/admin/api/users", "/admin/api/orders/account"]) expect(answer(path, who), path).toBe("403");
  expect(answer("/products", who)).toBe("yes");
});

test("without a role there is no account page to redirect to", () => {
  expect(answer("/admin", "no role and one factor")).toBe("yes");
  expect(answer("/admin/orders/account", "no role and one factor")).toBe("/admin/");
});

const adminPages = [
  "/admin/users",
  "/admin/users/add",
  "/admin/users/edit/1",
  "/admin/users/delete/1",
  "/admin/product",
  "/admin/product/edit/1",
  "/admin/category",
  "/admin/reviews",
  "/admin/reviews/1/edit",
  "/admin/cms",
  "/admin/cms/page/1",
  "/admin/cms/preview/1",
  "/admin/promotions",
  "/admin/coupon-sets",
  "/admin/media-management",
  "/admin/menu-builder",
  "/admin/menu-builder/TreeNode",
  "/admin/footer-menu-builder",
  "/admin/site-settings",
  "/admin/customization-templates/apply/1",
  "/admin/unknown",
  // Names that only look like orders.
  "/admin/ordersx",
  "/admin/orders-old",
  "/admin/order",
  "/admin/users/orders",
  "/admin/users/edit/orders",
  "/admin/apiorders",
  "/admin/customersx",
  "/admin/users/customers",
];
const orderPages = [
  "/admin/orders",
  "/admin/orders/",
  "/admin/orders/12",
  "/admin/orders/accepted",
  "/admin/orders/rejected",
  "/admin/orders/12?print=ticket",
  "/admin/customers",
  "/admin/customers/12?page=2",
  "/admin/customers/customers.csv",
];
const orderCalls = [
  "/admin/api/orders",
  "/admin/api/orders/live",
  "/admin/api/orders/12",
  "/admin/api/orders/12/accept",
  "/admin/api/poll-orders",
  "/admin/api/new-orders-count",
];
const otherCalls = [
  "/admin/api",
  "/admin/api/",
  "/admin/api/users",
  "/admin/api/ordersx",
  "/admin/api/poll-orders/x",
  "/admin/api/product/orders",
  "/admin/api/settings",
];
const openPaths = [
  "/",
  "/cart",
  "/checkout",
  "/products/1",
  "/1/products",
  "/about",
  "/administration",
  "/admins",
  "/api/cart",
  "/api/admin",
  "/x/admin/users",
  "",
];

test.each(openPaths)("%j is public", (path) => {
  for (const who of Object.keys(visitors)) expect(answer(path, who), who).toBe("yes");
});

test.each(adminPages)("only super-admins open %s", (path) => {
  expect(answer(path, "nobody")).toBe("/admin/login");
  expect(answer(path, "super-admin")).toBe("yes");
  expect(answer(path, "both")).toBe("yes");
  expect(answer(path, "order-admin")).toBe("/admin/orders");
  expect(answer(path, "no role")).toBe("/admin/");
  expect(answer(path, "unknown role")).toBe("/admin/");
});

test.each(orderPages)("order-admins open %s", (path) => {
  expect(answer(path, "nobody")).toBe("/admin/login");
  expect(answer(path, "super-admin")).toBe("yes");
  expect(answer(path, "order-admin")).toBe("yes");
  expect(answer(path, "no role")).toBe("/admin/");
  expect(answer(path, "unknown role")).toBe("/admin/");
});

/** What the roles between order staff and administrators open: "yes", where a page leads instead, or the status of a call. */
const OPENS: readonly (readonly [path: string, manager: string, editor: string, bookkeeper: string])[] = [
  ["/admin", "yes", "/admin/product", "yes"],
  ["/admin/figures.csv?range=week", "yes", "/admin/product", "yes"],
  ["/admin/orders", "yes", "/admin/product", "/admin/"],
  ["/admin/orders/account", "yes", "yes", "yes"],
  ["/admin/orders/accounts", "yes", "/admin/product", "/admin/"],
  ["/admin/orders/guide?page=menu", "yes", "yes", "yes"],
  ["/admin/orders/outbox", "yes", "/admin/product", "/admin/"],
  ["/admin/customers/3/erase", "yes", "/admin/product", "/admin/"],
  ["/admin/end-of-day/files/tax.csv", "yes", "/admin/product", "yes"],
  ["/admin/product/import/4", "yes", "yes", "/admin/"],
  ["/admin/category/edit/2", "yes", "yes", "/admin/"],
  ["/admin/products", "/admin/", "/admin/product", "/admin/"],
  ["/admin/media-management", "yes", "yes", "/admin/"],
  ["/admin/undo", "yes", "yes", "/admin/"],
  ["/admin/undo/1", "/admin/", "/admin/product", "/admin/"],
  ["/admin/promotions/preview", "yes", "/admin/product", "/admin/"],
  ["/admin/cms/page/1", "yes", "/admin/product", "/admin/"],
  ["/admin/printers", "/admin/", "/admin/product", "/admin/"],
  ["/admin/site-settings", "/admin/", "/admin/product", "/admin/"],
  ["/admin/setup", "/admin/", "/admin/product", "/admin/"],
  ["/admin/users", "/admin/", "/admin/product", "/admin/"],
  ["/admin/api-tokens", "/admin/", "/admin/product", "/admin/"],
  ["/admin/webhooks", "/admin/", "/admin/product", "/admin/"],
  ["/admin/history", "/admin/", "/admin/product", "/admin/"],
  ["/admin/product%2f..%2fusers", "/admin/", "/admin/product", "/admin/"],
  ["/admin/orders%2faccount", "/admin/", "/admin/product", "/admin/"],
  ["/admin/api/orders/12/refund", "yes", "403", "403"],
  ["/admin/api/new-orders-count", "yes", "403", "403"],
  ["/admin/api/search", "yes", "yes", "403"],
  ["/admin/api/search/x", "403", "403", "403"],
  ["/admin/api/media/5", "yes", "yes", "403"],
  ["/admin/api/logout", "yes", "yes", "yes"],
  ["/admin/api/users", "403", "403", "403"],
];

test.each(OPENS)("%s: manager %s, menu editor %s, bookkeeper %s", (path, manager, editor, bookkeeper) => {
  expect(answer(path, "manager")).toBe(manager);
  expect(answer(path, "menu editor")).toBe(editor);
  expect(answer(path, "bookkeeper")).toBe(bookkeeper);
});

test.each([
  ["/admin", KITCHEN_SCREEN],
  ["/admin/orders", KITCHEN_SCREEN],
  ["/admin/orders/12", KITCHEN_SCREEN],
  ["/admin/orders/accepted?view=kitchen", "yes"],
  ["/admin/orders/accepted/12", KITCHEN_SCREEN],
  ["/admin/orders/accepted.csv", KITCHEN_SCREEN],
  ["/admin/orders/account", "yes"],
  ["/admin/orders/tickets", KITCHEN_SCREEN],
  ["/admin/customers/1", KITCHEN_SCREEN],
  ["/admin/product", KITCHEN_SCREEN],
  ["/admin/undo", KITCHEN_SCREEN],
  ["/admin/api/new-orders-count", "yes"],
  ["/admin/api/poll-orders", "403"],
  ["/admin/api/orders/12/ready", "403"],
  ["/admin/api/orders/push", "403"],
])("%s for the kitchen: %s", (path, expected) => {
  expect(answer(path, "kitchen")).toBe(expected);
});

test.each([
  ["/admin", DELIVERIES_PAGE],
  ["/admin/orders", DELIVERIES_PAGE],
  ["/admin/orders/12", DELIVERIES_PAGE],
  ["/admin/orders/accepted", DELIVERIES_PAGE],
  ["/admin/orders/deliveries", "yes"],
  ["/admin/orders/account", "yes"],
  ["/admin/customers", DELIVERIES_PAGE],
  ["/admin/api/new-orders-count", "yes"],
  ["/admin/api/orders/12/complete", "403"],
])("%s for a courier: %s", (path, expected) => {
  expect(answer(path, "courier")).toBe(expected);
});

test("a custom role opens its permissions and starts at the first of them", () => {
  const visitor: Visitor = { roles: ["own-3"], permissions: ["product", "orders", "unknown"] };
  const opens = (path: string) => canOpen(path, visitor);
  expect(homeOf(visitor)).toBe("/admin/orders");
  for (const path of ["/admin/orders/12", "/admin/product/edit/1", "/admin/undo", "/admin/orders/account", "/admin/api/orders/12/accept"])
    expect(opens(path), path).toBe(true);
  for (const path of ["/admin", "/admin/category", "/admin/customers", "/admin/users", "/admin/roles", "/admin/site-settings"])
    expect(opens(path), path).toBe(false);
});

test("unknown custom roles and dependent permissions alone open nothing", () => {
  for (const permissions of [undefined, [], ["refunds"], ["users"], ["close-days", "merge-customers"]]) {
    const visitor: Visitor = { roles: ["own-3"], ...(permissions === undefined ? {} : { permissions }) };
    expect(adminAccess("/admin/orders/account", visitor)).toEqual({ allow: false, redirect: "/admin/" });
    expect(canOpen("/admin", visitor)).toBe(true);
    expect(hasPermission(visitor, "refunds")).toBe(false);
  }
});

test("every set of permissions opens its start page, and no administrator section", () => {
  const ids = PERMISSIONS.map(({ id }) => id);
  fc.assert(
    fc.property(fc.subarray(ids), (permissions) => {
      const visitor: Visitor = { roles: [], permissions };
      const home = homeOf(visitor);
      expect(canOpen(home, visitor)).toBe(true);
      for (const { path } of SECTIONS.filter(({ group }) => group === "Shop")) expect(canOpen(path, visitor), path).toBe(false);
    }),
  );
});

test("no user can grant a permission that they lack", () => {
  const manager: Visitor = { roles: ["manager"] };
  const shift: Visitor = { roles: ["own-1"], permissions: ["orders"] };
  expect(missingRight({ roles: ["super-admin"] }, ["super-admin"], ["orders"])).toBeNull();
  expect(missingRight(manager, ["order-admin", "bookkeeper"], ["refunds", "orders"])).toBeNull();
  expect(missingRight(manager, ["super-admin"], [])).toBe("Administrator");
  expect(missingRight(shift, [], ["orders"])).toBeNull();
  expect(missingRight(shift, ["kitchen"], [])).toBe("Kitchen");
  expect(missingRight(shift, [], ["orders", "refunds"])).toBe("Refunds");
});

test("two roles open what either opens", () => {
  expect(answer("/admin/product", "orders and menu")).toBe("yes");
  expect(answer("/admin/orders/12", "orders and menu")).toBe("yes");
  expect(answer("/admin", "orders and menu")).toBe("/admin/orders");
  expect(answer("/admin/site-settings", "orders and menu")).toBe("/admin/orders");
});

test.each(["/admin", "/admin/", "/Admin", "//admin//", "/admin.data", "/admin/_.data"])(
  "%s is the dashboard, and where a user without role stays",
  (path) => {
    expect(answer(path, "nobody")).toBe("/admin/login");
    expect(answer(path, "super-admin")).toBe("yes");
    expect(answer(path, "order-admin")).toBe("/admin/orders");
    expect(answer(path, "no role")).toBe("yes");
  },
);

test.each([
  "/admin/login",
  "/admin/login/",
  "/ADMIN/LOGIN",
  "/admin/login?next=/admin/users",
  "/admin/login.data",
  "/admin/api/login",
  "/admin/api/me",
])("%s is exempt from the guard", (path) => {
  for (const who of Object.keys(visitors)) expect(answer(path, who), who).toBe("yes");
});

test.each(["/admin/login/users", "/admin/loginx", "/admin/logout", "/admin/me"])("%s is not the login page", (path) => {
  expect(answer(path, "nobody")).toBe("/admin/login");
});

test.each(orderCalls)("order staff may call %s", (path) => {
  expect(answer(path, "nobody")).toBe("401");
  expect(answer(path, "super-admin")).toBe("yes");
  expect(answer(path, "order-admin")).toBe("yes");
  expect(answer(path, "no role")).toBe("403");
});

test.each(otherCalls)("only super-admins may call %s", (path) => {
  expect(answer(path, "nobody")).toBe("401");
  expect(answer(path, "super-admin")).toBe("yes");
  expect(answer(path, "order-admin")).toBe("403");
  expect(answer(path, "no role")).toBe("403");
});

test("any signed-in user may sign out", () => {
  expect(answer("/admin/api/logout", "nobody")).toBe("401");
  for (const who of ["super-admin", "order-admin", "no role"]) expect(answer("/admin/api/logout", who), who).toBe("yes");
});

/** Spellings of /admin/users that must never grant access. */
const hostile = [
  "/Admin/Users",
  "//admin/users",
  "/admin//users",
  "///admin///users///",
  "/%61dmin/users",
  "/%2561dmin/users",
  "/%252561dmin/users",
  "/admin%2fusers",
  "/admin%2Fusers",
  "/admin%252fusers",
  "/admin\\users",
  "\\admin\\users",
  "/admin%5cusers",
  "/./admin/users",
  "/admin/./users",
  "/x/../admin/users",
  "/x/%2e%2e/admin/users",
  "/x/..%2fadmin/users",
  "/admin/orders/../users",
  "/admin/orders/%2e%2e/users",
  "/admin/orders/..%2fusers",
  "/admin/orders%2f..%2fusers",
  "/admin/orders/%252e%252e/users",
  "/admin/orders/..\\users",
  "/admin/orders/..%5cusers",
  "/admin/login/../users",
  "/admin/login%2f..%2fusers",
  "/admin/api/../users",
  "/../admin/users",
  "/../../admin/users",
  "/ADMIN/USERS.data",
  "/admin/users.data",
  "/admin/users?x=/admin/orders",
  "/admin/users#/admin/orders",
  "/admin/users/%2e",
  "/admin/users/edit/..%2f..%2forders",
  "/admin/users/..%2forders",
  "/admin/users/%2e%2e%2forders",
  "/admin/users/edit/%252e%252e%252f%252e%252e%252forders",
  "/admin/users%2f..%2forders",
  "/admin/users/delete/5%2f..%2f..%2f..%2forders",
  "/admin/users/..%5corders",
  "/admin/users%2f..%2flogin",
];

test.each(hostile)("no spelling opens the users page: %s", (path) => {
  expect(["/admin/login", "401", "404"]).toContain(answer(path, "nobody"));
  expect(["/admin/orders", "403", "404"]).toContain(answer(path, "order-admin"));
  expect(["/admin/", "403", "404"]).toContain(answer(path, "no role"));
});

test.each([
  "/%zz",
  "/admin/%",
  "/admin/%e0%a4%a",
  "/admin/users%00",
  "/admin/orders%00",
  "/admin/orders%0a",
  "/admin/orders/%2500",
  "/%c0%ae/admin",
  `/%${"25".repeat(4000)}61dmin`,
])("rejects undecodable %s", (path) => {
  expect(normalizePath(path)).toBeNull();
  for (const who of Object.keys(visitors)) expect(answer(path, who), who).toBe("404");
});

test.each([
  ["/admin/Users/", "/admin/users"],
  ["//a///b//", "/a/b"],
  ["/a/./b/../c", "/a/c"],
  ["/../..", "/"],
  ["", "/"],
  ["/", "/"],
  ["admin", "/admin"],
  ["/caf%C3%A9", "/café"],
  ["/100%25-off", "/100%-off"],
  ["/a?b/../c", "/a"],
  ["/a%3Fb", "/a?b"],
  ["/_root.data", "/"],
  ["/admin/_.data", "/admin"],
  ["/data", "/data"],
])("%s normalizes to %s", (path, plain) => {
  expect(normalizePath(path)).toBe(plain);
});

test("normalizing is idempotent unless a percent sign is left", () => {
  fc.assert(
    fc.property(fc.webPath({ size: "small" }), (path) => {
      const plain = normalizePath(path);
      fc.pre(plain !== null && !/[%?#]|\.data$/.test(plain));
      expect(normalizePath(plain ?? "")).toBe(plain);
    }),
  );
});

test("random spellings of an admin page never grant access", () => {
  const noise = (letter: string) =>
    fc.constantFrom(
      letter,
      letter.toUpperCase(),
      ...(letter === "/" ? ["//", "/./", "/x/../"] : [`%${letter.charCodeAt(0).toString(16)}`, `%25${letter.charCodeAt(0).toString(16)}`]),
    );
  const spelling = fc.tuple(...Array.from("/admin/users", noise)).map((parts) => parts.join(""));
  fc.assert(
    fc.property(spelling, (path) => {
      expect(answer(path, "nobody")).toBe("/admin/login");
      expect(answer(path, "order-admin")).toBe("/admin/orders");
      expect(answer(path, "no role")).toBe("/admin/");
      expect(answer(path, "super-admin")).toBe("yes");
    }),
    { numRuns: 300 },
  );
});

test("shows links only to users who may open them", () => {
  expect(canOpen("/admin/orders/accepted", { roles: ["order-admin"] })).toBe(true);
  expect(canOpen("/admin/product", { roles: ["order-admin"] })).toBe(false);
});

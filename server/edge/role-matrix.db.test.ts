import { createHash, randomBytes, randomInt } from "node:crypto";
import http from "node:http";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type ServerBuild } from "react-router";
import { afterAll, expect, test } from "vitest";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import { middleware } from "#app/root.tsx";
import routes from "#app/routes.ts";
import { SECTIONS } from "#app/staff/domain/sections.ts";
import { createSession } from "#app/staff/data/sessions.server.ts";
import { insertRow } from "#app/staff/data/table-records.ts";
import { staffRoles } from "#app/staff/data/tables.ts";
import { findPermissions, PERMISSIONS } from "#app/staff/domain/permission-list.ts";
import { ownRoleName } from "#app/staff/domain/user.ts";
import { createUser } from "#app/staff/data/users.server.ts";
import { bootSmallShop, smallBuild } from "#test/small-shop.ts";
import { STANDARD_SECTIONS } from "#test/standard-sections.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { routeTree } from "./route-tree.ts";

/* Every route as each kind of visitor, in many spellings, through edge, guards and router. Loaders and actions are replaced by recorders. */

const KINDS = [
  "visitor",
  "roleless",
  "order-admin",
  "menu-editor",
  "bookkeeper",
  "kitchen",
  "courier",
  "own role",
  "manager",
  "super-admin",
] as const;
type Kind = (typeof KINDS)[number];

/** What each permission opens: route ids below routes/admin/; "*" and "/" at the end = all that begin so. */
const CATALOGUE_CALLS = ["api/search", "api/media*"];
const RECORD_PAGES = ["undo"];
const OPENED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    STANDARD_SECTIONS.filter(({ opens }) => opens !== undefined).map(({ name }) => [name, [`${name}/`, ...RECORD_PAGES]]),
  ),
  figures: ["index", "figures-csv"],
  orders: ["orders/", "api/order*", "api/poll-orders", "api/new-orders-count"],
  refunds: [],
  discounts: [],
  kitchen: ["orders/accepted", "api/new-orders-count"],
  "orders/deliveries": ["orders/deliveries/", "api/new-orders-count"],
  customers: ["customers/", "api/orders-search", "api/customers/"],
  "merge-customers": [],
  "end-of-day": ["end-of-day/"],
  "close-days": [],
  product: ["product/", "api/product*", "api/records", "api/import", ...CATALOGUE_CALLS, ...RECORD_PAGES],
  category: ["category/", "api/records", "api/categories/", ...CATALOGUE_CALLS, ...RECORD_PAGES],
  "customization-templates": ["customization-templates/", "api/search", "api/records", ...RECORD_PAGES],
  "media-management": ["media-management/", ...CATALOGUE_CALLS, ...RECORD_PAGES],
  promotions: ["promotions/", "api/search", "api/promotions/list", "api/promotions/one", ...RECORD_PAGES],
  "coupon-sets": ["coupon-sets/", "api/search", "api/promotions/codes", ...RECORD_PAGES],
  reviews: ["reviews/", "api/search", ...RECORD_PAGES],
  cms: ["cms/", ...CATALOGUE_CALLS, ...RECORD_PAGES],
  "menu-builder": ["menu-builder/", "api/search", ...RECORD_PAGES],
  "footer-menu-builder": ["footer-menu-builder/", "api/search", ...RECORD_PAGES],
};
/** The own role of this run: permissions drawn at random, one of them a page, so that it opens something. */
const DRAWN = [
  randomItem(PERMISSIONS.filter(({ needs }) => needs === undefined)).id,
  ...PERMISSIONS.filter(() => randomInt(3) === 0).map(({ id }) => id),
];
const DRAWN_ROUTES = DRAWN.flatMap((id) => (OPENED[id] ?? []).map((entry) => `routes/admin/${entry}`));
const isDrawn = (id: string) => DRAWN_ROUTES.some((entry) => (/[*/]$/.test(entry) ? id.startsWith(entry.replace("*", "")) : id === entry));

function randomItem<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error("nothing to draw from");
  return item;
}

const EVERYBODY: readonly Kind[] = KINDS;
const STAFF: readonly Kind[] = KINDS.filter((kind) => kind !== "visitor");
const ROLES: readonly Kind[] = STAFF.filter((kind) => kind !== "roleless");
const COUNTER: readonly Kind[] = ["order-admin", "manager", "super-admin"];
const MENU: readonly Kind[] = ["menu-editor", "manager", "super-admin"];
const FIGURES: readonly Kind[] = ["bookkeeper", "manager", "super-admin"];
const ADMIN: readonly Kind[] = ["super-admin"];

/** Permissions by route id; the longest prefix counts. A route without an entry fails. Which section is whose: navigation.test.ts and permissions.test.ts. */
const MAY_OPEN: Readonly<Record<string, readonly Kind[]>> = {
  ...Object.fromEntries(
    SECTIONS.filter(({ name }) => name !== "").map(({ name, roles }) => [`routes/admin/${name}/`, [...roles, "super-admin"] as const]),
  ),
  root: EVERYBODY,
  "routes/shop/": EVERYBODY,
  "routes/api/": EVERYBODY,
  "routes/admin/login/": EVERYBODY,
  "routes/admin/api/login": EVERYBODY,
  "routes/admin/api/me": EVERYBODY,
  "routes/admin/api/logout": STAFF,
  "routes/admin/layout": STAFF,
  // Who does not see the figures begins elsewhere.
  "routes/admin/index": ["roleless", ...FIGURES],
  "routes/admin/orders/account/": ROLES,
  "routes/admin/orders/accepted": [...COUNTER, "kitchen"],
  "routes/admin/orders/guide/": ROLES,
  "routes/admin/api/order": COUNTER,
  "routes/admin/api/poll-orders": COUNTER,
  "routes/admin/api/new-orders-count": [...COUNTER, "kitchen", "courier"],
  // What is no page below what the role opens.
  "routes/admin/not-found": ROLES,
  "routes/admin/api/not-found": [...COUNTER, "menu-editor"],
  "routes/admin/api/customers/": COUNTER,
  "routes/admin/api/promotions/": ["manager", "super-admin"],
  "routes/admin/api/product": MENU,
  "routes/admin/api/categories/": MENU,
  "routes/admin/api/search": MENU,
  "routes/admin/api/records": MENU,
  "routes/admin/api/import": MENU,
  "routes/admin/api/media": MENU,
  "routes/admin/figures-csv": FIGURES,
  "routes/admin/undo": MENU,
};
/** Addresses whose ids begin like those of others. */
const BY_ID: Readonly<Record<string, readonly Kind[]>> = {
  "routes/admin/api/orders-search": COUNTER,
  "routes/admin/orders/accepted-csv": COUNTER,
};

function mayOpen(id: string): readonly Kind[] | undefined {
  const kinds = tableLine(id);
  return isDrawn(id) && kinds?.includes("own role") === false ? [...kinds, "own role"] : kinds;
}

function tableLine(id: string): readonly Kind[] | undefined {
  const line = Object.keys(MAY_OPEN)
    .filter((beginning) => id.startsWith(beginning))
    .toSorted((a, b) => b.length - a.length)[0];
  return BY_ID[id] ?? (line === undefined ? undefined : MAY_OPEN[line]);
}

const files = new Map<string, string>();
/** What each request reached, by the number it carries. */
const reached = new Map<string, string[]>();

interface Probe {
  readonly request: Request;
}

/** The compiled route table with the root's guards; pages are not rendered. */
function buildOfTable(): ServerBuild {
  const build = smallBuild({});
  const all: Record<string, unknown> = { root: { id: "root", path: "", module: { default: () => null, middleware } } };
  const add = (entries: readonly RouteConfigEntry[], parentId: string) => {
    for (const entry of entries) {
      const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
      files.set(id, entry.file);
      const note = ({ request }: Probe) => {
        reached.get(request.headers.get("X-Probe") ?? "")?.push(id);
        return entry.file.endsWith("x") ? null : new Response("reached");
      };
      const module = { loader: note, action: note, ...(entry.file.endsWith("x") ? { default: () => null } : {}) };
      all[id] = { id, parentId, path: entry.path, index: entry.index, caseSensitive: entry.caseSensitive, module };
      add(entry.children ?? [], id);
    }
  };
  add(routes, "root");
  const answer = (_request: Request, status: number, headers: Headers) => new Response("drawn", { status, headers });
  const manifest = Object.fromEntries(
    Object.entries(all).map(([id, route]) => [id, { ...(route as object), hasLoader: true, hasAction: true, imports: [] }]),
  );
  return {
    ...build,
    entry: { module: { default: answer } },
    routes: all,
    assets: { ...build.assets, routes: manifest },
  } as unknown as ServerBuild;
}

const { url } = await createTestDatabase();
const build = buildOfTable();
const shop = await bootSmallShop(url, {}, { loadBuild: () => build });
const port = Number(new URL(shop.url).port);

const db = openDb(url);
afterAll(() => closeDb(db));
async function cookieOf(roles: readonly string[]): Promise<string> {
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  const user = await createUser(db, { email, name: "x", passwordHash: "x", roles });
  const token = randomBytes(32).toString("base64url");
  await createSession(db, {
    tokenHash: createHash("sha256").update(token).digest("hex"),
    userId: user.id,
    userAgent: "",
    hasSecondFactor: false,
    now: new Date(),
  });
  return `staff=${encodeURIComponent(Buffer.from(JSON.stringify(token)).toString("base64"))}`;
}
const COOKIES: Readonly<Record<Kind, string>> = {
  visitor: "",
  roleless: await cookieOf([]),
  "menu-editor": await cookieOf(["menu-editor"]),
  bookkeeper: await cookieOf(["bookkeeper"]),
  kitchen: await cookieOf(["kitchen"]),
  courier: await cookieOf(["courier"]),
  "own role": await cookieOf([ownRoleName(await insertRow(db, staffRoles, { name: "Drawn", permissions: DRAWN }))]),
  manager: await cookieOf(["manager"]),
  "order-admin": await cookieOf(["order-admin"]),
  "super-admin": await cookieOf(["super-admin"]),
};

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
let probes = 0;

/** Sends the path as is; returns status, redirect and reached routes. */
function send(
  method: "GET" | "POST",
  path: string,
  kind: Kind,
): Promise<{ readonly status: number; readonly location: string | null; readonly ids: readonly string[] }> {
  const probe = String((probes += 1));
  const ids: string[] = [];
  reached.set(probe, ids);
  const headers = {
    Cookie: COOKIES[kind],
    "X-Probe": probe,
    Accept: "text/html",
    "Sec-Fetch-Site": "same-origin",
    ...(method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "3" } : {}),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, method, path, agent, headers }, (response) => {
      response.on("error", reject);
      response.resume().on("end", () => {
        reached.delete(probe);
        resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? null, ids });
      });
    });
    request.on("error", reject);
    request.end(method === "POST" ? "a=b" : undefined);
  });
}

function pathsOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`;
    return [
      ...(children.length === 0 && (path !== undefined || index === true) ? [here === "" ? "/" : here] : []),
      ...pathsOf(children, here),
    ];
  });
}

/** All addresses with values for parameters. */
const PATHS = [...new Set(pathsOf(routes))].map((pattern) => pattern.replace("*", "no/such/page").replaceAll(/:\w+/g, "12"));
const STAFF_PATHS = PATHS.filter((path) => /^\/admin(\/|$)/.test(path));

const HOMES: Readonly<Record<Kind, string>> = {
  visitor: "/admin/login",
  roleless: "/admin/",
  "order-admin": "/admin/orders",
  "menu-editor": "/admin/product",
  bookkeeper: "/admin/",
  kitchen: "/admin/orders/accepted",
  courier: "/admin/orders/deliveries",
  "own role": (findPermissions(DRAWN)[0]?.home ?? "").split("?")[0] ?? "",
  manager: "/admin/",
  "super-admin": "",
};

/** Expected result: route, redirect or status. */
function expected(path: string, kind: Kind): string {
  const id = matchRoutes(routeTree(build), path)?.at(-1)?.route.id ?? "";
  if (!path.startsWith("/admin")) return id;
  const leaf =
    path.startsWith("/admin/orders/") || path.startsWith("/admin/api/orders/") || !id.includes("not-found") ? mayOpen(id) : ADMIN;
  if (leaf?.includes(kind) === true) return id;
  if (/^\/admin\/api(\/|$)/.test(path)) return kind === "visitor" ? "401" : "403";
  return HOMES[kind];
}

const first = (path: string, letter: (sign: string) => string) => path.replace(/[a-z]/, letter);
const code = (sign: string) => sign.charCodeAt(0).toString(16);
/** Alternative spellings that reach the router. */
const PLAIN: Readonly<Record<string, (path: string) => string>> = {
  "upper case": (path) => path.toUpperCase(),
  "a slash at the end": (path) => `${path}/`,
  "a parameter of the segment": (path) => path.replace(/^\/admin/, "/admin;role=super-admin"),
  "a wide letter": (path) => first(path, () => "%EF%BD%81"),
  "a query that looks like another page": (path) => `${path}?next=/admin/orders&_data=root&index`,
  "a client's navigation": (path) => `${path}.data`,
  "a client's navigation to some of its routes": (path) => `${path}.data?_routes=routes%2Fadmin%2Flayout%2Croutes%2Fadmin%2Fusers%2Findex`,
};
/** Spellings that the edge rejects for every method. */
const DISGUISED: Readonly<Record<string, (path: string) => string>> = {
  "two slashes in front": (path) => `/${path}`,
  "two slashes inside": (path) => path.replace(/(?<=.)\/|$/, "//"),
  "a slash encoded": (path) => path.replace(/(?<=.)\/|$/, "%2f"),
  "a letter encoded": (path) => first(path, (letter) => `%${code(letter)}`),
  "a letter encoded twice": (path) => first(path, (letter) => `%25${code(letter)}`),
  "dots between": (path) => path.replace(/(?<=.)\/|$/, "/./"),
  "out of the orders": (path) => `/admin/orders/../..${path}`,
  "out of the login, encoded": (path) => `/admin/login/..%2f..${path}`,
  "a backslash": (path) => path.replace(/(?<=.)\/|$/, "%5c"),
};

test("lists what every permission opens", () => {
  expect(Object.keys(OPENED).toSorted()).toEqual(PERMISSIONS.map(({ id }) => id).toSorted());
});

test("the table has every route, and every row is used", () => {
  expect([...files.keys()].filter((id) => mayOpen(id) === undefined)).toEqual([]);
  expect(
    Object.keys(MAY_OPEN).filter((beginning) => beginning !== "root" && ![...files.keys()].some((id) => id.startsWith(beginning))),
  ).toEqual([]);
  expect(STAFF_PATHS.length).toBeGreaterThan(60);
});

test.each(KINDS)("%s opens exactly what the table says, with GET and POST", async (kind) => {
  const wrong: string[] = [];
  await Promise.all(
    PATHS.flatMap((path) =>
      (["GET", "POST"] as const).map(async (method) => {
        // The home page has no form: a post goes to the layout.
        if (path === "/" && method === "POST") return;
        const { status, location, ids } = await send(method, path, kind);
        const seen = ids.length > 0 ? String(ids.at(-1)) : (location?.split("?")[0] ?? String(status));
        // Shared responses are rendered without visitor headers and record nothing.
        if (!path.startsWith("/admin") && ids.length === 0 && status === 200) return;
        const right = expected(path, kind);
        if (method === "GET" ? seen !== right : !ids.includes(right) && seen !== right)
          wrong.push(`${method} ${path}: ${seen}, not ${right}`);
      }),
    ),
  );
  expect(wrong, `own role of ${DRAWN.join(", ")}`).toEqual([]);
});

/** The routes that an address of the staff area has as it is written. */
const OWN_ROUTES = new Map(STAFF_PATHS.map((path) => [path, matchRoutes(routeTree(build), path)?.map((match) => match.route.id) ?? []]));
const isStaffs = (id: string) => (files.get(id) ?? id).startsWith("routes/admin/") && !id.includes("not-found");

/** Roles that open some pages are read by one table: one of them stands for all. */
test.each(["visitor", "order-admin", "menu-editor", "super-admin"] as const)(
  "%s opens no more, and nothing else, by any other spelling",
  async (kind) => {
    const wrong: string[] = [];
    for (const [name, spell] of Object.entries({ ...PLAIN, ...DISGUISED })) {
      const methods = name in PLAIN ? (["GET", "POST"] as const) : (["GET"] as const);
      await Promise.all(
        [...OWN_ROUTES].flatMap(([path, own]) =>
          methods.map(async (method) => {
            const { status, ids } = await send(method, spell(path), kind);
            const tooMuch = ids.filter((id) => mayOpen(id)?.includes(kind) !== true || (isStaffs(id) && !own.includes(id)));
            if (tooMuch.length > 0 || status >= 500)
              wrong.push(`${name}: ${method} ${spell(path)} is ${status} and reaches ${tooMuch.join(", ")}`);
          }),
        ),
      );
    }
    expect(wrong).toEqual([]);
  },
);

import { expect, test } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";
import { openScene, type Scene } from "./calls/scene.ts";
import { send, type Answer } from "./calls/send.ts";
import { startShop } from "./shop-process.ts";

/*
 * Hostile query strings, path parameters, headers and cookies for every route of app/routes.ts, on the running shop. A page ignores invalid
 * values, a call rejects them by name, none causes an error of ours, and none returns as a control character.
 */

test.describe.configure({ mode: "default" });

let scene: Scene;
let findings: string[] = [];
test.beforeAll(async () => {
  scene = await openScene(startShop);
});
test.afterAll(() => scene?.stop());
test.beforeEach(() => {
  findings = [];
});
test.afterEach(() => {
  expect(findings.slice(0, 40), `${findings.length} findings`).toEqual([]);
});

/** As they appear in an address. */
const HOSTILE = [
  "%00",
  "a%00b",
  "%07",
  "a%1b%5b31m",
  "%7F%C2%9B",
  "%ED%A0%80",
  "%E2%80%AEtxt",
  "%ZZ%",
  "%ff%fe",
  "-1",
  "0",
  "1e999",
  "99999999999999999999",
  "1.5",
  "__proto__",
  "constructor",
  "%5B%5D",
  "'%20or%201=1--",
  // Longer than the statement timeout: if it is executed, the page fails.
  "%27;select%20pg_sleep(60)--",
  "..%2f..%2fetc%2fpasswd",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "javascript:alert(1)",
  "//evil.example",
  "x".repeat(10_000),
];

/** Names that some page or call reads, and some that none reads. */
const NAMES = [
  ..."q page per_page sort tag category list status from to fulfillment date order next print range kind reviews item itemId".split(" "),
  ..."quantity note problem choice choice:1 text:1 units:1:2 removed productId said day code intent link asked".split(" "),
  ..."_routes index __proto__ constructor x[] x".split(" "),
];

interface Pattern {
  readonly path: string;
  readonly isCall: boolean;
}

function* patternsOf(entries: readonly RouteConfigEntry[], above = ""): Generator<Pattern> {
  for (const { path, index, children } of entries) {
    const full = path === undefined ? above : `${above}/${path}`;
    if (path !== undefined || index === true) yield { path: full || "/", isCall: /^\/(?:admin\/)?api(?:\/|$)/.test(full) };
    yield* patternsOf(children ?? [], full);
  }
}

const patterns = [...new Map([...patternsOf(routes)].map((pattern) => [pattern.path, pattern])).values()];

/** The address with an existing value for each parameter. */
function goodPath({ path }: Pattern): string {
  const id = path.startsWith("/admin") ? scene.order.id : path.startsWith("/api/cart") ? scene.ana.itemId : String(scene.productId);
  return path.replace(":id", id).replace(":name", "site_top_menu").replace(":action", "note").replace("*", "nothing-here");
}

function visitors(): readonly (readonly [string, string])[] {
  return [
    ["visitor", scene.ana.cookie],
    ["owner", `${scene.staff.owner}; ${scene.ana.cookie}`],
  ];
}

/** Control characters and direction overrides, raw or as script escapes or entities that the page would decode. */
const CONTROL = [
  /[\u0080-\u009f\u202a-\u202e]|[^\P{Cc}\t\n\r]/u,
  /\\u00(?:0[0-8bcef]|1[0-9a-f]|[89][0-9a-f]|7f)|\\u202[a-e]|&#(?:x0*(?:7|1b)|0*(?:7|27));/i,
];

function check(answer: Answer, { isCall }: Pattern, what: string): void {
  const seen = `${what.slice(0, 160)} → ${answer.status} ${answer.text.slice(0, 120)}`;
  const isRight = isCall
    ? answer.status < 500
    : [200, 202, 204, 301, 302, 303, 304, 308, 400, 401, 404, 405, 414, 431].includes(answer.status);
  if (!isRight) findings.push(seen);
  if (isCall && answer.status >= 400 && answer.headers["content-type"]?.startsWith("application/problem+json") !== true)
    findings.push(`no problem+json: ${seen}`);
  const found = CONTROL.map((each) => each.exec(answer.text) ?? each.exec(Object.values(answer.headers).join(" "))).find(
    (each) => each !== null,
  );
  if (found !== undefined)
    findings.push(`comes back as ${JSON.stringify(found[0])} in ${answer.text.slice(found.index - 60, found.index + 20)}: ${seen}`);
}

/**
 * The query strings of a page for one value. All names together, one of them twice, up to the maximum address length. `order` is separate,
 * because it may select another order, and only where it is read.
 */
function searchesFor({ path }: Pattern, value: string): readonly string[] {
  if (value.length > 100) return [`q=${value}`, `tag=${value}`];
  const all = [...NAMES.filter((each) => !["_routes", "order"].includes(each)), "tag"].map((each) => `${each}=${value}`).join("&");
  const readsOrder = !path.startsWith("/admin") || path.includes("order");
  return readsOrder ? [all, `order=${value}`] : [all];
}

/** The framework's data address of a page, without rendering: half the work. Files have no other address. */
function dataPathOf(path: string): string {
  return path.includes(".") ? path : `${path === "/" ? "/_" : path}.data`;
}

/** Each of these, limited by the number of connections (calls/send.ts). */
async function together<Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> {
  await Promise.all(Array.from(items, act));
}

const get = (path: string, cookie: string, headers: Readonly<Record<string, string>> = {}) =>
  send(scene.url, { method: "GET", path, headers: { Accept: "text/html", ...(cookie === "" ? {} : { Cookie: cookie }), ...headers } });

test("every page ignores invalid parameters", async () => {
  for (const [name, cookie] of visitors()) {
    for (const [at, pattern] of patterns.filter(({ isCall }) => !isCall).entries()) {
      const path = goodPath(pattern);
      const plain = await get(path, cookie);
      check(plain, pattern, `${name} ${path}`);
      const isOnOwnGround = pattern.path.startsWith("/admin") === (name === "owner");
      const dataPath = dataPathOf(path);
      await together(HOSTILE.entries(), async ([turn, value]) => {
        // Each page is rendered with some values and each value on some pages; the other values go to its data address.
        const isTurn = (at + turn) % 4 === 0;
        // Every second value for each page, the others for the next one. The staff area redirects visitors before it reads anything, and in
        // the shop staff see the same as visitors, so those are tested in turns.
        const isAsked = isTurn || (isOnOwnGround && (at + turn) % 2 === 0);
        for (const search of isAsked ? searchesFor(pattern, value) : []) {
          const asked = `${isTurn ? path : dataPath}?${search}`;
          const answer = await get(asked, cookie);
          check(answer, pattern, `${name} ${asked}`);
          if (plain.status === 200 && answer.status >= 400 && !search.startsWith("order"))
            findings.push(`${answer.status} instead of the page: ${name} ${asked.slice(0, 150)}`);
        }
        // The framework's own parameter, for any page: in turns.
        if (isTurn && dataPath !== path) check(await get(`${dataPath}?_routes=${value}`, cookie), pattern, `${dataPath}?_routes=${value}`);
      });
    }
  }
});

test("every call rejects invalid parameters by name", async () => {
  const { json } = await get("/api/openapi.json", "");
  const { paths } = json as { paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }> };
  const cookie = visitors()[1]?.[1] ?? "";
  for (const pattern of patterns.filter(({ isCall }) => isCall)) {
    const path = goodPath(pattern);
    const declared = (paths[pattern.path.replaceAll(/:(\w+)/g, "{$1}")]?.get?.parameters ?? []).filter((each) => each.in === "query");
    const names = declared.map(({ name }) => name);
    for (const value of HOSTILE) {
      for (const search of [...names, "x", "__proto__"].map((name) => `${name}=${value}`)) {
        const answer = await get(`${path}?${search}`, cookie, { Accept: "application/json" });
        check(answer, pattern, `${path}?${search}`);
        const [name = ""] = search.split("=");
        const { errors = [] } = (answer.json ?? {}) as { errors?: { path: string }[] };
        const isControl = /^a?%(?:0|1|7)/.test(value);
        if (names.includes(name) && isControl && !(answer.status === 422 && errors.some((each) => each.path === name)))
          findings.push(`not refused by name: ${path}?${search} → ${answer.status} ${answer.text.slice(0, 100)}`);
      }
    }
  }
});

test("an invalid path parameter is not found", async () => {
  for (const [name, cookie] of visitors()) {
    for (const [at, pattern] of patterns.filter(({ path }) => /[:*]/.test(path)).entries()) {
      const isOnOwnGround = pattern.isCall || pattern.path.startsWith("/admin") === (name === "owner");
      await together(HOSTILE.entries(), async ([turn, value]) => {
        const isTurn = (at + turn) % 4 === 0;
        if (!isOnOwnGround && !isTurn) return;
        const plain = pattern.path.replaceAll(/:\w+|\*/g, value.slice(0, 4_000));
        const path = pattern.isCall || isTurn || pattern.path.includes(".") ? plain : `${plain}.data`;
        for (const method of pattern.isCall ? (["GET", "DELETE", "POST"] as const) : (["GET"] as const)) {
          const headers = { Accept: pattern.isCall ? "application/json" : "text/html", Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
          const answer = await send(scene.url, { method, path, headers });
          check(answer, pattern, `${name} ${method} ${path}`);
          const isGuarded = path.startsWith("/admin") && name === "visitor";
          if (!isGuarded && method === "GET" && ![404, 405, 400, 308].includes(answer.status))
            findings.push(`${answer.status} instead of 404: ${name} ${path.slice(0, 100)}`);
        }
      });
    }
  }
});

test("arbitrary headers and cookies cause no server error", async () => {
  const values = [
    "\t",
    "x".repeat(6_000),
    "ÿþ",
    "%00",
    "-1",
    "1e999",
    "__proto__",
    "' or 1=1--",
    "*/*;q=1e999",
    ",,,,",
    '"',
    'W/"',
    "bytes=-1",
    "{}",
  ];
  const headers = ["Accept", "Accept-Language", "Accept-Encoding", "If-None-Match", "If-Modified-Since", "Range", "User-Agent", "Referer"];
  const more = [
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Requested-With",
    "Idempotency-Key",
    "Stripe-Signature",
    "Purpose",
    "X-Request-Id",
  ];
  for (const [at, pattern] of patterns.entries()) {
    const path = goodPath(pattern);
    await together(values.entries(), async ([turn, value]) => {
      const all = Object.fromEntries([...headers, ...more].map((each) => [each, value]));
      // Together they would be too large for one request.
      const sets = value.length > 100 ? Object.entries(all).map(([name, each]) => ({ [name]: each })) : [all];
      // A page reads headers and cookies before routing, so those are tested in turns. Some calls read headers themselves.
      const isTurn = (at + turn) % 3 === 0;
      const asked = pattern.isCall || (at + turn) % 6 === 0 ? path : dataPathOf(path);
      for (const set of pattern.isCall || isTurn ? sets.slice(0, 4) : [])
        check(await get(asked, scene.staff.owner, set), pattern, `${asked} with headers ${value.slice(0, 20)}`);
      if (!isTurn) return;
      for (const cookie of [`cart=${value}`, `staff=${value}`, `cart=${value}; cart=${value}; staff=; __proto__=${value}; ${value}`])
        check(await get(asked, cookie.slice(0, 7_000)), pattern, `${asked} with cookie ${cookie.slice(0, 40)}`);
    });
  }
});

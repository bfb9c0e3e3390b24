import { expect, test } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";
import { BROKEN_JSON, NO_BODIES, NO_IDS, SMUGGLED, withField } from "./calls/bad-values.ts";
import type { Call } from "./calls/call.ts";
import { CALLS } from "./calls/call-table.ts";
import { openScene, sessionCookie, type Scene } from "./calls/scene.ts";
import { send, type Answer, type Sent } from "./calls/send.ts";
import { startShop } from "./shop-process.ts";

/*
 * Bad input for every call of app/routes.ts, on the running shop. For any invalid request, the response uses the error format, is fast,
 * reveals no internals, and no database row has changed.
 */

test.describe.configure({ mode: "default" });

let scene: Scene;
let before: Readonly<Record<string, string>>;
test.beforeAll(async () => {
  scene = await openScene(startShop);
  before = await scene.fingerprint();
});
test.afterAll(() => scene?.stop());
test.beforeEach(() => {
  findings = [];
});
test.afterEach(async () => {
  expect(findings.slice(0, 40), `${findings.length} findings`).toEqual([]);
  expect(await scene.fingerprint(), "nothing in the database has changed").toEqual(before);
});

/** A stack trace, a query, a path of ours, a driver message, or a secret. */
const LEAK =
  /\n\s+at |node_modules|build\/server|\.server\.|select .+ from|insert into|drizzle|postgres|syntax error|violates|ECONN|sk_test|sk_live|whsec_|argon2|password_hash|token_hash/i;
const JSON_TYPE = { "Content-Type": "application/json" };

const nameOf = ({ method, pattern, path }: Call) =>
  `${method} ${pattern.includes(":action") && path !== undefined ? path(NOBODYS) : pattern}`;
/** Only for titles: the paths of the table without a running shop. */
const NOBODYS = { order: { id: ":id" } } as unknown as Scene;
const pathOf = (call: Call) => call.path?.(scene) ?? call.pattern;
const isStaffCall = ({ pattern }: Call) => pattern.startsWith("/admin/");
const isChange = ({ method }: Call) => method !== "GET";

function cookieFor(call: Call): string {
  if (call.cookie !== undefined) return call.cookie(scene);
  return call.access === "orders" ? scene.staff.orders : call.access === "owner" ? scene.staff.owner : "";
}

/** The call as an allowed caller would make it, with `changes`. */
function attack(call: Call, changes: Omit<Partial<Sent>, "body"> & { readonly body?: unknown } = {}): Promise<Answer> {
  const { body = call.body?.(scene), headers = {}, ...rest } = changes;
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const cookie = headers.Cookie ?? cookieFor(call);
  return send(scene.url, {
    method: call.method,
    path: pathOf(call),
    headers: { ...(body === undefined ? {} : JSON_TYPE), ...call.headers, ...(cookie === "" ? {} : { Cookie: cookie }), ...headers },
    ...(body === undefined ? {} : { body: isRaw ? body : JSON.stringify(body) }),
    ...rest,
  });
}

/** All findings of one test; thousands of requests are checked, so one assertion at the end reports them. */
let findings: string[] = [];

function check(isRight: boolean, what: string): void {
  if (!isRight) findings.push(what);
}

/** An error in the format of the contract, with this status. */
function checkProblem(answer: Answer, status: number, what: string): void {
  const seen = `${what} → ${answer.status} ${answer.text.slice(0, 200)}`;
  const body = (answer.json ?? {}) as Readonly<Record<string, unknown>>;
  const isSentence = (value: unknown) => typeof value === "string" && value !== "";
  check(answer.status === status, `not ${status}: ${seen}`);
  check(
    answer.headers["content-type"] === "application/problem+json; charset=utf-8",
    `no problem+json (${answer.headers["content-type"]}): ${seen}`,
  );
  check(answer.headers["cache-control"]?.includes("no-store") === true, `may be stored: ${seen}`);
  check(
    body.type === "about:blank" &&
      isSentence(body.title) &&
      body.status === answer.status &&
      isSentence(body.detail) &&
      body.message === body.detail,
    `another form: ${seen}`,
  );
  checkInside(answer, what);
}

/** The response reveals no internals, and no request blocks the shop. */
function checkInside(answer: Answer, what: string): void {
  check(!LEAK.test(answer.text), `tells ${LEAK.exec(answer.text)?.[0]}: ${what}`);
}

/** A 422 that names the field, a part of it, or its parent. */
function checkFieldProblem(answer: Answer, field: string, what: string): void {
  checkProblem(answer, 422, what);
  const { errors = [] } = (answer.json ?? {}) as { errors?: readonly { readonly path: string; readonly message: string }[] };
  const isNamed = errors.some(({ path }) => path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`));
  check(isNamed && errors.every(({ message }) => message !== ""), `${field} is not named: ${what} → ${answer.text.slice(0, 200)}`);
}

const shown = (value: unknown) => (JSON.stringify(value) ?? "").slice(0, 60);

test("lists exactly the calls of app/routes.ts", () => {
  const inRoutes = [...patternsOf(routes)].filter((pattern) => /^\/(?:admin\/)?api(?:\/|$)/.test(pattern));
  expect(inRoutes.length).toBeGreaterThan(20);
  expect([...new Set(CALLS.map(({ pattern }) => pattern))].sort()).toEqual(inRoutes.sort());
});

function* patternsOf(entries: readonly RouteConfigEntry[], above = ""): Generator<string> {
  for (const { path, children } of entries) {
    const pattern = path === undefined ? above : `${above}/${path}`;
    if (path !== undefined) yield pattern;
    yield* patternsOf(children ?? [], pattern);
  }
}

test("returns 405 with the allowed methods", async () => {
  for (const pattern of new Set(CALLS.map((call) => call.pattern))) {
    const calls = CALLS.filter((call) => call.pattern === pattern);
    const known = new Set<string>(calls.map(({ method }) => method));
    if (known.has("GET")) known.add("HEAD");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]) {
      if (known.has(method)) continue;
      const [call] = calls as [Call, ...Call[]];
      const answer = await send(scene.url, { method, path: pathOf(call), headers: { Cookie: isStaffCall(call) ? scene.staff.owner : "" } });
      checkProblem(answer, 405, `${method} ${pattern}`);
      const allowed = new Set(answer.headers.allow?.split(", "));
      if (["TRACE", "PROPFIND"].includes(method)) continue;
      check(
        allowed.size === known.size && [...known].every((each) => allowed.has(each)),
        `Allow: ${answer.headers.allow} at ${method} ${pattern}`,
      );
    }
  }
});

test("rejects cross-site changes", async () => {
  const { host } = new URL(scene.url);
  const sites: Readonly<Record<string, string>>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    ...["https://evil.example", "null", "", `http://${host}.evil.example`, `http://evil.example/${host}`].map((Origin) => ({ Origin })),
    { Origin: scene.url, "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ];
  for (const call of CALLS.filter((each) => isChange(each) && each.access !== "signed" && !each.pattern.endsWith("*"))) {
    for (const headers of sites) {
      checkProblem(await attack(call, { headers }), 403, `${nameOf(call)} from ${JSON.stringify(headers)}`);
      const form = { ...headers, "Content-Type": "text/plain" };
      checkProblem(await attack(call, { headers: form, body: "x=1" }), 403, `${nameOf(call)} as a form from ${JSON.stringify(headers)}`);
    }
  }
});

test("accepts page forms from the shop's own pages only", async () => {
  const form = "application/x-www-form-urlencoded";
  const post = (path: string, headers: Readonly<Record<string, string>>, body = "intent=nothing") =>
    send(scene.url, { method: "POST", path, headers: { "Content-Type": form, Cookie: scene.ana.cookie, ...headers }, body });
  for (const path of ["/cart", "/cart.data", "/checkout", "/checkout.data", "/payment-complete", "/admin/login", "/admin/orders"]) {
    for (const [name, value] of [
      ["Origin", "https://evil.example"],
      ["Origin", "null"],
      ["Sec-Fetch-Site", "cross-site"],
    ] as const) {
      checkProblem(await post(path, { [name]: value }), 403, `${path} with ${name} ${value}`);
    }
  }
  for (const type of ["application/json", "text/plain", ""])
    checkProblem(await post("/cart", { "Content-Type": type }), 415, `/cart as ${type}`);
  checkProblem(await post("/cart", { "Content-Type": "multipart/form-data; boundary=x" }), 400, "/cart as a broken form");
  // As from a proxy that terminates TLS: the browser uses https, the forwarded request http.
  const answer = await post("/cart", { Origin: scene.url.replace("http:", "https:") });
  check(answer.status === 422, `/cart behind TLS → ${answer.status}`);
});

test("opens staff calls for the right role only", async () => {
  const token = sessionCookie("A".repeat(43));
  const strangers = [
    "",
    scene.staff.expired,
    token,
    scene.staff.owner.slice(0, -8),
    "staff=%E0%A4%A",
    `staff=${"x".repeat(4000)}`,
    scene.ana.cookie,
    scene.staff.owner.replace("staff=", "Staff="),
  ];
  for (const call of CALLS.filter((each) => isStaffCall(each) && each.access !== "public")) {
    for (const Cookie of strangers) {
      const answer = await attack(call, { headers: { Cookie } });
      checkProblem(answer, 401, `${nameOf(call)} with ${Cookie.slice(0, 40)}`);
    }
    if (["/admin/api/me", "/admin/api/logout"].includes(call.pattern)) continue;
    checkProblem(await attack(call, { headers: { Cookie: scene.staff.nobody } }), 403, `${nameOf(call)} without a role`);
    if (call.access === "owner")
      checkProblem(await attack(call, { headers: { Cookie: scene.staff.orders } }), 403, `${nameOf(call)} as order-admin`);
  }
});

for (const call of CALLS) {
  if (call.body === undefined) continue;
  test(`${nameOf(call)}: rejects invalid bodies`, async () => {
    for (const body of BROKEN_JSON) checkProblem(await attack(call, { body }), 400, `broken ${shown(body)}`);
    for (const body of NO_BODIES) checkProblem(await attack(call, { body }), 422, `body ${shown(body)}`);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/xml",
      "application/jsonp",
      "json",
      "",
    ]) {
      checkProblem(await attack(call, { headers: { "Content-Type": type } }), 415, `as ${type}`);
    }
    for (const isChunked of [true, false]) {
      const large = { ...call.body?.(scene), padding: "x".repeat(80_000) };
      checkProblem(await attack(call, { body: large, isChunked }), 413, `80 KB${isChunked ? " in chunks" : ""}`);
    }
  });

  test(`${nameOf(call)}: rejects unknown and invalid fields`, async () => {
    for (const [field, value] of Object.entries(SMUGGLED)) {
      if (Object.hasOwn(call.fields ?? {}, field)) continue;
      checkFieldProblem(await attack(call, { body: { ...call.body?.(scene), [field]: value } }), field, `with ${field}`);
    }
    const prototype = JSON.stringify(call.body?.(scene)).replace(/\}$/, ',"__proto__":{"version":1,"roles":["super-admin"]}}');
    checkProblem(await attack(call, { body: prototype }), 422, "with __proto__");
    for (const [field, values] of Object.entries(call.fields ?? {})) {
      for (const value of values) {
        checkFieldProblem(await attack(call, { body: withField(call.body?.(scene), field, value) }), field, `${field} ${shown(value)}`);
      }
    }
  });
}

for (const call of CALLS) {
  if (call.query === undefined) continue;
  test(`${nameOf(call)}: rejects unknown and invalid parameters`, async () => {
    const [path = "", query = ""] = pathOf(call).split("?");
    const at = (more: string) => `${path}?${query === "" ? "" : `${query}&`}${more}`;
    for (const [name, values] of Object.entries(call.query ?? {})) {
      for (const value of values)
        checkFieldProblem(await attack(call, { path: `${path}?${name}=${value}` }), name, `${name}=${value.slice(0, 60)}`);
      checkFieldProblem(await attack(call, { path: `${path}?${name}=1&${name}=1` }), name, `${name} twice`);
    }
    for (const name of ["nope", "__proto__", "constructor", "order%20by"])
      checkProblem(await attack(call, { path: at(`${name}=1`) }), 422, name);
  });
}

for (const call of CALLS) {
  if (call.refused === undefined) continue;
  test(`${nameOf(call)}: rejects this caller`, async () => {
    for (const { status, cookie, headers = {}, ...changes } of call.refused?.(scene) ?? []) {
      const all = { ...headers, ...(cookie === undefined ? {} : { Cookie: cookie }) };
      checkProblem(await attack(call, { ...changes, headers: all }), status, shown({ ...changes, ...all }));
    }
  });
}

test("unknown ids return the same as other users' ids", async () => {
  for (const call of CALLS.filter(({ pattern }) => /:(?:id|name|action)$/.test(pattern) || pattern.includes("/:id/"))) {
    const parameter = call.pattern.includes(":id") ? ":id" : /:(?:name|action)/.exec(call.pattern)![0];
    for (const id of NO_IDS) {
      const path = call.pattern.replace(parameter, id).replace(":action", pathOf(call).split("/").at(-1) ?? "");
      checkProblem(await attack(call, { path }), 404, `${call.method} ${path.slice(0, 100)}`);
    }
  }
});

test("reads accept any headers and return data to the owner only", async () => {
  const headers = {
    "If-None-Match": "x".repeat(3000),
    Accept: "\u00ff",
    "Accept-Language": "x".repeat(2000),
    "X-Forwarded-For": "1.2.3.4, ;drop",
    "X-Forwarded-Host": "evil.example",
    Range: "bytes=0-1",
    Authorization: "Bearer sk_test_simulator",
  };
  for (const call of CALLS.filter((each) => each.method === "GET" && !each.pattern.endsWith("*"))) {
    const answer = await attack(call, { headers });
    check(answer.status === 200 && !answer.text.includes("evil.example"), `${nameOf(call)} → ${answer.status}`);
    checkInside(answer, nameOf(call));
    const isShared = /products|categories|suggestions|site-|closed-banner|version|openapi/.test(call.pattern);
    check(
      isShared || answer.headers["cache-control"] === "private, no-store",
      `${nameOf(call)} may be stored: ${answer.headers["cache-control"]}`,
    );
  }
});

import { once } from "node:events";
import net from "node:net";
import { expect, test } from "@playwright/test";
import { send, type Answer } from "./calls/send.ts";
import { startShop, type RunningShop } from "./shop-process.ts";
import { openPage } from "./fixtures.ts";

/* The layer between the network and the routes: methods, paths and requests without a matching call or page. */

let shop: RunningShop;
test.beforeAll(async () => {
  shop = await startShop();
});
test.afterAll(() => shop?.stop());

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** The status of an error in the format of the contract; otherwise the response itself. */
function problemStatus({ status, headers, json, text }: Answer): number | string {
  const body = (json ?? {}) as Readonly<Record<string, unknown>>;
  const isForm =
    headers["content-type"] === "application/problem+json; charset=utf-8" &&
    body.status === status &&
    body.detail === body.message &&
    body.type === "about:blank";
  return isForm ? status : `${status} ${text.slice(0, 200)}`;
}

test("returns 405 with allowed methods for pages, files and probes", async () => {
  const reading = [
    "/",
    "/products/1",
    "/1/products",
    "/about",
    "/no/such/page",
    "/admin",
    "/sitemap.xml",
    "/robots.txt",
    "/healthz",
    "/readyz",
    "/favicon.svg",
    "/favicon.ico",
    "/assets/x.js",
    "/media/x.webp",
    "/sounds/x.mp3",
  ];
  const sending = ["/cart", "/cart.data", "/checkout", "/payment-complete", "/admin/login", "/CART"];
  for (const path of [...reading, ...sending]) {
    const known = sending.includes(path) ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"];
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (known.includes(method)) continue;
      for (const headers of [{}, FORM]) {
        const answer = await send(shop.url, { method, path, headers, ...(headers === FORM ? { body: "a=b" } : {}) });
        expect(problemStatus(answer), `${method} ${path}`).toBe(405);
        expect(answer.headers.allow, `${method} ${path}`).toBe(known.join(", "));
      }
    }
  }
  expect((await send(shop.url, { method: "GET", path: "/_csp-report" })).headers.allow).toBe("POST");
});

const DISGUISED = [
  "//cart",
  "/admin/orders%2f..%2fsite-settings",
  "/%61dmin/orders",
  "/admin//site-settings",
  "/a%00b",
  "/a%zz",
  "/cart%5c",
  "/a/b/c/d/e/f/g/h/i",
  "/admin/orders/a/b/c/d/e/f/g/h",
];

test("a disguised path returns 404: JSON for programs, a page for browsers", async ({ browser }) => {
  for (const path of DISGUISED) {
    for (const Accept of ["*/*", "application/json"])
      expect(problemStatus(await send(shop.url, { method: "GET", path, headers: { Accept } })), path).toBe(404);
    const page = await send(shop.url, { method: "GET", path, headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect(page.status, path).toBe(404);
    expect(page.headers["content-type"], path).toBe("text/html; charset=utf-8");
    expect(page.headers["content-security-policy"], path).toContain("default-src 'self'");
    expect(page.text, path).toMatch(/<h1[^>]*>Page Not Found<\/h1>/);
    expect(
      problemStatus(await send(shop.url, { method: "POST", path, headers: { ...FORM, Accept: "text/html" }, body: "a=b" })),
      path,
    ).toBe(404);
  }
  for (const path of ["/api//cart", "/admin/api/orders%2f..%2fme", "/%61pi/cart"]) {
    expect(problemStatus(await send(shop.url, { method: "GET", path, headers: { Accept: "text/html" } })), path).toBe(404);
  }
  for (const path of ["/admin/orders%2f..%2fsite-settings", "/a/b/c/d/e/f/g/h/i/j/k/l"]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const loads: string[] = [];
    page.on("request", (request) => void (request.isNavigationRequest() && loads.push(request.url())));
    await openPage(page, shop.url + path);
    await expect(page.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
    await page.getByRole("link", { name: "Back to the start page" }).click();
    await expect(page).toHaveURL(`${shop.url}/`);
    expect(loads, "the page loads once, the next one without a load").toHaveLength(1);
    await context.close();
  }
});

/** Exactly these lines on a separate connection. */
async function exchange(lines: readonly string[]): Promise<string> {
  const socket = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  return text;
}

test("requires exactly one Host header", async () => {
  const answer = await exchange(["GET /api/version HTTP/1.1", "Host: localhost", "Host: evil.example"]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*application\/problem\+json/);
  expect(await exchange(["GET /api/version HTTP/1.1", "Host: localhost"])).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test("calls without a body reject other content types", async () => {
  const who = { method: "POST", path: "/admin/api/logout", body: "x" } as const;
  expect(problemStatus(await send(shop.url, { ...who, headers: { "Content-Type": "text/plain" } }))).toBe(401);
  expect(
    problemStatus(
      await send(shop.url, { ...who, method: "DELETE", path: "/api/_auth/session", headers: { "Content-Type": "text/plain" } }),
    ),
  ).toBe(415);
  expect((await send(shop.url, { method: "DELETE", path: "/api/_auth/session" })).status).toBe(200);
});

import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

/* The staff service worker with a fake `self`. */

const script = await readFile("public/admin/order-alerts.js", "utf8");

type Waiting = Promise<unknown>;

/** Its handlers with these open pages; `asked` records requests and page changes. */
function openWorker(urls: readonly string[] = [], isSignedIn = true) {
  const handlers: Record<string, (event: object) => void> = {};
  const asked: string[] = [];
  const page = (url: string) => ({
    url,
    focus: async () => asked.push(`focus ${url}`),
    navigate: async () => asked.push(`navigate ${url}`),
    postMessage: (message: { kind: string }) => asked.push(`tell ${url} ${message.kind}`),
  });
  const device = { toJSON: () => ({ endpoint: "https://push.example/new", keys: {} }) };
  const self = {
    addEventListener: (kind: string, handler: (event: object) => void) => (handlers[kind] = handler),
    clients: {
      matchAll: async () => urls.map((path) => page(`https://shop.example${path}`)),
      openWindow: async (path: string) => asked.push(`open ${path}`),
    },
    registration: { pushManager: { subscribe: async (options: object) => (asked.push(`subscribe ${JSON.stringify(options)}`), device) } },
  };
  const fetch = async (path: string, { method = "GET", body }: { method?: string; body?: string }) => {
    asked.push(`${method} ${path}${body === undefined ? "" : ` ${body}`}`);
    return { ok: isSignedIn, json: async () => ({ public_key: "KEY" }) };
  };
  runInNewContext(script, { self, fetch, URL, JSON });
  const happen = async (kind: string, event: object) => {
    const waiting: Waiting[] = [];
    handlers[kind]?.({ ...event, waitUntil: (work: Waiting) => waiting.push(work) });
    await Promise.all(waiting);
    return asked;
  };
  return { happen };
}

const press = { notification: { close: () => undefined } };

test("clicking a message asks the open page to navigate", async () => {
  const { happen } = openWorker(["/", "/admin/product/edit/7"]);
  expect(await happen("notificationclick", press)).toEqual([
    "tell https://shop.example/admin/product/edit/7 open-orders",
    "focus https://shop.example/admin/product/edit/7",
  ]);
});

test("prefers the orders page, and opens one if none exists", async () => {
  expect(await openWorker(["/admin/product", "/admin/orders"]).happen("notificationclick", press)).toContain(
    "focus https://shop.example/admin/orders",
  );
  expect(await openWorker(["/", "/admin/login"]).happen("notificationclick", press)).toEqual(["open /admin/orders"]);
});

test("renews the subscription after pushsubscriptionchange without data", async () => {
  const subscribe = 'subscribe {"userVisibleOnly":true,"applicationServerKey":"KEY"}';
  const put = 'PUT /admin/api/orders/push {"endpoint":"https://push.example/new","keys":{}}';
  const get = "GET /admin/api/orders/push";
  expect(await openWorker().happen("pushsubscriptionchange", { oldSubscription: null, newSubscription: null })).toEqual([
    get,
    subscribe,
    put,
  ]);
  expect(await openWorker().happen("pushsubscriptionchange", { oldSubscription: { endpoint: "https://push.example/old" } })).toEqual([
    get,
    subscribe,
    put,
    'DELETE /admin/api/orders/push {"endpoint":"https://push.example/old"}',
  ]);
  expect(await openWorker([], false).happen("pushsubscriptionchange", { oldSubscription: null }), "signed out").toEqual([get]);
});

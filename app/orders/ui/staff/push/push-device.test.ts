import { beforeEach, expect, test, vi } from "vitest";
import { createHash } from "node:crypto";
import { readPush } from "./push-device.ts";

/* A browser with a push address, and a shop that stores owners of addresses. */

const ENDPOINT = "https://push.example/tablet";
const ana = new Set<string>();
const ben = new Set<string>();
let isSubscribed = true;
let answers = true;
const bound: string[] = [];

beforeEach(() => {
  ana.clear();
  ben.clear();
  bound.length = 0;
  isSubscribed = true;
  answers = true;
  const device = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: {} }),
    unsubscribe: async () => !(isSubscribed = false),
  };
  const worker = { scope: "https://shop.example/admin/", pushManager: { getSubscription: async () => (isSubscribed ? device : null) } };
  vi.stubGlobal("navigator", { userAgent: "", serviceWorker: { getRegistration: async () => worker } });
  vi.stubGlobal("window", { PushManager: true, Notification: true });
  vi.stubGlobal("Notification", { permission: "granted" });
  // Ben is signed in.
  vi.stubGlobal("fetch", async (_path: string, { method, body }: { method: string; body?: string }) => {
    if (!answers) return Response.json({ detail: "Sign in first." }, { status: 401 });
    const { endpoint = "" } = JSON.parse(body ?? "{}") as { endpoint?: string };
    if (method === "PUT") bound.push(endpoint);
    if (method === "DELETE") for (const person of [ana, ben]) person.delete(endpoint);
    return Response.json({ known: [...ben].map((known) => createHash("sha256").update(known).digest("base64url")) });
  });
});

test("removes a device that another user left enabled", async () => {
  ana.add(ENDPOINT);
  expect(await readPush()).toBe("off");
  expect([...ana], "the shop tells it no more").toEqual([]);
  expect(isSubscribed, "and its address is gone").toBe(false);
});

test("keeps the user's own device; an unavailable shop changes nothing", async () => {
  ben.add(ENDPOINT);
  expect(await readPush()).toBe("on");
  expect(bound).toEqual([ENDPOINT]);
  answers = false;
  expect(await readPush()).toBe("unasked");
  expect([isSubscribed, ben.size]).toEqual([true, 1]);
});

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { checkStripeAccess } from "./check-stripe-access.server.ts";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A Stripe account that has one webhook endpoint, and answers 403 to these calls. */
async function account(forbidden: readonly string[], endpoint: { readonly url: string; readonly events: readonly string[] }) {
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    const isForbidden = forbidden.includes(path);
    const isList = request.method === "GET";
    const status = isForbidden ? 403 : isList ? 200 : 404;
    const error = { type: "invalid_request_error", message: isForbidden ? "The key lacks a right." : "No such payment_intent" };
    const { url, events: enabled_events } = endpoint;
    const data =
      path === "/v1/webhook_endpoints" ? [{ id: "we_1", object: "webhook_endpoint", url, enabled_events, status: "enabled" }] : [];
    request.resume();
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(status === 200 ? { object: "list", data, has_more: false, url: path } : { error }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HOOK = "https://shop.example/api/webhooks/stripe";

test("names the rights that a restricted key lacks", async () => {
  const url = await account(["/v1/refunds", "/v1/disputes"], { url: HOOK, events: ["*"] });
  expect(await checkStripeAccess(url, "rk_test_1", HOOK, 5_000)).toEqual({
    missingRights: ["Charges and Refunds: Write", "Disputes: Read"],
    hasEndpoint: true,
    missingEvents: [],
  });
});

test("names the events that the shop's endpoint is not sent", async () => {
  const url = await account([], { url: HOOK, events: ["payment_intent.succeeded", "charge.refunded"] });
  const access = await checkStripeAccess(url, "sk_test_1", HOOK, 5_000);
  expect(access).toMatchObject({ missingRights: [], hasEndpoint: true });
  expect(access.missingEvents).toContain("charge.dispute.created");
  expect(access.missingEvents).not.toContain("charge.refunded");
});

test("says that no endpoint leads to this shop, and nothing when the key may not look", async () => {
  const other = await account([], { url: "https://other.example/hook", events: ["*"] });
  expect(await checkStripeAccess(other, "sk_test_1", HOOK, 5_000)).toMatchObject({ hasEndpoint: false, missingEvents: null });
  const closed = await account(["/v1/webhook_endpoints"], { url: HOOK, events: ["*"] });
  expect(await checkStripeAccess(closed, "rk_test_1", HOOK, 5_000)).toMatchObject({ hasEndpoint: null, missingEvents: null });
});

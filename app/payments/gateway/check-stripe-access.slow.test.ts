import { expect, test } from "vitest";
import { openStripeAccountServer } from "#test/stripe-account.ts";
import { checkStripeAccess } from "./check-stripe-access.server.ts";

const HOOK = "https://shop.example/api/webhooks/stripe";

/** What the shop finds out of an account whose key may not use these paths and which has this endpoint. */
async function accessTo(forbidden: readonly string[], endpoint: { readonly url: string; readonly enabled_events: string[] }) {
  const { url } = await openStripeAccountServer({ forbidden, endpoints: [endpoint] });
  return checkStripeAccess({ apiUrl: url, secretKey: "rk_test_1", timeoutMs: 5_000 }, HOOK);
}

test("names the rights that a restricted key lacks", async () => {
  expect(await accessTo(["/v1/refunds", "/v1/disputes"], { url: HOOK, enabled_events: ["*"] })).toEqual({
    missingRights: ["Charges and Refunds: Write", "Disputes: Read"],
    missingPayoutRights: [],
    hasEndpoint: true,
    missingEvents: [],
  });
});

test("names the rights for payouts separately", async () => {
  const access = await accessTo(["/v1/payouts", "/v1/balance_transactions"], { url: HOOK, enabled_events: ["*"] });
  expect(access).toMatchObject({ missingRights: [], missingPayoutRights: ["Payouts: Read", "Balance transactions: Read"] });
});

test("names the events that the shop's endpoint is not sent", async () => {
  const access = await accessTo([], { url: HOOK, enabled_events: ["payment_intent.succeeded", "charge.refunded"] });
  expect(access).toMatchObject({ missingRights: [], hasEndpoint: true });
  expect(access.missingEvents).toContain("charge.dispute.created");
  expect(access.missingEvents).not.toContain("charge.refunded");
});

test("reports a missing endpoint, unless the key may not list endpoints", async () => {
  const other = { url: "https://other.example/hook", enabled_events: ["*"] };
  expect(await accessTo([], other)).toMatchObject({ hasEndpoint: false, missingEvents: null });
  expect(await accessTo(["/v1/webhook_endpoints"], { url: HOOK, enabled_events: ["*"] })).toMatchObject({
    hasEndpoint: null,
    missingEvents: null,
  });
});

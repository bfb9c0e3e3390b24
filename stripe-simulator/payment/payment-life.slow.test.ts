import fc from "fast-check";
import { expect, test } from "vitest";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { createMemoryStore } from "#stripe-simulator/test/memory-store.ts";
import { createStripeSimulator } from "#stripe-simulator/stripe-simulator.ts";

const CARDS = [
  "pm_card_visa",
  "pm_card_chargeDeclined",
  "pm_card_authenticationRequired",
  "pm_card_simulator_slow",
  "pm_card_refundFail",
  "pm_card_pendingRefund",
];

const step = fc.oneof(
  fc.record({ path: fc.constant("confirm"), fields: fc.record({ payment_method: fc.constantFrom(...CARDS) }) }),
  fc.record({ path: fc.constant("capture"), fields: fc.record({ amount_to_capture: fc.integer({ min: 1, max: 1_200 }).map(String) }) }),
  fc.record({ path: fc.constant("cancel"), fields: fc.constant({}) }),
  fc.record({ path: fc.constant("update"), fields: fc.record({ amount: fc.integer({ min: 50, max: 1_000 }).map(String) }) }),
  fc.record({ path: fc.constant("refund"), fields: fc.record({ amount: fc.integer({ min: 1, max: 600 }).map(String) }) }),
  fc.record({ path: fc.constant("authenticate"), fields: fc.record({ outcome: fc.constantFrom("succeed", "fail") }) }),
  fc.record({ path: fc.constant("wait"), fields: fc.record({ seconds: fc.constantFrom("3", "60", "700000") }) }),
);

interface Seen {
  readonly status: string;
  readonly amount: number;
  readonly amount_capturable: number;
  readonly amount_received: number;
  readonly latest_charge: { readonly amount_refunded: number; readonly captured: boolean } | null;
}

test("any sequence of calls captures once, within the amount, and refunds once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      let now = Date.UTC(2026, 0, 1);
      const simulator = createStripeSimulator({
        store: createMemoryStore(),
        secretKeys: [SIMULATOR_SECRET_KEY],
        publishableKeys: [],
        publicUrl: "http://127.0.0.1/_simulator/stripe",
        webhook: null,
        now: () => new Date(now),
        onError: (error) => {
          throw error;
        },
      });
      const headers = { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` };
      const post = (path: string, fields: Record<string, string>) =>
        simulator.app.request(path, { method: "POST", headers, body: new URLSearchParams(fields) });
      const get = async (path: string) => (await simulator.app.request(path, { headers })).json();

      const created = (await (await post("/v1/payment_intents", { amount: "1000", currency: "usd", capture_method: "manual" })).json()) as {
        id: string;
      };
      const base = `/v1/payment_intents/${created.id}`;
      let before: Seen | undefined;
      for (const { path, fields } of steps as { path: string; fields: Record<string, string> }[]) {
        if (path === "wait") {
          now += Number(fields.seconds) * 1000;
          await simulator.sweep();
        } else {
          const target =
            path === "refund"
              ? "/v1/refunds"
              : path === "update"
                ? base
                : path === "authenticate"
                  ? `/v1/test_helpers${base.slice(3)}/authenticate`
                  : `${base}/${path}`;
          const answer = await post(target, path === "refund" ? { ...fields, payment_intent: created.id } : fields);
          expect([200, 400, 402]).toContain(answer.status);
        }
        const seen = (await get(`${base}?expand[]=latest_charge`)) as Seen;
        const refunds = (await get(`/v1/refunds?payment_intent=${created.id}&limit=100`)) as { data: { amount: number; status: string }[] };
        const returned = refunds.data.filter((refund) => refund.status !== "failed").reduce((sum, refund) => sum + refund.amount, 0);

        expect(seen.amount_received).toBeLessThanOrEqual(seen.amount);
        expect(seen.amount_capturable).toBe(seen.status === "requires_capture" ? seen.amount : 0);
        expect(seen.amount_received > 0).toBe(seen.status === "succeeded");
        expect(seen.latest_charge?.amount_refunded ?? 0).toBe(returned);
        expect(returned).toBeLessThanOrEqual(seen.amount_received);
        if (before?.status === "succeeded" || before?.status === "canceled") {
          expect([seen.status, seen.amount_received, seen.amount]).toEqual([before.status, before.amount_received, before.amount]);
        }
        before = seen;
      }
    }),
    { numRuns: 150 },
  );
});

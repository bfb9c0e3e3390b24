import { expect, test } from "vitest";
import type { PaymentFailure } from "#app/payments/gateway/gateway.server.ts";
import type { CallOutcome } from "#app/store/domain/connection.ts";
import { openStripe } from "#test/stripe.ts";
import { monitoredGateway } from "./monitored-gateway.server.ts";

const { gateway } = await openStripe();
const FORBIDDEN: PaymentFailure = { ok: false, kind: "auth", message: "The key lacks a permission.", code: null, declineCode: null };

test("does not report a key that only lacks rights to payouts and disputes", async () => {
  const outcomes: CallOutcome[] = [];
  const refuse = () => Promise.resolve(FORBIDDEN);
  const refusing = { ...gateway, listPayouts: refuse, listPayoutParts: refuse, listDisputes: refuse };
  const monitored = monitoredGateway(refusing, async (outcome) => void outcomes.push(outcome));
  expect(
    await Promise.all([monitored.listPayouts(new Date(0), new Date(1)), monitored.listPayoutParts("po_1"), monitored.listDisputes()]),
  ).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN]);
  expect(outcomes).toEqual([]);
  await monitored.listRecentRefunds(new Date(0));
  expect(outcomes).toEqual([{ state: "works", reason: "" }]);
});

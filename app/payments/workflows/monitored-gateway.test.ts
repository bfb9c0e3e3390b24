import { expect, test } from "vitest";
import type { PaymentFailure } from "#app/payments/gateway/gateway.server.ts";
import type { Heard } from "#app/store/domain/connection.ts";
import { openStripe } from "#test/stripe.ts";
import { monitoredGateway } from "./monitored-gateway.server.ts";

const { gateway } = await openStripe();
const FORBIDDEN: PaymentFailure = { ok: false, kind: "auth", message: "The key lacks a permission.", code: null, declineCode: null };

test("a key that may take payments and not read payouts is not reported as refused", async () => {
  const told: Heard[] = [];
  const refusing = { ...gateway, listPayouts: () => Promise.resolve(FORBIDDEN), listPayoutParts: () => Promise.resolve(FORBIDDEN) };
  const monitored = monitoredGateway(refusing, async (heard) => void told.push(heard));
  expect([await monitored.listPayouts(new Date(0)), await monitored.listPayoutParts("po_1")]).toEqual([FORBIDDEN, FORBIDDEN]);
  expect(told).toEqual([]);
  await monitored.listDisputes();
  expect(told).toEqual([{ state: "works", reason: "" }]);
});

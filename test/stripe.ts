import type { PaymentIntentFacts, PaymentResult } from "#app/payments/gateway/gateway.server.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { serveSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { afterUse } from "./after-use.ts";

export function intentOf(result: PaymentResult): PaymentIntentFacts {
  if (!result.ok) throw new Error(`${result.kind}: ${result.message}`);
  return result.intent;
}

interface ConfirmAnswer {
  readonly status?: string;
  readonly next_action?: { readonly type: string } | null;
  readonly error?: object;
}

/**
 * The payment provider's simulator with its own clock, a gateway to it, and the actions of browser and bank. Closed after the last test.
 */
export async function openStripe() {
  let clock = Date.UTC(2026, 5, 1, 12);
  let serial = 0;
  const simulator = await serveSimulator({ now: () => new Date(clock) });
  afterUse(() => simulator.close());
  const gateway = createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: simulator.apiUrl });

  /** An unused idempotency key. */
  function key(): string {
    serial += 1;
    return `key-${serial}`;
  }
  async function createIntent(amount = 2_350): Promise<PaymentIntentFacts> {
    return intentOf(await gateway.createIntent({ currency: "usd", amount, orderId: "order-1", cartHash: "cart-1", idempotencyKey: key() }));
  }
  /** Confirms as the checkout page does: with the publishable key and the payment's secret. */
  async function confirm(
    intent: PaymentIntentFacts,
    paymentMethod: string,
    more: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly body: ConfirmAnswer }> {
    const answer = await fetch(`${simulator.apiUrl}/v1/payment_intents/${intent.id}/confirm`, {
      method: "POST",
      body: new URLSearchParams({
        key: SIMULATOR_PUBLISHABLE_KEY,
        client_secret: intent.clientSecret ?? "",
        payment_method: paymentMethod,
        ...more,
      }),
    });
    return { status: answer.status, body: (await answer.json()) as ConfirmAnswer };
  }
  return {
    simulator,
    gateway,
    key,
    createIntent,
    confirm,
    now: () => clock,
    passMs: (ms: number) => {
      clock += ms;
    },
    /** An authorized payment. */
    held: async (amount = 2_350): Promise<PaymentIntentFacts> => {
      const intent = await createIntent(amount);
      await confirm(intent, "pm_card_visa");
      return intent;
    },
    /** The customer's response to the bank's challenge. */
    authenticate: async (intent: PaymentIntentFacts, outcome: "succeed" | "fail"): Promise<void> => {
      await fetch(`${simulator.apiUrl}/v1/test_helpers/payment_intents/${intent.id}/authenticate`, {
        method: "POST",
        headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
        body: new URLSearchParams({ outcome }),
      });
    },
  };
}

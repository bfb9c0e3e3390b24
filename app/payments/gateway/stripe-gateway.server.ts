import Stripe from "stripe";
import type { PaymentAmount, PaymentGateway, PaymentResult, RefundResult } from "./gateway.server.ts";
import { providerUnits } from "#app/values/money/currency-units.ts";
import { createStripeAddress, STRIPE_API_URL } from "./stripe-address.server.ts";
import { createStripeExchange, WITH_CHARGE } from "./stripe-exchange.server.ts";
import { parseRefund, REFUND_KEY_FIELD } from "./stripe-facts.server.ts";
import { unreadable } from "./stripe-failures.server.ts";
import { createStripeLists } from "./stripe-lists.server.ts";
import { createStripePayouts } from "./stripe-payouts.server.ts";
import { verifyWebhook } from "./stripe-webhook.server.ts";

/** Limit for a gateway call with its retry, so that checkout responds within 10 s. */
export const PAYMENT_TIMEOUT_MS = 9_000;
/** Staff wait for this request after a capture. */
const DESCRIBE_TIMEOUT_MS = 1_500;

export interface StripeGatewayOptions {
  readonly secretKey: string;
  /** Base URL with an optional path prefix; null: Stripe's own. */
  readonly apiUrl?: string | null;
  /** Sends a request; default: over the network. */
  readonly reach?: typeof fetch | undefined;
  /** Milliseconds for a whole call; default PAYMENT_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** Shown in Stripe's request log. */
  readonly appInfo?: { readonly name: string; readonly version?: string };
}

/** Cards and card wallets can be authorized for days and captured on Accept. Other payment methods (pay later, bank transfer) have other rules. */
const CARDS_ONLY = {
  allowed_payment_method_types: ["card"],
} satisfies Pick<Stripe.PaymentIntentCreateParams, "allowed_payment_method_types">;

/** Stripe requires a letter and forbids <>\'"*, in at most 22 characters. */
const STATEMENT_SUFFIX = /^(?=.*[A-Za-z])[A-Za-z0-9 -]{1,22}$/;
/** Parameters that a request can do without. */
const OPTIONAL_PARAMS = ["allowed_payment_method_types", "statement_descriptor_suffix"];

/**
 * Sends a request with optional parameters, and again without them if an account or an emulator refuses them, because they must not stop a sale. A
 * refused request has changed nothing, so the second one cannot pay twice. Each request has its own key, because a key belongs to its parameters.
 */
async function withOptional<Params extends object>(
  params: Params,
  key: string,
  send: (params: Params | Record<string, never>, key: string) => Promise<PaymentResult>,
): Promise<PaymentResult> {
  if (Object.keys(params).length === 0) return send({}, key);
  const result = await send(params, `${key}_more`);
  return isAboutOptionalParams(result) ? send({}, key) : result;
}

/** Whether a request was refused for an optional parameter, or for one that the response does not name. */
function isAboutOptionalParams(result: PaymentResult): boolean {
  if (result.ok || result.kind !== "invalid") return false;
  if (result.param !== undefined) return OPTIONAL_PARAMS.some((name) => result.param?.startsWith(name));
  return result.code === null || result.code.startsWith("parameter_");
}

function inProviderUnits({ amount, currency }: PaymentAmount): number {
  return amount * providerUnits(currency);
}

/** The only implementation of PaymentGateway, for Stripe, the simulator and emulators (STRIPE_API_URL) alike. */
export function createStripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const limit = options.timeoutMs ?? PAYMENT_TIMEOUT_MS;
  const stripe = new Stripe(options.secretKey, {
    ...createStripeAddress(options.apiUrl ?? STRIPE_API_URL, options.reach),
    // This module retries itself: the SDK's timeout applies per attempt, not per call.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(options.appInfo ? { appInfo: options.appInfo } : {}),
  });

  const calls = createStripeExchange(stripe, limit);
  const { deadlineFromNow, exchange, readFacts, intentExchange, retrieveIntent, moveIntent } = calls;

  /** Adds a description for readers of Stripe's dashboard. The payment is already captured, so a failure is ignored. */
  async function describe(id: string, orderNumber: string, deadline: number): Promise<void> {
    const soon = Math.min(deadline, performance.now() + DESCRIBE_TIMEOUT_MS);
    await exchange((settings) => stripe.paymentIntents.update(id, { description: `Order ${orderNumber}` }, settings), soon);
  }

  return {
    livemode: /^(sk|rk)_live_/.test(options.secretKey),

    createIntent(input) {
      const deadline = deadlineFromNow();
      return withOptional(CARDS_ONLY, input.idempotencyKey, (optionalParams, idempotencyKey) =>
        intentExchange(
          (settings) =>
            stripe.paymentIntents.create(
              {
                ...optionalParams,
                amount: inProviderUnits(input),
                currency: input.currency,
                capture_method: "manual",
                metadata: { order_id: input.orderId, cart_hash: input.cartHash },
                expand: WITH_CHARGE,
              },
              { ...settings, idempotencyKey },
            ),
          deadline,
        ),
      );
    },

    retrieveIntent: (id) => retrieveIntent(id),

    async captureIntent(id, { amount, currency, idempotencyKey: key, orderNumber = null }) {
      const toCapture = inProviderUnits({ amount, currency });
      const deadline = deadlineFromNow();
      const suffix = orderNumber !== null && STATEMENT_SUFFIX.test(orderNumber) ? { statement_descriptor_suffix: orderNumber } : {};
      const result = await withOptional(suffix, key, (optionalParams, idempotencyKey) =>
        moveIntent(
          id,
          (settings) =>
            stripe.paymentIntents.capture(
              id,
              { ...optionalParams, amount_to_capture: toCapture, expand: WITH_CHARGE },
              { ...settings, idempotencyKey },
            ),
          (intent) => intent.status === "succeeded" && intent.amountReceived === amount,
          deadline,
        ),
      );
      if (result.ok && orderNumber !== null) await describe(id, orderNumber, deadline);
      return result;
    },

    cancelIntent(id, idempotencyKey) {
      return moveIntent(
        id,
        (settings) => stripe.paymentIntents.cancel(id, { expand: WITH_CHARGE }, { ...settings, idempotencyKey }),
        (intent) => intent.status === "canceled",
      );
    },

    async refundIntent(id, refunded, idempotencyKey): Promise<RefundResult> {
      const deadline = deadlineFromNow();
      const outcome = await exchange(
        (settings) =>
          stripe.refunds.create(
            {
              payment_intent: id,
              amount: inProviderUnits(refunded),
              metadata: { [REFUND_KEY_FIELD]: idempotencyKey },
              expand: ["payment_intent.latest_charge"],
            },
            { ...settings, idempotencyKey },
          ),
        deadline,
      );
      if (!outcome.ok) return outcome;
      const refund = parseRefund(outcome.value);
      if (!refund) return unreadable("The payment provider's answer could not be read as a refund.");
      const expanded = await readFacts(outcome.value.payment_intent, deadline);
      if (expanded.ok) return { ok: true, refund, intent: expanded.intent };
      const current = await retrieveIntent(id, deadline);
      return { ok: true, refund, intent: current.ok ? current.intent : null };
    },

    ...createStripeLists(stripe, calls),
    ...createStripePayouts(stripe, calls),
    verifyWebhook,
  };
}

import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import type {
  IntentListResult,
  PaymentFailure,
  PaymentGateway,
  PaymentIntentFacts,
  PaymentResult,
  RefundFacts,
  RefundListResult,
  RefundResult,
  WebhookResult,
} from "./gateway.server.ts";
import { createStripeAddress, STRIPE_API_URL } from "./stripe-address.server.ts";
import { isStillDisputed, parseEvent, parseIntent, parseRefund, REFUND_KEY_FIELD, unexpandedCharge } from "./stripe-facts.server.ts";
import { describeFailure, isPassing, unreadable, UNREADABLE } from "./stripe-failures.server.ts";

/** Limit for a gateway call with its retry, so that checkout responds within 10 s. */
export const PAYMENT_TIMEOUT_MS = 9_000;
const RETRY_PAUSE_MS = 200;
const SHORTEST_ATTEMPT_MS = 500;
const PAGE_SIZE = 100;
const WEBHOOK_TOLERANCE_SECONDS = 300;
const MOST_PAGES = 20;

export interface StripeGatewayOptions {
  readonly secretKey: string;
  /** Base URL with an optional path prefix; null: Stripe's own. */
  readonly apiUrl?: string | null;
  /** How a request gets there; default the network. */
  readonly reach?: typeof fetch | undefined;
  /** Milliseconds for a whole call; default PAYMENT_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** Shown in the vendor's request log. */
  readonly appInfo?: { readonly name: string; readonly version?: string };
}

type Outcome<T> = { readonly ok: true; readonly value: T } | PaymentFailure;

const WITH_CHARGE = ["latest_charge"];

/** The only implementation of PaymentGateway, for Stripe, the simulator and emulators (STRIPE_API_URL) alike. */
export function createStripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const limit = options.timeoutMs ?? PAYMENT_TIMEOUT_MS;
  const stripe = new Stripe(options.secretKey, {
    ...createStripeAddress(options.apiUrl ?? STRIPE_API_URL, options.reach),
    // Own retries: the SDK's timeout applies per attempt, not per call.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(options.appInfo ? { appInfo: options.appInfo } : {}),
  });

  const deadlineFromNow = () => performance.now() + limit;

  /** Runs one exchange until the deadline, with one retry after a temporary fault. */
  async function exchange<T>(send: (settings: Stripe.RequestOptions) => Promise<T>, deadline = deadlineFromNow()): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const timeout = Math.max(1, Math.floor(deadline - performance.now()));
        return { ok: true, value: await send({ timeout }) };
      } catch (thrown) {
        const left = deadline - performance.now() - RETRY_PAUSE_MS;
        if (attempt > 1 || !isPassing(thrown) || left < SHORTEST_ATTEMPT_MS) return describeFailure(thrown);
        await pause(RETRY_PAUSE_MS);
      }
    }
  }

  /** Some emulators never expand the charge: read it by id. */
  async function withCharge(answer: unknown, deadline: number): Promise<unknown> {
    const chargeId = unexpandedCharge(answer);
    if (chargeId === null) return answer;
    const charge = await exchange((settings) => stripe.charges.retrieve(chargeId, {}, settings), deadline);
    return charge.ok ? { ...(answer as object), latest_charge: charge.value } : answer;
  }

  /** A charge stays "disputed" for ever: read the disputes. */
  async function withDispute(intent: PaymentIntentFacts | undefined, deadline: number): Promise<PaymentIntentFacts | undefined> {
    if (intent?.disputed !== true) return intent;
    const listed = await exchange((settings) => stripe.disputes.list({ payment_intent: intent.id, limit: PAGE_SIZE }, settings), deadline);
    return listed.ok ? { ...intent, disputed: isStillDisputed(listed.value.data) } : intent;
  }

  async function readFacts(answer: unknown, deadline: number): Promise<PaymentIntentFacts | undefined> {
    return withDispute(parseIntent(await withCharge(answer, deadline)), deadline);
  }

  async function intentExchange(
    send: (settings: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent>,
    deadline = deadlineFromNow(),
  ): Promise<PaymentResult> {
    const outcome = await exchange(send, deadline);
    if (!outcome.ok) return outcome;
    const intent = await readFacts(outcome.value, deadline);
    return intent ? { ok: true, intent } : unreadable("The payment provider's answer could not be read as a payment.");
  }

  async function retrieveIntent(id: string, deadline = deadlineFromNow()): Promise<PaymentResult> {
    if (!isIntentId(id)) return { ok: false, kind: "not-found", message: "This is no payment id.", code: null, declineCode: null };
    return intentExchange((settings) => stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE }, settings), deadline);
  }

  /**
   * Moves a payment to a target state. If the provider refuses or responds with something else, reads the payment: one already in that state counts
   * as done.
   */
  async function moveIntent(
    id: string,
    send: (settings: Stripe.RequestOptions) => Promise<Stripe.PaymentIntent>,
    isDone: (intent: PaymentIntentFacts) => boolean,
  ): Promise<PaymentResult> {
    const deadline = deadlineFromNow();
    const result = await intentExchange(send, deadline);
    if (result.ok || (result.kind !== "state" && result.code !== UNREADABLE)) return result;
    const current = await retrieveIntent(id, deadline);
    const intent = current.ok ? current.intent : result.intent;
    if (!intent) return result;
    return isDone(intent) ? { ok: true, intent } : { ...result, intent };
  }

  async function listRefunds(filter: Stripe.RefundListParams): Promise<RefundListResult> {
    const outcome = await exchange((settings) => stripe.refunds.list({ ...filter, limit: PAGE_SIZE }, settings));
    if (!outcome.ok) return outcome;
    const rows: unknown = outcome.value.data;
    const refunds = Array.isArray(rows) ? rows.map(parseRefund) : [undefined];
    if (!refunds.every((refund): refund is RefundFacts => refund !== undefined)) {
      return unreadable("The payment provider's list of refunds could not be read.");
    }
    return { ok: true, refunds };
  }

  return {
    livemode: /^(sk|rk)_live_/.test(options.secretKey),

    createIntent(input) {
      return intentExchange((settings) =>
        stripe.paymentIntents.create(
          {
            amount: input.amount,
            currency: "usd",
            capture_method: "manual",
            metadata: { order_id: input.orderId, cart_hash: input.cartHash },
            expand: WITH_CHARGE,
          },
          { ...settings, idempotencyKey: input.idempotencyKey },
        ),
      );
    },

    retrieveIntent: (id) => retrieveIntent(id),

    captureIntent(id, amount, idempotencyKey) {
      return moveIntent(
        id,
        (settings) =>
          stripe.paymentIntents.capture(id, { amount_to_capture: amount, expand: WITH_CHARGE }, { ...settings, idempotencyKey }),
        (intent) => intent.status === "succeeded" && intent.amountReceived === amount,
      );
    },

    cancelIntent(id, idempotencyKey) {
      return moveIntent(
        id,
        (settings) => stripe.paymentIntents.cancel(id, { expand: WITH_CHARGE }, { ...settings, idempotencyKey }),
        (intent) => intent.status === "canceled",
      );
    },

    async refundIntent(id, amount, idempotencyKey): Promise<RefundResult> {
      const deadline = deadlineFromNow();
      const outcome = await exchange(
        (settings) =>
          stripe.refunds.create(
            {
              payment_intent: id,
              amount,
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
      if (expanded) return { ok: true, refund, intent: expanded };
      const current = await retrieveIntent(id, deadline);
      return { ok: true, refund, intent: current.ok ? current.intent : null };
    },

    listRefunds: (id) => listRefunds({ payment_intent: id }),

    listRecentRefunds: (since) => listRefunds({ created: { gte: Math.floor(since.getTime() / 1000) } }),

    async listRecentIntents(since): Promise<IntentListResult> {
      const intents: PaymentIntentFacts[] = [];
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const last = intents.at(-1);
        const outcome = await exchange((settings) =>
          stripe.paymentIntents.list(
            { created, limit: PAGE_SIZE, expand: ["data.latest_charge"], ...(last ? { starting_after: last.id } : {}) },
            settings,
          ),
        );
        if (!outcome.ok) return outcome;
        const rows: unknown = outcome.value.data;
        const read = Array.isArray(rows) ? await Promise.all(rows.map((row) => readFacts(row, deadlineFromNow()))) : [undefined];
        if (!read.every((intent): intent is PaymentIntentFacts => intent !== undefined)) {
          return unreadable("The payment provider's list of payments could not be read.");
        }
        intents.push(...read);
        if (!outcome.value.has_more || read.length === 0) return { ok: true, intents, complete: true };
      }
      return { ok: true, intents, complete: false };
    },

    verifyWebhook(rawBody, signatureHeader, secret): WebhookResult {
      if (secret.trim() === "") return { ok: false, reason: "no-secret", message: "No webhook secret is set." };
      let payload: unknown;
      // The SDK checks only the maximum age, so future and missing timestamps would pass.
      if (!isTimedNow(signatureHeader ?? "")) {
        return { ok: false, reason: "signature", message: "The webhook's time is not a time, or too far from now." };
      }
      try {
        payload = Stripe.webhooks.constructEvent(rawBody, signatureHeader ?? "", secret);
      } catch (thrown) {
        if (thrown instanceof Stripe.errors.StripeSignatureVerificationError) {
          return { ok: false, reason: "signature", message: "The webhook's signature does not match, or it is too old." };
        }
        return { ok: false, reason: "malformed", message: "The webhook's body is not an event." };
      }
      const event = parseEvent(payload);
      return event ? { ok: true, event } : { ok: false, reason: "malformed", message: "The webhook's body is not an event." };
    },
  };
}

/** True if `t` of the signature header is an integer at most five minutes ahead. */
function isTimedNow(signatureHeader: string): boolean {
  const times = signatureHeader.split(",").flatMap((part) => (part.trim().startsWith("t=") ? [part.trim().slice(2)] : []));
  const now = Date.now() / 1000;
  return times.length === 1 && times.every((time) => /^\d{1,12}$/.test(time) && Number(time) <= now + WEBHOOK_TOLERANCE_SECONDS);
}

function isIntentId(id: string): boolean {
  return /^pi_[A-Za-z0-9_-]{1,200}$/.test(id);
}

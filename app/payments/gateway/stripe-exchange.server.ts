import { setTimeout as pause } from "node:timers/promises";
import type Stripe from "stripe";
import { failureClass } from "#app/payments/domain/failure-class.ts";
import type { PaymentFailure, PaymentIntentFacts, PaymentResult } from "./gateway.server.ts";
import { parseIntent, readDisputes, unexpandedCharge } from "./stripe-facts.server.ts";
import { describeFailure, isPassing, unreadable, UNREADABLE } from "./stripe-failures.server.ts";

const RETRY_PAUSE_MS = 200;
const SHORTEST_ATTEMPT_MS = 500;
export const PAGE_SIZE = 100;

export const WITH_CHARGE = ["latest_charge"];

type Outcome<T> = { readonly ok: true; readonly value: T } | PaymentFailure;

/** Sends one request with the SDK's options for it. */
type Send<T> = (settings: Stripe.RequestOptions) => Promise<T>;

export type StripeExchange = ReturnType<typeof createStripeExchange>;

/**
 * Calls Stripe with a deadline and one retry, and completes payments with details that the API leaves out.
 *
 * @param limit milliseconds for a whole call
 */
export function createStripeExchange(stripe: Stripe, limit: number) {
  const deadlineFromNow = () => performance.now() + limit;

  /** Runs one exchange until the deadline, with one retry after a temporary fault. */
  async function exchange<T>(send: Send<T>, deadline = deadlineFromNow()): Promise<Outcome<T>> {
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

  /** Some emulators never expand the charge, so it is read by its id. */
  async function withCharge(answer: unknown, deadline: number): Promise<Outcome<unknown>> {
    const chargeId = unexpandedCharge(answer);
    if (chargeId === null) return { ok: true, value: answer };
    const charge = await exchange((settings) => stripe.charges.retrieve(chargeId, {}, settings), deadline);
    if (!charge.ok) return isRefused(charge) ? { ok: true, value: answer } : unfinished(charge);
    return { ok: true, value: { ...(answer as object), latest_charge: charge.value } };
  }

  /** A charge stays "disputed" for ever, so the disputes are read. A temporary failure must not report a won dispute as open. */
  async function withDispute(intent: PaymentIntentFacts, deadline: number): Promise<PaymentResult> {
    if (!intent.disputed) return { ok: true, intent };
    const listed = await exchange((settings) => stripe.disputes.list({ payment_intent: intent.id, limit: PAGE_SIZE }, settings), deadline);
    if (!listed.ok) return isRefused(listed) ? { ok: true, intent } : unfinished(listed);
    return { ok: true, intent: { ...intent, ...readDisputes(listed.value.data) } };
  }

  /** Parses a response as a payment and completes it. */
  async function readFacts(answer: unknown, deadline: number): Promise<PaymentResult> {
    const complete = await withCharge(answer, deadline);
    if (!complete.ok) return complete;
    const intent = parseIntent(complete.value);
    return intent ? withDispute(intent, deadline) : unreadable("The payment provider's answer could not be read as a payment.");
  }

  async function intentExchange(send: Send<Stripe.PaymentIntent>, deadline = deadlineFromNow()): Promise<PaymentResult> {
    const outcome = await exchange(send, deadline);
    return outcome.ok ? readFacts(outcome.value, deadline) : outcome;
  }

  async function retrieveIntent(id: string, deadline = deadlineFromNow()): Promise<PaymentResult> {
    if (!isIntentId(id)) return { ok: false, kind: "not-found", message: "This is not a payment id.", code: null, declineCode: null };
    return intentExchange((settings) => stripe.paymentIntents.retrieve(id, { expand: WITH_CHARGE }, settings), deadline);
  }

  /**
   * Moves a payment to a target state. If the provider refuses or responds with something else, reads the payment: one already in that state counts
   * as done.
   */
  async function moveIntent(
    id: string,
    send: Send<Stripe.PaymentIntent>,
    isDone: (intent: PaymentIntentFacts) => boolean,
    deadline = deadlineFromNow(),
  ): Promise<PaymentResult> {
    const result = await intentExchange(send, deadline);
    if (result.ok || (result.kind !== "state" && result.code !== UNREADABLE)) return result;
    const current = await retrieveIntent(id, deadline);
    // The payment in a refusal lacks its charge, so its refunds and disputes are unknown.
    if (!current.ok && !isRefused(current)) return current;
    const intent = current.ok ? current.intent : result.intent;
    if (!intent) return result;
    return isDone(intent) ? { ok: true, intent } : { ...result, intent };
  }

  return { deadlineFromNow, exchange, readFacts, intentExchange, retrieveIntent, moveIntent };
}

/** An emulator may not support the request, and a key may lack the right. The available details are used then. */
function isRefused({ kind }: PaymentFailure): boolean {
  return failureClass(kind) === "permanent";
}

/** The charge or disputes of a payment could not be read. The request before may have succeeded. */
function unfinished(failure: PaymentFailure): PaymentFailure {
  return { ...failure, kind: "unreachable" };
}

function isIntentId(id: string): boolean {
  return /^pi_[A-Za-z0-9_-]{1,200}$/.test(id);
}

import Stripe from "stripe";
import type { WebhookResult } from "./gateway.server.ts";
import { parseEvent } from "./stripe-facts.server.ts";

const WEBHOOK_TOLERANCE_SECONDS = 300;

/** Verifies the signature over the raw bytes (constant time, ± 300 s) and parses the event. */
export function verifyWebhook(rawBody: string | Uint8Array, signatureHeader: string | null | undefined, secret: string): WebhookResult {
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
}

/** True if `t` of the signature header is an integer at most five minutes ahead. */
function isTimedNow(signatureHeader: string): boolean {
  const times = signatureHeader.split(",").flatMap((part) => (part.trim().startsWith("t=") ? [part.trim().slice(2)] : []));
  const now = Date.now() / 1000;
  return times.length === 1 && times.every((time) => /^\d{1,12}$/.test(time) && Number(time) <= now + WEBHOOK_TOLERANCE_SECONDS);
}

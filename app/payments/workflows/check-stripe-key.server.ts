import { checkStripeAccess } from "#app/payments/gateway/check-stripe-access.server.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import type { StripeKeyCheck } from "#app/store/workflows/save-settings.server.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";

/** A user waits at the form. */
const TIMEOUT_MS = 5_000;

/** Checks with a read-only request whether the provider accepts the key. Any other error means that the key was accepted. */
export async function checkStripeKey(env: { readonly stripeApiUrl: string | null }, secretKey: string): Promise<StripeKeyCheck> {
  if (isSimulatorKey(secretKey)) return { kind: "taken" };
  const gateway = createStripeGateway({ secretKey, apiUrl: env.stripeApiUrl, timeoutMs: TIMEOUT_MS, appInfo: { name: "Shopbell" } });
  const answer = await gateway.listRecentIntents(new Date());
  if (answer.ok) return { kind: "taken" };
  if (answer.kind === "auth") return { kind: "refused", reason: answer.message.slice(0, 300) };
  return { kind: answer.kind === "unreachable" || answer.kind === "rate-limited" ? "unreachable" : "taken" };
}

/** Where Stripe sends the events of this shop. */
export function stripeWebhookUrl({ publicUrl }: { readonly publicUrl: string }): string {
  return `${publicUrl.replace(/\/+$/, "")}/api/webhooks/stripe`;
}

/** What an owner should fix at Stripe for a key that works: missing rights and webhook events, one sentence each. */
export async function listStripeGaps(
  env: { readonly stripeApiUrl: string | null; readonly publicUrl: string },
  secretKey: string,
): Promise<{ readonly rights: string | null; readonly payouts: string | null; readonly webhooks: string | null }> {
  if (isSimulatorKey(secretKey)) return { rights: null, payouts: null, webhooks: null };
  const webhookUrl = stripeWebhookUrl(env);
  const account = { apiUrl: env.stripeApiUrl, secretKey, timeoutMs: TIMEOUT_MS };
  const { missingRights, missingPayoutRights, hasEndpoint, missingEvents } = await checkStripeAccess(account, webhookUrl);
  const isMissing = missingEvents !== null && missingEvents.length > 0;
  const eventsProblem = isMissing ? `The webhook endpoint at Stripe is not sent: ${missingEvents.join(", ")}.` : null;
  return {
    rights: missingRights.length === 0 ? null : `Give the key these rights at Stripe: ${missingRights.join("; ")}.`,
    payouts: missingPayoutRights.length === 0 ? null : `To list payouts, give the key these rights too: ${missingPayoutRights.join("; ")}.`,
    webhooks:
      hasEndpoint === false
        ? `No webhook endpoint at Stripe leads to ${webhookUrl}: payments are noticed up to a minute later.`
        : eventsProblem,
  };
}

import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import type { StripeKeyCheck } from "#app/store/workflows/save-settings.server.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";

/** Somebody waits at a form for it. */
const TIMEOUT_MS = 5_000;

/**
 * Asks the provider once whether it takes the key, by a question the shop will ask anyway and that changes nothing. Whatever else the provider
 * finds wrong with the question, it has let the key in.
 */
export async function checkStripeKey(env: { readonly stripeApiUrl: string | null }, secretKey: string): Promise<StripeKeyCheck> {
  if (isSimulatorKey(secretKey)) return { kind: "taken" };
  const gateway = createStripeGateway({ secretKey, apiUrl: env.stripeApiUrl, timeoutMs: TIMEOUT_MS, appInfo: { name: "Shopbell" } });
  const answer = await gateway.listRecentIntents(new Date());
  if (answer.ok) return { kind: "taken" };
  if (answer.kind === "auth") return { kind: "refused", reason: answer.message.slice(0, 300) };
  return { kind: answer.kind === "unreachable" || answer.kind === "rate-limited" ? "unreachable" : "taken" };
}

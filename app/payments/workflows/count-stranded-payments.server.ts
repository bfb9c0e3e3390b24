import { findOpenIntents } from "#app/payments/data/payment-intents.server.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";

/** A user waits at the form. */
const TIMEOUT_MS = 5_000;

interface StrandedServices {
  readonly db: Db;
  readonly env: { readonly stripeApiUrl: string | null };
}

/**
 * Counts the open payments that the shop could no longer charge, release or undo with this key; null = without a key. Only a key of the
 * same account can read them, so the newest one is read. 0 also when the provider does not respond.
 */
export async function countStrandedPayments({ db, env }: StrandedServices, secretKey: string | null): Promise<number> {
  const { count, newest } = await findOpenIntents(db);
  if (newest === null) return 0;
  if (secretKey === null || isSimulatorKey(secretKey)) return count;
  const gateway = createStripeGateway({ secretKey, apiUrl: env.stripeApiUrl, timeoutMs: TIMEOUT_MS, appInfo: { name: "Shopbell" } });
  const answer = await gateway.retrieveIntent(newest);
  return !answer.ok && answer.kind === "not-found" ? count : 0;
}

import { ensureWebhookEndpoint, WEBHOOK_EVENTS, WEBHOOK_RIGHT } from "#app/payments/gateway/stripe-webhook-endpoint.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { lockSettings } from "#app/store/data/settings-lock.server.ts";
import { findSecret, writeSettings, type SettingsActor } from "#app/store/data/site-settings.server.ts";
import { isPublicUrl } from "#app/values/addresses/public-url.ts";
import { isSimulatorKey } from "#stripe-simulator/keys.ts";
import { stripeWebhookUrl } from "./check-stripe-key.server.ts";

/** A user waits at the form. */
const TIMEOUT_MS = 8_000;

export interface WebhookServices {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly env: { readonly stripeApiUrl: string | null; readonly publicUrl: string };
  readonly now: () => Date;
}

/** The result as a sentence for the owner. */
export interface WebhookSetup {
  readonly isGood: boolean;
  readonly message: string;
}

/**
 * Creates the shop's webhook endpoint at Stripe with the stored key, and stores its signing secret. Repeated calls, also after a lost
 * response, create no second endpoint. With another account's key, the shop could not read the payments of the events.
 */
export async function createStripeWebhook(services: WebhookServices, actor: SettingsActor): Promise<WebhookSetup> {
  const { db, secrets, env } = services;
  const key = await findSecret(db, secrets, "STRIPE_SECRET_KEY");
  if (key.state !== "set" || isSimulatorKey(key.value)) return bad("Save a Stripe secret key first.");
  const url = stripeWebhookUrl(env);
  if (!isPublicUrl(url)) return bad(`Stripe can't reach ${url}. Webhooks need a public https address (PUBLIC_URL).`);
  const storedSecret = await findSecret(db, secrets, "STRIPE_WEBHOOK_SECRET");
  const account = { apiUrl: env.stripeApiUrl, secretKey: key.value, timeoutMs: TIMEOUT_MS };
  const answer = await ensureWebhookEndpoint(account, { url, hasSecret: storedSecret.state === "set", now: services.now() });
  switch (answer.kind) {
    case "created":
      return storeSecret(services, key.value, answer.secret, actor);
    case "ready":
      return good("Stripe already sends every event this shop needs.");
    case "updated":
      return good("The webhook at Stripe is on and sends every event this shop needs.");
    case "secret-needed":
      return bad(`Stripe already has a webhook for ${url}. Copy its signing secret from Stripe, enter it here and save.`);
    case "unreachable":
      return bad("Stripe didn't answer. Try again in a moment: no second webhook is made.");
    case "refused":
      return bad(answer.isForbidden ? byHand(url) : `Stripe refused to create the webhook. It says: ${answer.reason}`);
  }
}

/** Stores nothing if the key has changed meanwhile, because the secret would belong to another account. */
async function storeSecret(
  { db, secrets }: WebhookServices,
  secretKey: string,
  secret: string,
  actor: SettingsActor,
): Promise<WebhookSetup> {
  const isStored = await inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const current = await findSecret(tx, secrets, "STRIPE_SECRET_KEY");
    if (current.state !== "set" || current.value !== secretKey) return false;
    await writeSettings(tx, secrets, { STRIPE_WEBHOOK_SECRET: secret }, actor);
    return true;
  });
  return isStored
    ? good("The webhook is created at Stripe, and its signing secret is saved. Payments are now noticed immediately.")
    : bad("The Stripe key was changed meanwhile. Create the webhook again.");
}

function byHand(url: string): string {
  return `This key may not create webhooks. Give it the right “${WEBHOOK_RIGHT}” at Stripe, or create a webhook there for ${url} with these events: ${WEBHOOK_EVENTS.join(", ")}.`;
}

const good = (message: string): WebhookSetup => ({ isGood: true, message });
const bad = (message: string): WebhookSetup => ({ isGood: false, message });

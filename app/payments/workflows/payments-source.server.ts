import type { OpenedSettings } from "#app/store/data/site-settings.server.ts";
import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { isSimulatorKey, SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { monitoredGateway } from "./monitored-gateway.server.ts";
import { UNREADABLE_KEY as UNREADABLE, type Connection, type ConnectionWatch } from "#app/store/domain/connection.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";

export interface ActivePayments {
  readonly gateway: PaymentGateway;
  /** "simulator" while no real key is set: every page that takes a card then says that it is a test. */
  readonly kind: "stripe" | "simulator";
  /** False where pretended payments would be taken for real ones: no key is set at a public address, and nobody asked for a demo. */
  readonly takesCards: boolean;
  readonly publishableKey: string;
  /** An event signed with any of these counts; none = webhooks are not accepted (the return page and the reconciler do the work). */
  readonly webhookSecrets: readonly string[];
  /** How the provider took the last call with this key; undefined while none was made, or it is simulated. */
  readonly connection: () => Promise<Connection | undefined>;
}

/** Reads the stored keys at each use (cached by their value), so that a key typed into the settings works at once on every machine. */
export interface PaymentsSource {
  current(): Promise<ActivePayments>;
}

export interface PaymentsSourceOptions {
  readonly settings: () => Promise<OpenedSettings>;
  readonly env: { readonly stripeApiUrl: string | null; readonly demoPayments: boolean };
  /** Where this process reaches itself; the built-in simulator answers there. */
  readonly selfUrl: string;
  /** The built-in simulator's own secret key, what it signs its webhooks with, and how it is called when it runs in this process. */
  readonly simulator: { readonly secretKey: string; readonly webhookSecret: string; readonly reach?: typeof fetch };
  /** Knows how calls with a real key go; the simulator is no outside service. */
  readonly watch?: ConnectionWatch;
}

const UNREADABLE_KEY = "sk_live_stored_key_cannot_be_opened";

/**
 * The gateway for the keys that are set right now. Without STRIPE_SECRET_KEY (or with the simulator's own) it talks to the built-in simulator,
 * or to the emulator that STRIPE_API_URL names; the code that uses it cannot tell the difference.
 */
export function createPaymentsSource(options: PaymentsSourceOptions): PaymentsSource {
  const { env, selfUrl, simulator, watch } = options;
  let last: { readonly secretKey: string; readonly gateway: PaymentGateway } | undefined;

  function gatewayFor(secretKey: string): PaymentGateway {
    if (last?.secretKey === secretKey) return last.gateway;
    const isOwn = env.stripeApiUrl === null && secretKey === simulator.secretKey;
    const apiUrl = isOwn ? `${selfUrl.replace(/\/+$/, "")}${SIMULATOR_PATH}` : env.stripeApiUrl;
    const stripe = createStripeGateway({ secretKey, apiUrl, reach: isOwn ? simulator.reach : undefined, appInfo: { name: "Shopbell" } });
    const isHeard = watch !== undefined && secretKey !== simulator.secretKey && !isSimulatorKey(secretKey);
    const gateway = isHeard ? monitoredGateway(stripe, (heard) => watch.heard(secretKey, heard)) : stripe;
    last = { secretKey, gateway };
    return gateway;
  }

  return {
    async current() {
      const { settings, unreadable } = await options.settings();
      const own = settings.STRIPE_WEBHOOK_SECRET.trim();
      // A live shop whose key cannot be opened must not fall back to pretended payments: every call is refused until the key is entered again.
      const secretKey = unreadable.has("STRIPE_SECRET_KEY") ? UNREADABLE_KEY : settings.STRIPE_SECRET_KEY.trim();
      if (isSimulatorKey(secretKey)) {
        return {
          gateway: gatewayFor(env.stripeApiUrl === null ? simulator.secretKey : SIMULATOR_SECRET_KEY),
          kind: "simulator",
          takesCards: env.demoPayments || env.stripeApiUrl !== null,
          publishableKey: SIMULATOR_PUBLISHABLE_KEY,
          webhookSecrets: own === "" ? [simulator.webhookSecret] : [own, simulator.webhookSecret],
          connection: () => Promise.resolve(undefined),
        };
      }
      return {
        gateway: gatewayFor(secretKey),
        kind: "stripe",
        takesCards: true,
        publishableKey: settings.STRIPE_PUBLIC_KEY,
        webhookSecrets: own === "" ? [] : [own],
        connection: async () => (secretKey === UNREADABLE_KEY ? UNREADABLE : watch?.last(secretKey)),
      };
    },
  };
}

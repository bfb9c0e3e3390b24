import type { OpenedSettings } from "#app/store/data/site-settings.server.ts";
import type { PaymentGateway } from "#app/payments/gateway/gateway.server.ts";
import { isSimulatorKey, SIMULATOR_PATH, SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { isTracing } from "#app/platform/tracing.server.ts";
import { tracedGateway } from "./traced-gateway.server.ts";
import { monitoredGateway } from "./monitored-gateway.server.ts";
import { UNREADABLE_KEY as UNREADABLE, type Connection, type ConnectionWatch } from "#app/store/domain/connection.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";

export interface ActivePayments {
  readonly gateway: PaymentGateway;
  /** "simulator" without a real key: pages that take a card say that it is a test. */
  readonly kind: "stripe" | "simulator";
  /** False where test payments could be mistaken for real ones: no key at a public address and no DEMO_PAYMENTS. */
  readonly takesCards: boolean;
  readonly publishableKey: string;
  /** Events signed with any of these count; none: webhooks are disabled. */
  readonly webhookSecrets: readonly string[];
  /** Outcome of the last call with this key; undefined if none, or simulated. */
  readonly connection: () => Promise<Connection | undefined>;
}

/** Reads the stored keys on each use (cached by value), so that a changed key applies immediately in every process. */
export interface PaymentsSource {
  current(): Promise<ActivePayments>;
}

export interface PaymentsSourceOptions {
  readonly settings: () => Promise<OpenedSettings>;
  readonly env: { readonly stripeApiUrl: string | null; readonly demoPayments: boolean };
  /** This process's own URL, where the simulator responds. */
  readonly selfUrl: string;
  /** The simulator's secret key, webhook secret, and in-process call. */
  readonly simulator: { readonly secretKey: string; readonly webhookSecret: string; readonly reach?: typeof fetch };
  /** Tracks calls with a real key; the simulator is not external. */
  readonly watch?: ConnectionWatch;
}

const UNREADABLE_KEY = "sk_live_stored_key_cannot_be_opened";

/** The gateway for the current keys. Without STRIPE_SECRET_KEY it uses the simulator, or the emulator of STRIPE_API_URL. */
export function createPaymentsSource(options: PaymentsSourceOptions): PaymentsSource {
  const { env, selfUrl, simulator, watch } = options;
  let last: { readonly secretKey: string; readonly gateway: PaymentGateway } | undefined;

  function gatewayFor(secretKey: string): PaymentGateway {
    if (last?.secretKey === secretKey) return last.gateway;
    const isOwn = env.stripeApiUrl === null && secretKey === simulator.secretKey;
    const apiUrl = isOwn ? `${selfUrl.replace(/\/+$/, "")}${SIMULATOR_PATH}` : env.stripeApiUrl;
    const stripe = createStripeGateway({ secretKey, apiUrl, reach: isOwn ? simulator.reach : undefined, appInfo: { name: "Shopbell" } });
    const isMonitored = watch !== undefined && secretKey !== simulator.secretKey && !isSimulatorKey(secretKey);
    const traced = isTracing() ? tracedGateway(stripe) : stripe;
    const gateway = isMonitored ? monitoredGateway(traced, (outcome) => watch.record(secretKey, outcome)) : traced;
    last = { secretKey, gateway };
    return gateway;
  }

  return {
    async current() {
      const { settings, unreadable } = await options.settings();
      const own = settings.STRIPE_WEBHOOK_SECRET.trim();
      // A live key that cannot be decrypted must not fall back to test payments: refuse every call until it is entered again.
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

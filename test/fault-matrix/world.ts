import type { Services } from "#app/http/context.server.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import { advanceOrders } from "#app/orders/workflows/changes/advance-orders.server.ts";
import { receiveWebhook } from "#app/checkout/workflows/settle/receive-webhook.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { eventWire } from "#stripe-simulator/api/wire.ts";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { ChargeRecord, EventRecord, IntentRecord, RecordKind, RecordOf, RefundRecord } from "#stripe-simulator/payment/records.ts";
import { BY_HAND } from "#stripe-simulator/test/faults.ts";
import { serveSimulator, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { signWebhook } from "#stripe-simulator/webhooks.ts";
import { TEST_WEBHOOK_SECRET } from "#test/shop.ts";

/**
 * The shop's timeouts for provider calls.
 * - Calm: while the order is brought to the call, even on a busy machine; a timeout there would leave an order that allows no further
 * steps.
 * - Usual: shorter than the first retry delay, so that one call is one request and meets a fault exactly once.
 * - Short: where the provider is silent.
 */
const PATIENCE_MS = { calm: 10_000, usual: 600, short: 100 } as const;
type Patience = keyof typeof PATIENCE_MS;

/** One running process of the shop. */
export interface ShopProcess {
  readonly services: Services;
  /** Stops everything it has begun: its pending provider calls never return. */
  kill(): void;
}

export interface Ledger {
  readonly intents: readonly IntentRecord[];
  readonly charges: readonly ChargeRecord[];
  readonly refunds: readonly RefundRecord[];
}

/** A shop's process and its card provider, with one clock for both. */
export interface World {
  readonly provider: ServedSimulator;
  /** The currently serving process. */
  process: ShopProcess;
  /** A fresh process on the same database. */
  restart(): void;
  passMinutes(minutes: number): void;
  /** Initially calm. */
  setPatience(patience: Patience): void;
  /** Runs the shop's minute job. */
  minute(): Promise<void>;
  /** The customer's browser pays with this secret; returns whether the card was authorized. */
  pay(clientSecret: string, card?: string): Promise<boolean>;
  /** An action in the provider's dashboard: one API call without faults. */
  atDashboard(path: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** Expires the authorization of this payment now. */
  expireHold(intentId: string): Promise<void>;
  ledger(): Promise<Ledger>;
  /** All events so far, oldest first. */
  events(): Promise<readonly EventRecord[]>;
  deliver(event: EventRecord): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(services: Services): Promise<World> {
  let offsetMs = 0;
  let patience: Patience = "calm";
  const now = () => new Date(Date.now() + offsetMs);
  const provider = await serveSimulator({ now });
  const gatewayOf = (timeoutMs: number) => createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: provider.apiUrl, timeoutMs });
  const gateways = { calm: gatewayOf(PATIENCE_MS.calm), usual: gatewayOf(PATIENCE_MS.usual), short: gatewayOf(PATIENCE_MS.short) };

  function startProcess(): ShopProcess {
    let isDead = false;
    const gateway = new Proxy(gateways.usual, {
      get(_, name) {
        const value: unknown = Reflect.get(gateways[patience], name);
        if (typeof value !== "function" || name === "verifyWebhook") return value;
        return async (...args: readonly unknown[]) => {
          const answer: unknown = await Reflect.apply(value, gateways[patience], args);
          return isDead ? new Promise(() => {}) : answer;
        };
      },
    });
    const active = {
      gateway,
      kind: "simulator",
      takesCards: true,
      publishableKey: SIMULATOR_PUBLISHABLE_KEY,
      webhookSecrets: [TEST_WEBHOOK_SECRET],
      connection: async () => undefined,
    } as const;
    return {
      services: { ...services, now, payments: { current: async () => active } },
      kill: () => {
        isDead = true;
      },
    };
  }

  async function listAll<K extends RecordKind>(kind: K): Promise<readonly RecordOf<K>[]> {
    return provider.store.unit((unit) => unit.list({ kind, oldestFirst: true, limit: 1000 }));
  }

  async function post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    return fetch(`${provider.apiUrl}${path}`, {
      method: "POST",
      headers: { ...headers, [BY_HAND]: "yes" },
      body: new URLSearchParams(fields),
    });
  }

  const world: World = {
    provider,
    process: startProcess(),
    restart() {
      world.process.kill();
      world.process = startProcess();
    },
    passMinutes(minutes) {
      offsetMs += minutes * 60_000;
    },
    setPatience(wanted) {
      patience = wanted;
    },
    async minute() {
      await provider.sweep();
      await advanceOrders(world.process.services);
      await reconcilePayments(world.process.services);
    },
    async pay(clientSecret, card = "pm_card_visa") {
      const id = clientSecret.split("_secret")[0] ?? "";
      const fields = { key: SIMULATOR_PUBLISHABLE_KEY, client_secret: clientSecret, payment_method: card };
      return (await post(`/v1/payment_intents/${id}/confirm`, fields, {})).ok;
    },
    async atDashboard(path, fields = {}) {
      const answer = await post(path, fields, { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` });
      const text = await answer.text();
      // The shop was faster.
      if (!answer.ok && !text.includes("payment_intent_unexpected_state")) throw new Error(`the dashboard could not: ${text}`);
    },
    async expireHold(intentId) {
      await provider.store.unit(async (unit) => {
        const intent = await unit.claim(intentId);
        if (intent?.kind !== "intent" || intent.status !== "requires_capture") throw new Error("there is no hold that could run out");
        const at = now().getTime() - 1;
        unit.save({ ...intent, holdUntil: at });
        unit.save({ kind: "task", id: `task_${intentId}`, at, job: { does: "advance-intent", intentId } });
      });
      await provider.sweep();
    },
    async ledger() {
      return { intents: await listAll("intent"), charges: await listAll("charge"), refunds: await listAll("refund") };
    },
    events: () => listAll("event"),
    async deliver(event) {
      const body = JSON.stringify(eventWire(event));
      const signature = signWebhook(body, TEST_WEBHOOK_SECRET, Math.floor(Date.now() / 1000));
      const receipt = await receiveWebhook(world.process.services, new TextEncoder().encode(body), signature);
      if (receipt.kind !== "done") throw new Error(`an event was not taken: ${receipt.kind}`);
    },
    close: () => provider.close(),
  };
  return world;
}

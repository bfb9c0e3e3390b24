import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { EventRecord, TaskRecord } from "./payment/records.ts";
import type { SimulatorStore } from "./store/store.ts";
import { eventWire } from "./api/wire.ts";

/** Waits between the attempts to deliver one webhook; after the last one it is given up, as the vendor does after some days. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ANSWER_WITHIN_MS = 10_000;
const MOST_AT_ONCE = 8;
/** What was delivered is noted this much later, together with what else was: a crash before that sends it once more. */
const NOTE_AFTER_MS = 100;

/** One event on its way; its task is stored, and nobody else takes it over for a while. */
export interface Delivery {
  readonly task: TaskRecord;
  readonly event: EventRecord;
}

export interface WebhookTarget {
  /** Where events are posted; or, in the same process, who takes the signed body and answers whether it has been dealt with. */
  readonly to: string | ((body: string, signature: string) => Promise<boolean>);
  readonly secret: string;
  /** Whether an event of this type is sent, as the vendor's endpoints name the types they want; left out = every one. The others are only listed. */
  readonly wants?: (type: string) => boolean;
}

export interface WebhookSender {
  readonly wants: (type: string) => boolean;
  /** Delivers these in the background; what cannot be delivered stays stored and due later. */
  send(deliveries: readonly Delivery[]): void;
  /** Waits until nothing is under way, and noted. */
  settled(): Promise<void>;
  /** Ends deliveries under way; their tasks stay stored. */
  stop(): Promise<void>;
}

/** The value of the Stripe-Signature header for this body at this moment (epoch seconds). */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

/** What has become of a delivery: the event as delivered, the task of its next try; neither = given up. */
interface Outcome {
  readonly taskId: string;
  readonly delivered: EventRecord | null;
  readonly retry: TaskRecord | null;
}

interface SenderOptions {
  readonly store: SimulatorStore;
  readonly target: WebhookTarget;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { store, target, now } = options;
  const ending = new AbortController();
  const waiting: Delivery[] = [];
  const running = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let noting: Promise<void> | undefined;

  async function post(event: EventRecord): Promise<boolean> {
    const body = JSON.stringify(eventWire(event), null, 2);
    const signature = signWebhook(body, target.secret, Math.floor(now() / 1000));
    if (typeof target.to === "function") return target.to(body, signature);
    try {
      const answer = await fetch(target.to, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Stripe-Signature": signature,
          "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        redirect: "manual",
        signal: AbortSignal.any([ending.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch (error) {
      // Not reached, reset, or too slow: that is what the retries are for. Anything else would be a bug.
      if (error instanceof TypeError || error instanceof DOMException) return false;
      throw error;
    }
  }

  async function deliver({ task, event }: Delivery): Promise<void> {
    if (task.job.does !== "send-event") return;
    const isDelivered = await post(event);
    if (ending.signal.aborted && !isDelivered) return;
    const { job } = task;
    const again = isDelivered ? undefined : RETRY_AFTER_MS[job.attempts];
    outcomes.push({
      taskId: task.id,
      delivered: isDelivered ? { ...event, pendingWebhooks: 0 } : null,
      retry: again === undefined ? null : { ...task, at: now() + again, job: { ...job, attempts: job.attempts + 1 } },
    });
    noting ??= note();
  }

  /** Also what comes to its end meanwhile; nothing may come between the last look and `noting` being free. */
  async function note(): Promise<void> {
    try {
      do {
        await pause(NOTE_AFTER_MS, undefined, { signal: ending.signal }).catch(() => undefined);
        const done = outcomes;
        outcomes = [];
        await store
          .unit(async (unit) => {
            for (const { taskId, delivered, retry } of done) {
              if (delivered !== null) unit.save(delivered);
              if (retry === null) unit.remove(taskId);
              else unit.save(retry);
            }
          })
          .catch(options.onError);
      } while (outcomes.length > 0);
    } finally {
      noting = undefined;
    }
  }

  function start(): void {
    while (running.size < MOST_AT_ONCE) {
      const delivery = waiting.shift();
      if (delivery === undefined || ending.signal.aborted) return;
      const run = deliver(delivery)
        .catch(options.onError)
        .finally(() => {
          running.delete(run);
          start();
        });
      running.add(run);
    }
  }

  async function settled(): Promise<void> {
    const underWay = () => [...running, ...(noting === undefined ? [] : [noting])];
    for (let all = underWay(); all.length > 0; all = underWay()) await Promise.all(all);
  }

  return {
    wants: target.wants ?? (() => true),
    send(deliveries) {
      waiting.push(...deliveries);
      start();
    },
    settled,
    async stop() {
      ending.abort();
      await settled();
    },
  };
}

import { createHmac } from "node:crypto";
import type { EventRecord, TaskRecord } from "./payment/records.ts";
import type { SimulatorStore } from "./store/store.ts";
import { eventWire } from "./api/wire.ts";

/** Waits between the attempts to deliver one webhook; after the last one it is given up, as the vendor does after some days. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ANSWER_WITHIN_MS = 10_000;
const MOST_AT_ONCE = 8;

export interface WebhookTarget {
  /** Where events are posted; or, in the same process, who takes the signed body and answers whether it has been dealt with. */
  readonly to: string | ((body: string, signature: string) => Promise<boolean>);
  readonly secret: string;
}

export interface WebhookSender {
  /** Delivers these tasks in the background; what cannot be delivered stays stored and due later. */
  send(taskIds: readonly string[]): void;
  /** Waits until nothing is under way. */
  settled(): Promise<void>;
  /** Ends deliveries under way; their tasks stay stored. */
  stop(): Promise<void>;
}

/** The value of the Stripe-Signature header for this body at this moment (epoch seconds). */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
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
  const waiting: string[] = [];
  const running = new Set<Promise<void>>();

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

  async function deliver(taskId: string): Promise<void> {
    const found = await store.unit(async (unit) => {
      const task = await unit.find(taskId);
      const event = task?.kind === "task" && task.job.does === "send-event" ? await unit.find(task.job.eventId) : undefined;
      return event?.kind === "event" ? { task: task as TaskRecord, event } : undefined;
    });
    if (!found || found.task.job.does !== "send-event") return;
    const isDelivered = await post(found.event);
    if (ending.signal.aborted && !isDelivered) return;

    const { job } = found.task;
    const attempts = job.attempts + 1;
    const pause = RETRY_AFTER_MS[job.attempts];
    await store.unit(async (unit) => {
      if (isDelivered) unit.save({ ...found.event, pendingWebhooks: 0 });
      if (isDelivered || pause === undefined) unit.remove(taskId);
      else unit.save({ ...found.task, at: now() + pause, job: { ...job, attempts } });
    });
  }

  function start(): void {
    while (running.size < MOST_AT_ONCE) {
      const taskId = waiting.shift();
      if (taskId === undefined || ending.signal.aborted) return;
      const run = deliver(taskId)
        .catch(options.onError)
        .finally(() => {
          running.delete(run);
          start();
        });
      running.add(run);
    }
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    send(taskIds) {
      waiting.push(...taskIds);
      start();
    },
    settled,
    async stop() {
      ending.abort();
      await settled();
    },
  };
}

import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { EventRecord, TaskRecord } from "./payment/records.ts";
import type { SimulatorStore } from "./store/store.ts";
import { eventWire } from "./api/wire.ts";

/** Delays between delivery attempts of one webhook; after the last one it is dropped, as the vendor does after some days. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000, 300_000, 1_800_000] as const;
const ANSWER_WITHIN_MS = 10_000;
const MOST_AT_ONCE = 8;
/** Delay for recording deliveries in batches: after a crash before that, an event is sent again. */
const NOTE_AFTER_MS = 100;

/** One event being delivered; its task is stored and reserved for this process for a while. */
export interface Delivery {
  readonly task: TaskRecord;
  readonly event: EventRecord;
}

export interface WebhookTarget {
  /** The URL of events; or, in the same process, the handler that gets the signed body and returns whether it was handled. */
  readonly to: string | ((body: string, signature: string) => Promise<boolean>);
  readonly secret: string;
  /** Whether an event of this type is sent, as with the vendor's endpoints; left out = all. The others are only listed. */
  readonly wants?: (type: string) => boolean;
}

export interface WebhookSender {
  readonly wants: (type: string) => boolean;
  /** Delivers these in the background; failed ones stay stored and due later. */
  send(deliveries: readonly Delivery[]): void;
  /** Waits until nothing is being delivered or recorded. */
  settled(): Promise<void>;
  /** Stops running deliveries; their tasks stay stored. */
  stop(): Promise<void>;
}

/** The value of the Stripe-Signature header for this body at this moment (epoch seconds). */
export function signWebhook(body: string, secret: string, timestamp: number): string {
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}

/** The result of a delivery: the delivered event, or the task of its next attempt; neither = dropped. */
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

/** The deliveries of one sender. */
interface Sending {
  readonly options: SenderOptions;
  readonly ending: AbortController;
  readonly waiting: Delivery[];
  readonly running: Set<Promise<void>>;
  outcomes: Outcome[];
  noting: Promise<void> | undefined;
}

export function createWebhookSender(options: SenderOptions): WebhookSender {
  const sending: Sending = {
    options,
    ending: new AbortController(),
    waiting: [],
    running: new Set(),
    outcomes: [],
    noting: undefined,
  };
  return {
    wants: options.target.wants ?? (() => true),
    send(deliveries) {
      sending.waiting.push(...deliveries);
      startWaiting(sending);
    },
    settled: () => settle(sending),
    async stop() {
      sending.ending.abort();
      await settle(sending);
    },
  };
}

function startWaiting(sending: Sending): void {
  const { running, waiting, ending } = sending;
  while (running.size < MOST_AT_ONCE) {
    const delivery = waiting.shift();
    if (delivery === undefined || ending.signal.aborted) return;
    const run = deliver(sending, delivery)
      .catch(sending.options.onError)
      .finally(() => {
        running.delete(run);
        startWaiting(sending);
      });
    running.add(run);
  }
}

async function settle(sending: Sending): Promise<void> {
  const underWay = () => [...sending.running, ...(sending.noting === undefined ? [] : [sending.noting])];
  for (let all = underWay(); all.length > 0; all = underWay()) await Promise.all(all);
}

async function deliver(sending: Sending, { task, event }: Delivery): Promise<void> {
  if (task.job.does !== "send-event") return;
  const isDelivered = await post(sending, event);
  if (sending.ending.signal.aborted && !isDelivered) return;
  const { job } = task;
  const again = isDelivered ? undefined : RETRY_AFTER_MS[job.attempts];
  sending.outcomes.push({
    taskId: task.id,
    delivered: isDelivered ? { ...event, pendingWebhooks: 0 } : null,
    retry: again === undefined ? null : { ...task, at: sending.options.now() + again, job: { ...job, attempts: job.attempts + 1 } },
  });
  sending.noting ??= note(sending);
}

async function post({ options, ending }: Sending, event: EventRecord): Promise<boolean> {
  const { target, now } = options;
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
    // Unreachable, reset, or too slow: retried. Anything else would be a bug.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

/** Also what comes to its end meanwhile; nothing may come between the last look and `noting` being free. */
async function note(sending: Sending): Promise<void> {
  const { store, onError } = sending.options;
  try {
    do {
      await pause(NOTE_AFTER_MS, undefined, { signal: sending.ending.signal }).catch(() => undefined);
      const done = sending.outcomes;
      sending.outcomes = [];
      await store
        .unit(async (unit) => {
          for (const { taskId, delivered, retry } of done) {
            if (delivered !== null) unit.save(delivered);
            if (retry === null) unit.remove(taskId);
            else unit.save(retry);
          }
        })
        .catch(onError);
    } while (sending.outcomes.length > 0);
  } finally {
    sending.noting = undefined;
  }
}

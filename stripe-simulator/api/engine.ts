import { createHash } from "node:crypto";
import { advanceIntent, noteDueTime, type Call, type Operation, type Reply } from "./call.ts";
import type { FormNode } from "./form-body.ts";
import type { TaskRecord, WireObject } from "#stripe-simulator/payment/records.ts";
import { errorBody, Refusal } from "./refusal.ts";
import { finishRefund } from "./refunds.ts";
import type { SimulatorStore, SimulatorUnit } from "#stripe-simulator/store/store.ts";
import type { Delivery, WebhookSender } from "#stripe-simulator/webhooks.ts";
import type { WireSettings } from "./wire.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LONGEST_KEY = 255;
const TASKS_PER_SWEEP = 100;
/** A due webhook taken over by a sweep is left to it for this long. */
const TAKEOVER_MS = 30_000;

export interface EngineOptions {
  readonly store: SimulatorStore;
  /** null = no webhooks are sent; the events can still be listed. */
  readonly sender: WebhookSender | null;
  readonly wire: WireSettings;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
  /** Called for a due task that failed; the other tasks still run. */
  readonly onError: (error: unknown) => void;
}

export interface EngineRequest {
  readonly operation: Operation;
  readonly access: Call["access"];
  readonly form: FormNode;
  readonly pathId: string;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}

export interface EngineAnswer extends Reply {
  /** The response was replayed for the same idempotency key. */
  readonly isReplayed: boolean;
}

export interface Engine {
  perform(request: EngineRequest): Promise<EngineAnswer>;
  /** Runs due tasks: slow banks respond, authorizations expire, webhooks are retried. */
  sweep(): Promise<void>;
}

export function createEngine(options: EngineOptions): Engine {
  const { store } = options;
  let forgotAt = Number.NEGATIVE_INFINITY;
  return {
    perform: (request) => perform(options, request),
    async sweep() {
      const due = await store.unit((unit) =>
        unit.list({ kind: "task", before: options.now() + 1, oldestFirst: true, limit: TASKS_PER_SWEEP }),
      );
      for (const task of due) await takeTask(options, task).catch(options.onError);
      if (forgotAt > options.now() - HOUR_MS) return;
      forgotAt = options.now();
      await store.forgetAnswers(options.now() - DAY_MS);
      await store.forgetUnusedMethods(options.now() - DAY_MS);
    },
  };
}

function openCall(options: EngineOptions, unit: SimulatorUnit, request: EngineRequest | null, sendNow: Delivery[]): Call {
  const { sender } = options;
  return {
    unit,
    world: { now: options.now(), newId: options.newId },
    wire: options.wire,
    access: request?.access ?? "secret",
    form: request?.form ?? new Map(),
    pathId: request?.pathId ?? "",
    requestId: request?.requestId ?? null,
    idempotencyKey: request?.idempotencyKey ?? null,
    sendNow: sender ? sendNow : null,
    isSent: sender?.wants ?? (() => false),
  };
}

async function perform(options: EngineOptions, request: EngineRequest): Promise<EngineAnswer> {
  const sendNow: Delivery[] = [];
  const answer = await options.store.unit(async (unit): Promise<EngineAnswer> => {
    const { idempotencyKey: key, operation } = request;
    // Publishable keys store no idempotency key: any visitor could otherwise use the keys of the shop's own calls.
    if (key === null || operation.method !== "POST" || request.access === "publishable")
      return { ...(await run(operation, openCall(options, unit, request, sendNow))), isReplayed: false };

    const requestHash = hashRequest(request);
    const stored = await unit.claimKey(checkKey(key));
    if (stored === "busy") throw keyInUse(key);
    if (stored && stored.at > options.now() - DAY_MS) {
      if (stored.requestHash !== requestHash) throw keyReused(key);
      return { status: stored.status, body: stored.body, isReplayed: true };
    }
    const reply = await run(operation, openCall(options, unit, request, sendNow));
    unit.saveAnswer(key, { requestHash, status: reply.status, body: reply.body, at: options.now() });
    return { ...reply, isReplayed: false };
  });
  options.sender?.send(sendNow);
  return answer;
}

async function takeTask(options: EngineOptions, task: TaskRecord): Promise<void> {
  const sendNow: Delivery[] = [];
  await options.store.unit(async (unit) => {
    const { job } = task;
    // The payment's lock guards its task, as in every other call; claiming the task first could deadlock.
    if (job.does === "send-event") await unit.claim(task.id);
    else await unit.claim(job.intentId);
    const current = await unit.find(task.id);
    // Another process was faster.
    if (current?.kind !== "task" || current.at > options.now()) return;

    const call = openCall(options, unit, null, sendNow);
    if (job.does === "send-event") {
      const event = await unit.find(job.eventId);
      if (event?.kind !== "event") return unit.remove(task.id);
      const taken = { ...current, at: options.now() + TAKEOVER_MS };
      unit.save(taken);
      sendNow.push({ task: taken, event });
    } else if (job.does === "finish-refund") {
      unit.remove(task.id);
      await finishRefund(call, job);
    } else {
      const intent = await advanceIntent(call, job.intentId);
      if (intent) noteDueTime(call, intent);
      else unit.remove(task.id);
    }
  });
  options.sender?.send(sendNow);
}

async function run(operation: Operation, call: Call): Promise<Reply> {
  try {
    return await operation.run(call);
  } catch (error) {
    if (error instanceof Refusal && error.details.isKept) return { status: error.details.status, body: errorBody(error.details) };
    throw error;
  }
}

function checkKey(key: string): string {
  if (key.length <= LONGEST_KEY) return key;
  throw new Refusal({
    status: 400,
    type: "idempotency_error",
    message: `Keys for idempotent requests can be up to ${LONGEST_KEY} characters.`,
  });
}

function keyInUse(key: string): Refusal {
  return new Refusal({
    status: 409,
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function keyReused(key: string): Refusal {
  return new Refusal({
    status: 400,
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function hashRequest(request: EngineRequest): string {
  const shape = [request.operation.name, request.pathId, flatten(request.form)];
  return createHash("sha256").update(JSON.stringify(shape)).digest("hex");
}

/** The parameters in a fixed order, independent of the request's order. */
function flatten(form: FormNode): WireObject {
  const names = [...form.keys()].sort();
  return Object.fromEntries(
    names.map((name) => {
      const value = form.get(name);
      return [`.${name}`, value === undefined || typeof value === "string" ? (value ?? null) : flatten(value)];
    }),
  );
}

import { readParameters, type Parameters } from "./parameters.ts";
import type { FormNode } from "./form-body.ts";
import { advance, dueTime, type Step, type StepWorld } from "#stripe-simulator/payment/steps.ts";
import type {
  EventRecord,
  IntentRecord,
  RecordKind,
  RecordOf,
  SimulatorRecord,
  TaskRecord,
  WireObject,
} from "#stripe-simulator/payment/records.ts";
import { badParameter, missingObject, Refusal } from "./refusal.ts";
import type { SimulatorUnit } from "#stripe-simulator/store/store.ts";
import type { Delivery } from "#stripe-simulator/webhooks.ts";
import { disputeWire } from "./dispute-wire.ts";
import { chargeWire, intentWire, publicIntentWire, type WireSettings } from "./wire.ts";

/** The context of one request (or one due task). All its writes are committed together. */
export interface Call {
  readonly unit: SimulatorUnit;
  readonly world: StepWorld;
  readonly wire: WireSettings;
  /** Browsers use the publishable key and must name the payment's secret. */
  readonly access: "secret" | "publishable";
  readonly form: FormNode;
  /** The id in the path; empty for collections. */
  readonly pathId: string;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** Filled while the call runs: webhooks to send right after the commit. null = none are sent. */
  readonly sendNow: Delivery[] | null;
  /** The event types that are sent. */
  readonly isSent: (type: string) => boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: WireObject;
}

/** One call of the API. */
export interface Operation {
  /** As the SDK names it, for example "payment_intents.capture". */
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  /** Relative to the simulator's mount path. */
  readonly path: string;
  /** Whether the publishable key is sufficient. */
  readonly isForBrowsers: boolean;
  run(call: Call): Promise<Reply>;
}

/** How long a webhook is reserved for the process that sends it, before another process may take it over. */
const SEND_LEASE_MS = 30_000;

/** The parameters of the call; `expand` and the browser's credentials are allowed everywhere. */
export function callParameters(call: Call, allowed: readonly string[]): Parameters {
  return readParameters(call.form, [...allowed, "expand", "key", "client_secret"]);
}

/** Records an event and its webhook. */
export function emit(call: Call, type: string, object: WireObject): void {
  const sendNow = call.isSent(type) ? call.sendNow : null;
  const event: EventRecord = {
    kind: "event",
    id: call.world.newId("evt"),
    at: call.world.now,
    type,
    object,
    requestId: call.requestId,
    idempotencyKey: call.idempotencyKey,
    pendingWebhooks: sendNow ? 1 : 0,
  };
  call.unit.save(event);
  if (!sendNow) return;
  const task: TaskRecord = {
    kind: "task",
    id: call.world.newId("task"),
    at: call.world.now + SEND_LEASE_MS,
    job: { does: "send-event", eventId: event.id, attempts: 0 },
  };
  call.unit.save(task);
  sendNow.push({ task, event });
}

/** Stores the changes of a step, records its event, and schedules the payment's next time-driven step. */
export function saveStep(call: Call, step: Step): void {
  const { intent, charge, dispute } = step;
  call.unit.save(intent);
  if (charge) call.unit.save(charge);
  if (dispute) call.unit.save(dispute);
  noteDueTime(call, intent);
  for (const event of step.events) {
    if (event.of === "intent") emit(call, event.type, intentWire(intent, call.wire));
    if (event.of === "charge" && charge) emit(call, event.type, chargeWire(charge));
    if (event.of === "dispute" && dispute) emit(call, event.type, disputeWire(dispute));
  }
}

/** Schedules the payment's next time-driven step, or removes it. */
export function noteDueTime(call: Call, intent: IntentRecord): void {
  const id = `task_${intent.id}`;
  const due = dueTime(intent);
  if (due === null) call.unit.remove(id);
  else call.unit.save({ kind: "task", id, at: due, job: { does: "advance-intent", intentId: intent.id } });
}

export async function findRecord<K extends RecordKind>(call: Call, kind: K, id: string | null): Promise<RecordOf<K> | undefined> {
  if (id === null) return undefined;
  return narrow(await call.unit.find(id), kind);
}

function narrow<K extends RecordKind>(record: SimulatorRecord | undefined, kind: K): RecordOf<K> | undefined {
  return record?.kind === kind ? (record as RecordOf<K>) : undefined;
}

/**
 * The current payment, after everything due (a slow bank's response, an expired authorization) has happened. Throws a 404 for an unknown
 * id.
 */
export async function getIntent(
  call: Call,
  id: string,
  options: { readonly isChanging: boolean; readonly param?: string },
): Promise<IntentRecord> {
  const found = narrow(options.isChanging ? await call.unit.claim(id) : await call.unit.find(id), "intent");
  if (!found) throw missingObject("payment_intent", id, options.param ?? "intent");
  requireSecret(call, found);
  const due = dueTime(found);
  if (due === null || due > call.world.now) return found;
  return (await advanceIntent(call, id)) ?? found;
}

/** Runs the due steps of a payment; undefined for an unknown id. */
export async function advanceIntent(call: Call, id: string): Promise<IntentRecord | undefined> {
  const intent = narrow(await call.unit.claim(id), "intent");
  if (!intent) return undefined;
  const step = advance(
    intent,
    await findRecord(call, "charge", intent.chargeId),
    await findRecord(call, "method", intent.methodId),
    call.world,
  );
  if (!step) return intent;
  saveStep(call, step);
  return step.intent;
}

function requireSecret(call: Call, intent: IntentRecord): void {
  if (call.access === "secret") return;
  const clientSecret = call.form.get("client_secret");
  if (typeof clientSecret !== "string" || clientSecret === "") {
    throw badParameter("client_secret", "parameter_missing", "Missing required param: client_secret.");
  }
  if (clientSecret !== intent.secret) {
    throw new Refusal({
      status: 400,
      type: "invalid_request_error",
      code: "payment_intent_invalid_parameter",
      param: "client_secret",
      message: "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    });
  }
}

/** The payment with the fields that the caller may see. */
export function showIntent(call: Call, intent: IntentRecord): WireObject {
  return call.access === "secret" ? intentWire(intent, call.wire) : publicIntentWire(intent, call.wire);
}

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

/** Everything one request (or one due task) works with. All it saves is committed together. */
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
  /** Filled while the call runs: webhooks to send at once when it has been committed. null = none are sent. */
  readonly sendNow: Delivery[] | null;
  /** Which types of events are sent. */
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
  /** Below the place where the simulator is mounted. */
  readonly path: string;
  /** Whether the publishable key is enough. */
  readonly isForBrowsers: boolean;
  run(call: Call): Promise<Reply>;
}

/** A webhook that this process sends itself is left to it for this long before any other process may take it over. */
const SEND_LEASE_MS = 30_000;

/** The parameters of the call; `expand` and the browser's credentials are allowed everywhere. */
export function callParameters(call: Call, allowed: readonly string[]): Parameters {
  return readParameters(call.form, [...allowed, "expand", "key", "client_secret"]);
}

/** Records an event and the webhook that tells of it. */
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

/** Writes what a step changed, reports it, and notes when time will move the payment on. */
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

/** Notes when time will move this payment on, or that it will not. */
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

/** The payment as it is now: whatever is due (a slow bank's answer, the end of a hold) happens first. Throws a 404 for no payment. */
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

/** Lets time do its work on a payment; undefined when there is no such payment. */
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
  const given = call.form.get("client_secret");
  if (typeof given !== "string" || given === "") {
    throw badParameter("client_secret", "parameter_missing", "Missing required param: client_secret.");
  }
  if (given !== intent.secret) {
    throw new Refusal({
      status: 400,
      type: "invalid_request_error",
      code: "payment_intent_invalid_parameter",
      param: "client_secret",
      message: "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    });
  }
}

/** The payment in the shape the caller may see. */
export function showIntent(call: Call, intent: IntentRecord): WireObject {
  return call.access === "secret" ? intentWire(intent, call.wire) : publicIntentWire(intent, call.wire);
}

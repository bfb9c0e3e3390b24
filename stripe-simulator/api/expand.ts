import { findRecord, type Call } from "./call.ts";
import type { RecordKind, SimulatorRecord, WireObject, WireValue } from "#stripe-simulator/payment/records.ts";
import { Refusal } from "./refusal.ts";
import { disputeWire } from "./dispute-wire.ts";
import { chargeWire, eventWire, intentWire, methodWire, refundWire } from "./wire.ts";

/** Expandable fields by object. */
const EXPANDABLE: Readonly<Record<string, Readonly<Record<string, RecordKind | "any">>>> = {
  payment_intent: { latest_charge: "charge", payment_method: "method" },
  charge: { payment_intent: "intent" },
  refund: { charge: "charge", payment_intent: "intent" },
  balance_transaction: { source: "any" },
  dispute: { charge: "charge", payment_intent: "intent" },
};
const MOST_PATHS = 20;
const DEEPEST = 4;

/** Replaces the ids named by `expand[]` (such as "latest_charge" or "data.payment_intent.latest_charge") by the objects themselves. */
export async function expandObject(call: Call, object: WireObject, paths: readonly string[]): Promise<WireObject> {
  if (paths.length > MOST_PATHS)
    throw new Refusal({ status: 400, type: "invalid_request_error", message: "You can expand at most 20 properties." });
  let expanded = object;
  for (const path of paths) expanded = await expandPath(call, expanded, path.split("."), path);
  return expanded;
}

async function expandPath(call: Call, object: WireObject, steps: readonly string[], path: string): Promise<WireObject> {
  const [step, ...rest] = steps;
  if (step === undefined) return object;
  if (steps.length > DEEPEST)
    throw new Refusal({
      status: 400,
      type: "invalid_request_error",
      message: `You cannot expand more than 4 levels of a property: ${path}`,
    });

  if (object.object === "list" && step === "data" && Array.isArray(object.data)) {
    const data = await Promise.all(object.data.filter(isWireObject).map((entry) => expandPath(call, entry, rest, path)));
    return { ...object, data };
  }

  const kind = typeof object.object === "string" ? EXPANDABLE[object.object]?.[step] : undefined;
  if (!kind) throw new Refusal({ status: 400, type: "invalid_request_error", message: `This property cannot be expanded (${step}).` });
  const value = object[step];
  if (isWireObject(value)) return { ...object, [step]: await expandPath(call, value, rest, path) };
  const record = typeof value === "string" ? await findExpanded(call, kind, value) : undefined;
  return record ? { ...object, [step]: await expandPath(call, showRecord(call, record), rest, path) } : object;
}

function findExpanded(call: Call, kind: RecordKind | "any", id: string): Promise<SimulatorRecord | undefined> {
  return kind === "any" ? call.unit.find(id) : findRecord(call, kind, id);
}

function isWireObject(value: WireValue | undefined): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The API shape of any stored object. */
export function showRecord(call: Call, record: SimulatorRecord): WireObject {
  switch (record.kind) {
    case "intent":
      return intentWire(record, call.wire);
    case "charge":
      return chargeWire(record);
    case "refund":
      return refundWire(record);
    case "method":
      return methodWire(record);
    case "dispute":
      return disputeWire(record);
    case "event":
      return eventWire(record);
    case "task":
      throw new Error("A task is the simulator's own and has no wire shape");
  }
}

import { callParameters, type Operation } from "./call.ts";
import { badParameter } from "./refusal.ts";
import type { WireObject } from "./records.ts";

/**
 * What can be made to go wrong on purpose. "before": nothing has happened yet; "after": the work is done and committed, but the caller
 * does not learn it. The webhook faults wait for the next matching event.
 */
export const FAULT_KINDS = [
  "lose_webhook",
  "double_webhook",
  "delay_webhook",
  "error_before",
  "error_after",
  "hang_before",
  "hang_after",
  "reset_before",
  "reset_after",
  "garbage_after",
  "rate_limit",
  "slow",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** Only for this operation ("payment_intents.capture"); null = any. */
  readonly operation: string | null;
  /** Only for events of this type; null = any. */
  readonly eventType: string | null;
  /** For delay_webhook and slow. */
  readonly delayMs: number;
}

/** The faults that are armed. They live in this process only and are gone after a restart, unlike the payments. */
export interface FaultBoard {
  arm(fault: Fault, times: number): void;
  clear(): void;
  list(): readonly (Fault & { readonly times: number })[];
  /** Uses up one armed fault for this request, if any fits. */
  takeForRequest(operation: string): Fault | undefined;
  /** Uses up one armed webhook fault for an event of this type, if any fits. */
  takeForEvent(eventType: string): Fault | undefined;
}

export const PLAIN_FAULT: Omit<Fault, "kind"> = { operation: null, eventType: null, delayMs: 2_000 };
const MOST_TIMES = 1_000_000;
const LONGEST_DELAY_MS = 3_600_000;

export function isWebhookFault(kind: FaultKind): boolean {
  return kind === "lose_webhook" || kind === "double_webhook" || kind === "delay_webhook";
}

export function createFaultBoard(): FaultBoard {
  let armed: { fault: Fault; times: number }[] = [];

  function take(fits: (fault: Fault) => boolean): Fault | undefined {
    const entry = armed.find((candidate) => fits(candidate.fault));
    if (!entry) return undefined;
    entry.times -= 1;
    armed = armed.filter((candidate) => candidate.times > 0);
    return entry.fault;
  }

  return {
    arm: (fault, times) => void armed.push({ fault, times }),
    clear: () => {
      armed = [];
    },
    list: () => armed.map(({ fault, times }) => ({ ...fault, times })),
    takeForRequest: (operation) =>
      take((fault) => !isWebhookFault(fault.kind) && (fault.operation === null || fault.operation === operation)),
    takeForEvent: (eventType) => take((fault) => isWebhookFault(fault.kind) && (fault.eventType === null || fault.eventType === eventType)),
  };
}

/** `POST /v1/test_helpers/faults {kind, times, operation, event_type, delay_ms}` arms one; GET lists them, DELETE clears them. */
export function faultOperations(board: FaultBoard): readonly Operation[] {
  const path = "/v1/test_helpers/faults";
  const answer = () => ({ status: 200, body: { object: "list", url: path, has_more: false, data: board.list().map(faultWire) } });
  return [
    { name: "test_helpers.faults.list", method: "GET", path, isForBrowsers: false, run: async () => answer() },
    {
      name: "test_helpers.faults.create",
      method: "POST",
      path,
      isForBrowsers: false,
      async run(call) {
        const parameters = callParameters(call, ["kind", "times", "operation", "event_type", "delay_ms"]);
        const kind = parameters.choice("kind", FAULT_KINDS);
        if (kind === undefined) throw badParameter("kind", "parameter_missing", "Missing required param: kind.");
        const fault: Fault = {
          kind,
          operation: parameters.text("operation", 100) ?? null,
          eventType: parameters.text("event_type", 100) ?? null,
          delayMs: parameters.integer("delay_ms", 0, LONGEST_DELAY_MS) ?? PLAIN_FAULT.delayMs,
        };
        board.arm(fault, parameters.integer("times", 1, MOST_TIMES) ?? 1);
        return answer();
      },
    },
    {
      name: "test_helpers.faults.clear",
      method: "DELETE",
      path,
      isForBrowsers: false,
      async run() {
        board.clear();
        return answer();
      },
    },
  ];
}

function faultWire(fault: Fault & { readonly times: number }): WireObject {
  return {
    object: "test_helpers.fault",
    kind: fault.kind,
    operation: fault.operation,
    event_type: fault.eventType,
    delay_ms: fault.delayMs,
    times: fault.times,
  };
}

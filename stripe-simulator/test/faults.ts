import type { Context, MiddlewareHandler, Next } from "hono";
import { AUTHENTICATE } from "#stripe-simulator/api/authenticate.ts";
import { INTENT_OPERATIONS } from "#stripe-simulator/api/intents.ts";
import { METHOD_OPERATIONS } from "#stripe-simulator/api/methods.ts";
import { PAYOUT_OPERATIONS } from "#stripe-simulator/api/payouts.ts";
import { REFUND_OPERATIONS } from "#stripe-simulator/api/refunds.ts";
import { errorBody, type RefusalDetails } from "#stripe-simulator/api/refusal.ts";

/**
 * Injectable faults. "before": fails before anything happens; "after": the work is committed, but the caller gets no response; "late": no
 * response, and the work runs when the fault is cleared, long after the caller has given up.
 */
export const FAULT_KINDS = [
  "reset_before",
  "reset_after",
  "error_before",
  "error_after",
  "garbage_before",
  "garbage_after",
  "hang_before",
  "hang_after",
  "late",
  "rate_limit",
  "slow",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** The SDK's name, for example "payment_intents.capture"; null = any call that changes or reads data. */
  readonly operation: string | null;
  /** Number of affected calls; default 1. */
  readonly times?: number;
  /** Milliseconds, for "slow". */
  readonly delayMs?: number;
}

/** Differences of a third-party emulator from the vendor. */
export interface Strictness {
  /** Parameters it does not know: a call with one is permanently rejected (400 `parameter_unknown`). */
  readonly unknownParameters?: readonly string[];
  /** Fields missing from its responses, at any depth. */
  readonly missingFields?: readonly string[];
  /** Never includes the charge inside a payment, only its id. */
  readonly neverExpands?: boolean;
}

export interface Faults {
  arm(fault: Fault): void;
  /** Removes all faults, ends hanging requests, and waits until none is running. */
  clear(): Promise<void>;
  /** Behaves like an emulator from now on; `{}` = like the vendor again. */
  imitate(strictness: Strictness): void;
  /** Called with the name of each arriving call, before any fault; the call waits for it. */
  watch(listener: ((operation: string) => void | Promise<void>) | null): void;
  /** Middleware in front of the simulator's API. */
  readonly middleware: MiddlewareHandler;
}

const OPERATIONS = [...INTENT_OPERATIONS, ...REFUND_OPERATIONS, ...PAYOUT_OPERATIONS, ...METHOD_OPERATIONS, AUTHENTICATE].map(
  ({ name, method, path }) => ({
    name,
    method,
    pattern: new RegExp(`${path.replace(":id", "[^/]+")}$`),
  }),
);
const LONGEST_HANG_MS = 120_000;
/** Requests with this header skip all faults: the provider's dashboard, or a customer's browser. */
export const BY_HAND = "x-by-hand";

export function createFaults(): Faults {
  let armed: { readonly fault: Fault; times: number }[] = [];
  let strictness: Strictness = {};
  let ending = new AbortController();
  let watcher: ((operation: string) => void | Promise<void>) | null = null;
  const running = new Set<Promise<void>>();

  function take(operation: string): Fault | undefined {
    const entry = armed.find(({ fault }) => fault.operation === null || fault.operation === operation);
    if (!entry) return undefined;
    entry.times -= 1;
    armed = armed.filter((candidate) => candidate.times > 0);
    return entry.fault;
  }

  function wait(signal: AbortSignal, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  async function disturb(c: Context, manner: string): Promise<Response | undefined> {
    if (manner === "error") return serverError(c);
    if (manner === "garbage") return c.html("<!doctype html><title>Bad gateway</title><p>This is no JSON.", 200);
    if (manner === "reset") return reset(c);
    if (manner !== "hang") return undefined;
    await wait(AbortSignal.any([ending.signal, c.req.raw.signal]), LONGEST_HANG_MS);
    return serverError(c);
  }

  async function hold(c: Context, { kind, delayMs = 2_000 }: Fault): Promise<void> {
    if (kind === "slow") await wait(AbortSignal.any([ending.signal, c.req.raw.signal]), delayMs);
    if (kind === "late") await wait(ending.signal, LONGEST_HANG_MS);
  }

  async function refuseUnknown(c: Context): Promise<Response | undefined> {
    const unknown = await firstUnknown(c, strictness.unknownParameters ?? []);
    if (unknown === undefined) return undefined;
    const message = `Received unknown parameter: ${unknown}`;
    return refuse(c, { status: 400, type: "invalid_request_error", code: "parameter_unknown", param: unknown, message });
  }

  async function carryOut(c: Context, next: Next): Promise<Response | undefined> {
    const operation = OPERATIONS.find(({ method, pattern }) => method === c.req.method && pattern.test(c.req.path))?.name;
    if (operation === undefined || c.req.header(BY_HAND) !== undefined) {
      await next();
      return undefined;
    }
    await watcher?.(operation);
    const fault = take(operation);
    const [manner = "", moment] = fault?.kind.split("_") ?? [];
    if (fault?.kind === "rate_limit") return refuse(c, RATE_LIMIT);
    if (fault !== undefined) await hold(c, fault);
    const refused = (moment === "before" ? await disturb(c, manner) : undefined) ?? (await refuseUnknown(c));
    if (refused !== undefined) return refused;
    await next();
    const after = moment === "after" ? await disturb(c, manner) : undefined;
    if (after) c.res = after;
    else if (strictness.missingFields || strictness.neverExpands) c.res = await imitated(c.res, strictness);
    return undefined;
  }

  return {
    arm: (fault) => void armed.push({ fault, times: fault.times ?? 1 }),
    async clear() {
      armed = [];
      ending.abort();
      ending = new AbortController();
      await Promise.all(running);
    },
    imitate: (next) => {
      strictness = next;
    },
    watch: (listener) => {
      watcher = listener;
    },
    async middleware(c, next) {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.add(promise);
      try {
        return await carryOut(c, next);
      } finally {
        running.delete(promise);
        resolve();
      }
    },
  };
}

const RATE_LIMIT: RefusalDetails = {
  status: 429,
  type: "invalid_request_error",
  code: "rate_limit",
  message: "Too many requests in a short time. Try again.",
};

function refuse(c: Context, details: RefusalDetails): Response {
  return c.json(errorBody(details), details.status as 400);
}

function serverError(c: Context): Response {
  return refuse(c, { status: 500, type: "api_error", message: "An error occurred inside the simulator, on request." });
}

/** Resets the connection. */
function reset(c: Context): Response {
  const { incoming } = c.env as { incoming: { socket: { destroy(): void } } };
  incoming.socket.destroy();
  return serverError(c);
}

async function firstUnknown(c: Context, unknown: readonly string[]): Promise<string | undefined> {
  if (unknown.length === 0 || c.req.method !== "POST") return undefined;
  const names = [...new URLSearchParams(await c.req.text()).keys()].map((name) => name.split("[", 1)[0]);
  return unknown.find((name) => names.includes(name));
}

async function imitated(answer: Response, { missingFields = [], neverExpands = false }: Strictness): Promise<Response> {
  const text = JSON.stringify(await answer.json(), (name, value: unknown) => {
    if (missingFields.includes(name)) return undefined;
    return neverExpands && name === "latest_charge" && typeof value === "object" && value !== null ? Reflect.get(value, "id") : value;
  });
  return new Response(text, { status: answer.status, headers: { "Content-Type": "application/json" } });
}

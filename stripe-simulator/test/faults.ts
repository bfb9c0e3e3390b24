import type { Context, MiddlewareHandler } from "hono";
import { AUTHENTICATE } from "#stripe-simulator/api/authenticate.ts";
import { INTENT_OPERATIONS } from "#stripe-simulator/api/intents.ts";
import { METHOD_OPERATIONS } from "#stripe-simulator/api/methods.ts";
import { REFUND_OPERATIONS } from "#stripe-simulator/api/refunds.ts";
import { errorBody, type RefusalDetails } from "#stripe-simulator/api/refusal.ts";

/** What can be made to go wrong. "before": nothing has happened; "after": the work is done and committed, but the caller does not learn it. */
export const FAULT_KINDS = [
  "reset_before",
  "reset_after",
  "error_before",
  "error_after",
  "garbage_before",
  "garbage_after",
  "hang_before",
  "hang_after",
  "rate_limit",
  "slow",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly kind: FaultKind;
  /** As the SDK names it, for example "payment_intents.capture"; null = any call that changes or reads something. */
  readonly operation: string | null;
  /** For how many calls; default 1. */
  readonly times?: number;
  /** Milliseconds, for "slow". */
  readonly delayMs?: number;
}

/** How a third-party emulator differs from the vendor. */
export interface Strictness {
  /** Parameters it does not know: a call that sends one is refused for good (400 `parameter_unknown`). */
  readonly unknownParameters?: readonly string[];
  /** Fields its answers do not have, at any depth. */
  readonly missingFields?: readonly string[];
}

export interface Faults {
  arm(fault: Fault): void;
  /** Disarms everything and ends all hanging requests. */
  clear(): void;
  /** Behaves from now on like an emulator; `{}` = like the vendor again. */
  imitate(strictness: Strictness): void;
  /** Tells the name of each call that arrives, before any fault. */
  watch(listener: ((operation: string) => void | Promise<void>) | null): void;
  /** Stands in front of the simulator's API. */
  readonly middleware: MiddlewareHandler;
}

const OPERATIONS = [...INTENT_OPERATIONS, ...REFUND_OPERATIONS, ...METHOD_OPERATIONS, AUTHENTICATE].map(({ name, method, path }) => ({
  name,
  method,
  pattern: new RegExp(`${path.replace(":id", "[^/]+")}$`),
}));
const LONGEST_HANG_MS = 120_000;

export function createFaults(): Faults {
  let armed: { readonly fault: Fault; times: number }[] = [];
  let strictness: Strictness = {};
  let ending = new AbortController();
  let watcher: ((operation: string) => void | Promise<void>) | null = null;

  function take(operation: string): Fault | undefined {
    const entry = armed.find(({ fault }) => fault.operation === null || fault.operation === operation);
    if (!entry) return undefined;
    entry.times -= 1;
    armed = armed.filter((candidate) => candidate.times > 0);
    return entry.fault;
  }

  function wait(c: Context, milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([ending.signal, c.req.raw.signal]);
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
    await wait(c, LONGEST_HANG_MS);
    return serverError(c);
  }

  return {
    arm: (fault) => void armed.push({ fault, times: fault.times ?? 1 }),
    clear() {
      armed = [];
      ending.abort();
      ending = new AbortController();
    },
    imitate: (next) => {
      strictness = next;
    },
    watch: (listener) => {
      watcher = listener;
    },
    async middleware(c, next) {
      const operation = OPERATIONS.find(({ method, pattern }) => method === c.req.method && pattern.test(c.req.path))?.name;
      if (operation === undefined) return next();
      await watcher?.(operation);
      const fault = take(operation);
      const [manner = "", moment] = fault?.kind.split("_") ?? [];
      if (fault?.kind === "rate_limit") return refuse(c, RATE_LIMIT);
      if (fault?.kind === "slow") await wait(c, fault.delayMs ?? 2_000);
      const before = moment === "before" ? await disturb(c, manner) : undefined;
      if (before) return before;
      const unknown = await firstUnknown(c, strictness.unknownParameters ?? []);
      if (unknown !== undefined) {
        const message = `Received unknown parameter: ${unknown}`;
        return refuse(c, { status: 400, type: "invalid_request_error", code: "parameter_unknown", param: unknown, message });
      }
      await next();
      const after = moment === "after" ? await disturb(c, manner) : undefined;
      if (after) c.res = after;
      else if (strictness.missingFields) c.res = await withoutFields(c.res, strictness.missingFields);
      return undefined;
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

/** Cuts the connection. */
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

async function withoutFields(answer: Response, fields: readonly string[]): Promise<Response> {
  const text = JSON.stringify(await answer.json(), (name, value: unknown) => (fields.includes(name) ? undefined : value));
  return new Response(text, { status: answer.status, headers: { "Content-Type": "application/json" } });
}

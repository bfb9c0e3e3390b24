import type { Context } from "hono";
import type { Fault } from "./faults.ts";
import { errorBody } from "./refusal.ts";

const LONGEST_HANG_MS = 120_000;

/** Carries out the request faults: broken, late or missing answers. */
export interface Stalls {
  /** An answer instead of doing the work, if the fault says so. */
  beforeWork(c: Context, fault: Fault): Promise<Response | undefined>;
  /** An answer that hides what was done, if the fault says so. */
  afterWork(c: Context, fault: Fault): Promise<Response | undefined>;
  /** Ends all hanging requests. */
  end(): void;
}

export function createStalls(): Stalls {
  const ending = new AbortController();

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

  async function hang(c: Context): Promise<Response> {
    await wait(c, LONGEST_HANG_MS);
    return serverError(c);
  }

  return {
    async beforeWork(c, fault) {
      switch (fault.kind) {
        case "slow":
          await wait(c, fault.delayMs);
          return undefined;
        case "error_before":
          return serverError(c);
        case "hang_before":
          return hang(c);
        case "reset_before":
          return reset(c);
        case "rate_limit":
          return c.json(
            errorBody({
              status: 429,
              type: "invalid_request_error",
              code: "rate_limit",
              message: "Too many requests in a short time. Try again.",
            }),
            429,
          );
        default:
          return undefined;
      }
    },
    async afterWork(c, fault) {
      switch (fault.kind) {
        case "error_after":
          return serverError(c);
        case "hang_after":
          return hang(c);
        case "reset_after":
          return reset(c);
        case "garbage_after":
          return c.html("<!doctype html><title>Bad gateway</title><p>This is no JSON.", 200);
        default:
          return undefined;
      }
    },
    end: () => ending.abort(),
  };
}

function serverError(c: Context): Response {
  return c.json(errorBody({ status: 500, type: "api_error", message: "An error occurred inside the simulator, on request." }), 500);
}

/** Cuts the connection where the server allows it (Node); elsewhere it can only answer an error. */
function reset(c: Context): Response {
  const incoming: unknown = Reflect.get(Object(c.env), "incoming");
  const socket: unknown = Reflect.get(Object(incoming), "socket");
  if (typeof socket === "object" && socket !== null && "destroy" in socket && typeof socket.destroy === "function") socket.destroy();
  return serverError(c);
}

import { randomBytes } from "node:crypto";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { checkAccess } from "./api/access.ts";
import type { Operation } from "./api/call.ts";
import { createEngine, type EngineAnswer } from "./api/engine.ts";
import { parseForm, type FormNode } from "./api/form-body.ts";
import { INTENT_OPERATIONS } from "./api/intents.ts";
import { METHOD_OPERATIONS } from "./api/methods.ts";
import { createPageRoutes } from "./pages/page-routes.ts";
import { errorBody, Refusal } from "./api/refusal.ts";
import { PAYOUT_OPERATIONS } from "./api/payouts.ts";
import { REFUND_OPERATIONS } from "./api/refunds.ts";
import type { SimulatorStore } from "./store/store.ts";
import { AUTHENTICATE } from "./api/authenticate.ts";
import { createWebhookSender, type WebhookTarget } from "./webhooks.ts";

const BODY_LIMIT_BYTES = 64 * 1024;
const ID_BYTES = 18;
const SWEEP_EVERY_MS = 1_000;

export interface StripeSimulatorOptions {
  readonly store: SimulatorStore;
  /** Each secret key allows everything; if unknown clients can reach the simulator, make it random. */
  readonly secretKeys: readonly string[];
  readonly publishableKeys: readonly string[];
  /** The simulator's URL for browsers, such as "https://shop.example/_simulator/stripe". */
  readonly publicUrl: string;
  /** The URL for signed events; null = none are sent. */
  readonly webhook: WebhookTarget | null;
  /** The payee's name on the bank's page; left out = no name is shown. */
  readonly payee?: () => Promise<string>;
  readonly now?: () => Date;
  /** Called for background errors: a failed sweep, a failed delivery. */
  readonly onError: (error: unknown) => void;
  /** Whether an error is temporary, such as a store that is restarting: the response is 503, to be retried. Left out = none is. */
  readonly isPassing?: (error: unknown) => boolean;
}

export interface StripeSimulator {
  /** To be mounted at the path that `publicUrl` ends with. */
  readonly app: Hono;
  /** Starts the timer-driven work: slow banks, expiring authorizations, webhook retries (including those from before a restart). */
  start(): void;
  /** Runs everything due immediately. */
  sweep(): Promise<void>;
  /** Waits until no webhook is being sent. */
  settled(): Promise<void>;
  /** Stops the timer-driven work; unfinished tasks stay stored for the next start. */
  stop(): Promise<void>;
}

/**
 * The built-in payment simulator: the part of the Stripe API that a shop with manual capture needs, over HTTP. It has the vendor's shapes,
 * errors, idempotency, test cards and signed webhooks, so that the same adapter works with and without an account.
 */
export function createStripeSimulator(options: StripeSimulatorOptions): StripeSimulator {
  const now = () => (options.now?.() ?? new Date()).getTime();
  const newId = (prefix: string) => `${prefix}_${randomBytes(ID_BYTES).toString("base64url").replace(/[-_]/g, "x")}`;
  const wire = { publicUrl: options.publicUrl.replace(/\/+$/, "") };
  const sender = options.webhook && createWebhookSender({ store: options.store, target: options.webhook, now, onError: options.onError });
  const engine = createEngine({
    store: options.store,
    sender,
    wire,
    now,
    newId,
    onError: options.onError,
  });
  const app = new Hono();

  async function answerOperation(c: Context, operation: Operation, requestId: string): Promise<Response> {
    const form = await readForm(c);
    const access = checkAccess(c.req.header("authorization"), form, options, operation.isForBrowsers);
    const idempotencyKey = c.req.header("idempotency-key") || null;
    return answerJson(c, await engine.perform({ operation, access, form, pathId: c.req.param("id") ?? "", requestId, idempotencyKey }));
  }

  app.use("/v1/*", bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => refuse(c, tooLarge()) }));
  for (const operation of [...INTENT_OPERATIONS, ...REFUND_OPERATIONS, ...PAYOUT_OPERATIONS, ...METHOD_OPERATIONS, AUTHENTICATE]) {
    app.on(operation.method, operation.path, async (c) => {
      const requestId = newId("req");
      c.header("Request-Id", requestId);
      c.header("Cache-Control", "no-cache, no-store");
      const version = c.req.header("stripe-version");
      if (version) c.header("Stripe-Version", version);
      const key = c.req.header("idempotency-key");
      if (key) c.header("Idempotency-Key", key.slice(0, 255));
      return answerOperation(c, operation, requestId);
    });
  }
  app.route("/", createPageRoutes({ engine, store: options.store, wire, newId, payee: options.payee ?? (() => Promise.resolve("")) }));
  app.all("*", (c) => refuse(c, unknownCall(c.req.method, c.req.path)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    options.onError(error);
    if (options.isPassing?.(error) === true) {
      c.header("Retry-After", "1");
      return c.json(errorBody({ status: 503, type: "api_error", message: "The simulator is busy. Try again in a moment." }), 503);
    }
    return c.json(errorBody({ status: 500, type: "api_error", message: "An unknown error occurred" }), 500);
  });

  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  function sweepInBackground(): void {
    sweeping ??= engine
      .sweep()
      .catch(options.onError)
      .finally(() => {
        sweeping = undefined;
      });
  }

  return {
    app,
    start() {
      timer ??= setInterval(sweepInBackground, SWEEP_EVERY_MS);
      timer.unref();
    },
    sweep: () => engine.sweep(),
    settled: async () => sender?.settled(),
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await sweeping;
      await sender?.stop();
    },
  };
}

async function readForm(c: Context): Promise<FormNode> {
  if (c.req.method !== "POST") return parseForm(new URL(c.req.url).search);
  const type = c.req.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const text = await c.req.text();
  if (text === "" || type === "application/x-www-form-urlencoded") return parseForm(text);
  throw new Refusal({
    status: 415,
    type: "invalid_request_error",
    message: "Invalid request (check that your POST content type is application/x-www-form-urlencoded).",
  });
}

function answerJson(c: Context, answer: EngineAnswer): Response {
  if (answer.isReplayed) c.header("Idempotent-Replayed", "true");
  c.header("Content-Type", "application/json");
  return c.body(JSON.stringify(answer.body, null, 2), answer.status as 200);
}

function refuse(c: Context, refusal: Refusal): Response {
  return c.json(errorBody(refusal.details), refusal.details.status as 400);
}

function unknownCall(method: string, path: string): Refusal {
  const apiPath = path.slice(Math.max(0, path.indexOf("/v1")));
  return new Refusal({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${apiPath.slice(0, 200)}). The simulator has no such call.`,
  });
}

function tooLarge(): Refusal {
  return new Refusal({ status: 413, type: "invalid_request_error", message: "The request body is too large." });
}

import { randomBytes } from "node:crypto";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { checkAccess } from "./access.ts";
import type { Operation } from "./call.ts";
import { createEngine, type EngineAnswer } from "./engine.ts";
import { createFaultBoard, FAULT_KINDS, faultOperations, isWebhookFault, PLAIN_FAULT, type Fault } from "./faults.ts";
import { parseForm, type FormNode } from "./form-body.ts";
import { INTENT_OPERATIONS } from "./intents.ts";
import { METHOD_OPERATIONS } from "./methods.ts";
import { createPageRoutes } from "./page-routes.ts";
import { errorBody, Refusal } from "./refusal.ts";
import { REFUND_OPERATIONS } from "./refunds.ts";
import { createStalls } from "./stalls.ts";
import type { SimulatorStore } from "./store.ts";
import { TEST_HELPER_OPERATIONS } from "./test-helpers.ts";
import { createWebhookSender, type WebhookTarget } from "./webhooks.ts";

const BODY_LIMIT_BYTES = 64 * 1024;
const ID_BYTES = 18;
const SWEEP_EVERY_MS = 1_000;
/** A card hold of an online payment lasts about a week. */
const HOLD_MS = 7 * 86_400_000;
const FAULT_HEADER = "x-simulator-fault";

export interface StripeSimulatorOptions {
  readonly store: SimulatorStore;
  readonly secretKeys: readonly string[];
  readonly publishableKeys: readonly string[];
  /**
   * Whether this caller may use a secret key at all. The simulator's secret key is no secret: a demo shop that strangers can reach should
   * answer true only for its own requests, or give the simulator a random key. Default: everybody may.
   */
  readonly maySendSecretKey?: (c: Context) => boolean;
  /** Where browsers reach the simulator, such as "https://shop.example/_simulator/stripe". */
  readonly publicUrl: string;
  /** Where signed events are sent; null = nowhere. */
  readonly webhook: WebhookTarget | null;
  readonly now?: () => Date;
  readonly random?: (size: number) => Uint8Array;
  /** How long a hold lasts before it expires; default 7 days. */
  readonly holdMs?: number;
  /** Told of errors nobody waits for: a failed sweep, a delivery that broke. */
  readonly onError: (error: unknown) => void;
}

export interface StripeSimulator {
  /** To be mounted at the path that `publicUrl` ends with. */
  readonly app: Hono;
  /** Starts the clock-driven work: slow banks, expiring holds, webhook retries (also those left from before a restart). */
  start(): void;
  /** Does at once what is due now. */
  sweep(): Promise<void>;
  /** Waits until no webhook is under way. */
  settled(): Promise<void>;
  /** Ends the clock-driven work; what is unfinished stays stored for the next start. */
  stop(): Promise<void>;
}

/**
 * The built-in payment simulator: it speaks the part of the Stripe API that a shop with manual capture needs, over HTTP, with the
 * vendor's shapes, errors, idempotency, test cards and signed webhooks, so that the same adapter works with and without an account.
 */
export function createStripeSimulator(options: StripeSimulatorOptions): StripeSimulator {
  const now = () => (options.now?.() ?? new Date()).getTime();
  const random = options.random ?? randomBytes;
  const newId = (prefix: string) => `${prefix}_${Buffer.from(random(ID_BYTES)).toString("base64url").replace(/[-_]/g, "x")}`;
  const wire = { publicUrl: options.publicUrl.replace(/\/+$/, "") };
  const faults = createFaultBoard();
  const sender = options.webhook && createWebhookSender({ store: options.store, target: options.webhook, now, onError: options.onError });
  const engine = createEngine({
    store: options.store,
    faults,
    sender,
    wire,
    now,
    newId,
    holdMs: options.holdMs ?? HOLD_MS,
    onError: options.onError,
  });
  const stalls = createStalls();
  const app = new Hono();

  async function answerOperation(c: Context, operation: Operation, requestId: string): Promise<Response> {
    const form = await readForm(c);
    const isTrusted = options.maySendSecretKey?.(c) ?? true;
    const secretKeys = isTrusted ? options.secretKeys : [];
    const keys = { secretKeys, publishableKeys: options.publishableKeys };
    const access = checkAccess(c.req.header("authorization"), form, keys, operation.isForBrowsers);
    // Strangers arm no faults: a hanging answer costs a connection.
    const own = isTrusted ? readFaultHeader(c.req.header(FAULT_HEADER)) : null;
    const isControl = operation.name.startsWith("test_helpers.faults.");
    const fault = own && !isWebhookFault(own.kind) ? own : isControl ? undefined : faults.takeForRequest(operation.name);

    const before = fault && (await stalls.beforeWork(c, fault));
    if (before) return before;
    const answer = await engine.perform({
      operation,
      access,
      form,
      pathId: c.req.param("id") ?? "",
      requestId,
      idempotencyKey: c.req.header("idempotency-key") || null,
      webhookFault: own && isWebhookFault(own.kind) ? own : null,
    });
    const after = fault && (await stalls.afterWork(c, fault));
    return after ?? answerJson(c, answer);
  }

  app.use("/v1/*", bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: (c) => refuse(c, tooLarge()) }));
  for (const operation of [
    ...INTENT_OPERATIONS,
    ...REFUND_OPERATIONS,
    ...METHOD_OPERATIONS,
    ...TEST_HELPER_OPERATIONS,
    ...faultOperations(faults),
  ]) {
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
  app.route("/", createPageRoutes({ engine, store: options.store, wire, newId }));
  app.all("*", (c) => refuse(c, unknownCall(c.req.method, c.req.path)));
  app.onError((error, c) => {
    if (error instanceof Refusal) return refuse(c, error);
    options.onError(error);
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
      stalls.end();
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

function readFaultHeader(header: string | undefined): Fault | undefined {
  const kind = FAULT_KINDS.find((known) => known === header);
  return kind && { ...PLAIN_FAULT, kind };
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
  const known = path.slice(Math.max(0, path.indexOf("/v1")));
  return new Refusal({
    status: 404,
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${known.slice(0, 200)}). The simulator has no such call.`,
  });
}

function tooLarge(): Refusal {
  return new Refusal({ status: 413, type: "invalid_request_error", message: "The request body is too large." });
}

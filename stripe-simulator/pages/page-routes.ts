import { Hono, type Context } from "hono";
import type { Engine, EngineRequest } from "#stripe-simulator/api/engine.ts";
import { parseForm, type FormNode } from "#stripe-simulator/api/form-body.ts";
import { CONFIRM } from "#stripe-simulator/api/intents.ts";
import { bankPage, cardPage, endPage, PAGE_POLICY } from "./pages.ts";
import type { IntentRecord } from "#stripe-simulator/payment/records.ts";
import { Refusal } from "#stripe-simulator/api/refusal.ts";
import type { SimulatorStore } from "#stripe-simulator/store/store.ts";
import { AUTHENTICATE } from "#stripe-simulator/api/authenticate.ts";
import type { Operation } from "#stripe-simulator/api/call.ts";
import { bankPageUrl, type WireSettings } from "#stripe-simulator/api/wire.ts";

interface PageOptions {
  readonly engine: Engine;
  readonly store: SimulatorStore;
  readonly wire: WireSettings;
  readonly newId: (prefix: string) => string;
  /** The payee's name on the bank's page. */
  readonly payee: () => Promise<string>;
}

/**
 * `/3ds/:intent` (the bank's challenge) and `/pay/:intent` (the card form without JavaScript). Both need the payment's client secret, which
 * only the paying browser has.
 */
export function createPageRoutes(options: PageOptions): Hono {
  const { wire } = options;
  const routes = new Hono();

  routes.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("Cache-Control", "no-store");
    c.header("Referrer-Policy", "no-referrer");
  });

  routes.get("/3ds/:intent", async (c) => {
    const intent = await findIntent(options, c.req.param("intent"), parseForm(new URL(c.req.url).search));
    if (!intent) return notFound(c);
    if (intent.status !== "requires_action") return goBack(c, wire, intent, intent.returnUrl);
    return c.html(bankPage(intent, await options.payee()));
  });

  routes.post("/3ds/:intent", async (c) => {
    const form = parseForm(await c.req.text());
    const intent = await findIntent(options, c.req.param("intent"), form);
    if (!intent) return notFound(c);
    const outcome = form.get("outcome") === "complete" ? "succeed" : "fail";
    await perform(options, AUTHENTICATE, intent, { outcome });
    const now = await findIntent(options, intent.id, form);
    return goBack(c, wire, intent, intent.returnUrl, now && isPaid(now) ? "succeeded" : "failed");
  });

  routes.get("/pay/:intent", async (c) => {
    const query = parseForm(new URL(c.req.url).search);
    const intent = await findIntent(options, c.req.param("intent"), query);
    const returnUrl = readLocalUrl(query.get("return_url"), wire);
    if (!intent || returnUrl === null) return notFound(c);
    if (isPaid(intent) || intent.status === "canceled") return goBack(c, wire, intent, returnUrl);
    return c.html(cardPage(intent, returnUrl, intent.lastError?.message ?? null));
  });

  routes.post("/pay/:intent", async (c) => {
    const form = parseForm(await c.req.text());
    const intent = await findIntent(options, c.req.param("intent"), form);
    const returnUrl = readLocalUrl(form.get("return_url"), wire);
    const method = form.get("payment_method");
    if (!intent || returnUrl === null || typeof method !== "string") return notFound(c);
    const { status, message } = await perform(options, CONFIRM, intent, { payment_method: method, return_url: returnUrl });
    const now = (await findIntent(options, intent.id, form)) ?? intent;
    if (now.status === "requires_action") return c.redirect(bankPageUrl(now, wire), 303);
    if (status !== 200 && !isPaid(now)) return c.html(cardPage(now, returnUrl, message), 422);
    return goBack(c, wire, now, returnUrl, "succeeded");
  });

  return routes;
}

async function findIntent({ store }: PageOptions, id: string, form: FormNode): Promise<IntentRecord | undefined> {
  const record = await store.unit((unit) => unit.find(id));
  return record?.kind === "intent" && form.get("client_secret") === record.secret ? record : undefined;
}

/** Runs an API operation for the paying browser. */
async function perform(
  { engine, newId }: PageOptions,
  operation: Operation,
  intent: IntentRecord,
  fields: Readonly<Record<string, string>>,
): Promise<{ status: number; message: string | null }> {
  const request: EngineRequest = {
    operation,
    access: "publishable",
    form: new Map(Object.entries({ ...fields, client_secret: intent.secret })),
    pathId: intent.id,
    requestId: newId("req"),
    idempotencyKey: null,
  };
  try {
    const { status, body } = await engine.perform(request);
    const error = body.error;
    const message = typeof error === "object" && error !== null && "message" in error ? error.message : null;
    return { status, message: typeof message === "string" ? message : null };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.details.status, message: error.details.message };
    throw error;
  }
}

function notFound(c: Context): Response | Promise<Response> {
  return c.html(endPage("Payment not found", "There is no such payment, or the address is incomplete."), 404);
}

/** Redirects only to the shop: the address comes from the caller that starts the payment, so it could be an open redirect. */
function goBack(
  c: Context,
  wire: WireSettings,
  intent: IntentRecord,
  returnUrl: string | null,
  outcome: "succeeded" | "failed" = isPaid(intent) ? "succeeded" : "failed",
): Response | Promise<Response> {
  if (returnUrl === null) return c.html(endPage("Done", "You can close this page and return to the shop."));
  const target = new URL(returnUrl);
  if (!isSameServer(target, new URL(wire.publicUrl))) return c.html(endPage("Done", "You can close this page and return to the shop."));
  target.searchParams.set("payment_intent", intent.id);
  target.searchParams.set("payment_intent_client_secret", intent.secret);
  target.searchParams.set("redirect_status", outcome);
  return c.redirect(target.href, 303);
}

function isPaid(intent: IntentRecord): boolean {
  return intent.status === "requires_capture" || intent.status === "succeeded" || intent.status === "processing";
}

/** An absolute address on this server; null for any other, so that the page is no open redirect. */
function readLocalUrl(value: unknown, wire: WireSettings): string | null {
  if (typeof value !== "string" || !URL.canParse(value, wire.publicUrl)) return null;
  const url = new URL(value, wire.publicUrl);
  return isSameServer(url, new URL(wire.publicUrl)) ? url.href : null;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The same origin, or this machine under its other name: users type both `localhost` and `127.0.0.1`. */
function isSameServer(one: URL, other: URL): boolean {
  return (
    one.protocol === other.protocol &&
    one.port === other.port &&
    (one.hostname === other.hostname || (LOOPBACK.test(one.hostname) && LOOPBACK.test(other.hostname)))
  );
}

import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono, type Context } from "hono";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { normalizePath } from "#app/staff/domain/permissions.ts";
import {
  replicaContext,
  requestContext,
  servicesContext,
  type ReplicaReads,
  type RequestInfo,
  type Services,
} from "#app/http/context.server.ts";
import { isCall, problem, unavailableProblem } from "#app/http/answers/problem.server.ts";
import { MediaUnavailable } from "#app/media/gateway/media-store.server.ts";
import { serveMedia } from "#app/media/gateway/serve-media.server.ts";
import { withRequestId } from "#app/platform/request-id.server.ts";
import { isTracing } from "#app/platform/tracing.server.ts";
import { countRefusal } from "#app/http/refusals.server.ts";
import { countSimulatorCall } from "#app/http/limits/simulator-calls.server.ts";
import { allowSlowBody, holdBody } from "./body-time.ts";
import { clientAddress } from "./client-address.ts";
import { compressText } from "./compress-text.ts";
import { isKnownVersion } from "#app/http/answers/request-headers.schema.ts";
import { createNonce, filledWith, type CachedAnswer } from "#server/page-cache/nonce.ts";
import { etagOf, type PageCache } from "#server/page-cache/page-cache.ts";
import { isShared } from "#server/page-cache/shared-pages.ts";
import { answerMetrics } from "#server/metrics/metrics-route.ts";
import type { Metrics } from "#server/metrics/metrics.ts";
import { routePattern } from "#server/metrics/route-pattern.ts";
import { traceRequest } from "#server/tracing/trace-requests.ts";
import { contentSecurityPolicy, openerPolicy, standingHeaders } from "./content-security.ts";
import { limitBodies } from "./limit-body.ts";
import { readingFromReplica } from "./read-replica.ts";
import { createBuildFileReader } from "#server/build-files.ts";
import { answerOpening, isSetupPreview, OPENING_SOON_PAGE } from "./opening-soon.ts";
import { methodsOf } from "./page-methods.ts";
import { isPlainPath, isTooDeep, withoutDepth } from "./request-path.ts";
import { requestHandler } from "./request-handler.ts";
import { retryAfterSeconds } from "./routes-when-unavailable.ts";
import { mountStaticFiles } from "./static-files.ts";

/** Other methods are rejected here, in our error format. */
const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Read-only files and probes, and report endpoints. */
const READ_ONLY = /^\/(?:healthz|readyz|metrics|favicon\.(?:ico|svg)|sw\.js|(?:assets|sounds|icons|media)\/.*)$/;
const REPORTS = "/_csp-report";

/** Pages and data with personal content; API calls set their own header. */
const PERSONAL_PAGES = /^\/(?:api|cart|checkout|pay-order|payment-complete)(?:[./]|$)/i;
/** Anyone can send reports: log at most this many a minute. */
const CSP_REPORTS_PER_MINUTE = 20;

interface EdgeEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string };
}

export interface EdgeOptions {
  readonly services: Services;
  /** The compiled routes; reloaded per request in development. */
  readonly loadBuild: () => Promise<ServerBuild> | ServerBuild;
  /** Mounted at /_simulator/stripe while it is in use. */
  readonly simulator: { readonly app: Hono; readonly isActive: () => Promise<boolean> };
  readonly isReady: () => Promise<boolean>;
  readonly isDev: boolean;
  /** The full-page cache. */
  readonly pages: PageCache;
  readonly metrics: Metrics | null;
}

type Edge = Hono<EdgeEnv>;

/**
 * The HTTP layer before the routes: ids, logs, health, security headers, body limits, static files, pictures, simulator, then the router. Responses
 * are complete, so compression and headers see them whole.
 */
export function createEdge(options: EdgeOptions): Edge {
  const { services } = options;
  const edge: Edge = new Hono<EdgeEnv>();
  if (isTracing()) traceRequests(edge, options);
  finishResponses(edge, options);
  edge.onError((error, c) => {
    // The client is gone; an interrupted body is not our error.
    if (c.req.raw.signal.aborted) return c.body(null, 400);
    const unavailable = unavailableProblem(error);
    if (unavailable !== undefined) return unavailable;
    services.log.error({ err: error, requestId: c.get("requestId"), path: c.req.path.slice(0, 200) }, "a request failed");
    return problem(500, { detail: "Something went wrong on our side. Please try again." });
  });
  mountProbes(edge, options);
  refusePathsAndMethods(edge, options);
  edge.use(limitBodies(services));
  mountReports(edge, services);
  mountPictures(edge, services);
  if (!options.isDev) mountStaticFiles(edge, { readOther: createBuildFileReader(services.db) });
  mountSimulator(edge, options);
  edge.use(compressText());
  edge.all("*", (c) => answerFromRoutes(c, options));
  return edge;
}

function traceRequests(edge: Edge, { services, loadBuild }: EdgeOptions): void {
  edge.use(async (c, next) => {
    const { method, path } = c.req;
    const peer = getConnInfo(c).remote.address ?? "unknown";
    const request = { method: nameOf(method), path, build: await loadBuild(), peer, traceparent: c.req.header("traceparent") };
    await traceRequest(request, services.env.trustProxy, async () => {
      await next();
      return { status: c.res.status, requestId: c.get("requestId") };
    });
  });
}

/** A label with few values, whatever clients send. */
const nameOf = (method: string) => (METHODS.includes(method) ? method : "other");

/** Sets the request id and the default headers, and counts and logs the response. */
function finishResponses(edge: Edge, { services, metrics, loadBuild }: EdgeOptions): void {
  const fixed = standingHeaders(services.env.isSecure);
  let isProxyTold = services.env.trustProxy !== "off";
  edge.use(async (c, next) => {
    const started = performance.now();
    if (!isProxyTold && c.req.header("x-forwarded-for") !== undefined) {
      isProxyTold = true;
      services.log.warn(
        { security: "proxy" },
        "a request came through a proxy that TRUST_PROXY does not name: all visitors behind it count as one (docs/rules/limits.md)",
      );
    }
    const id = randomUUID();
    c.set("requestId", id);
    await withRequestId(id, next);
    for (const [name, value] of Object.entries(fixed)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set("X-Request-Id", id);
    const { method, path } = c.req;
    const { status } = c.res;
    const ms = performance.now() - started;
    services.log.debug({ requestId: id, method, path: path.slice(0, 200), status, ms: Math.round(ms) }, "request");
    if (metrics !== null) {
      const route = routePattern(await loadBuild(), path);
      metrics.countRequest({ method: nameOf(method), route, status, seconds: ms / 1000 });
    }
  });
}

function mountProbes(edge: Edge, { services, metrics, isReady }: EdgeOptions): void {
  edge.get("/healthz", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));
  edge.get("/readyz", async (c) => {
    if (!(await isReady())) return problem(503, { detail: "The shop is not ready.", headers: { "Retry-After": "1" } });
    return c.json({ status: "ready" }, 200, { "Cache-Control": "no-store" });
  });
  edge.get("/metrics", (c) => answerMetrics(metrics, services.env.metricsToken, c.req.header("Authorization")));
}

function refusePathsAndMethods(edge: Edge, options: EdgeOptions): void {
  edge.use(async (c, next) => {
    const { pathname } = new URL(c.req.url);
    if (!isTooDeep(pathname) && isPlainPath(pathname)) return next();
    const isPage = c.req.header("Accept")?.includes("text/html") === true && ["GET", "HEAD"].includes(c.req.method);
    if (isPage && !isCall(normalizePath(pathname) ?? "")) return answerFromRoutes(c, options, { isDisguised: true });
    return problem(404, { detail: "Page not found" });
  });
  edge.use(async (c, next) => {
    const { method, path } = c.req;
    if (!METHODS.includes(method)) return wrongMethod(METHODS);
    if (READ_ONLY.test(path) && method !== "GET" && method !== "HEAD") return wrongMethod(["GET", "HEAD"]);
    return path === REPORTS && method !== "POST" ? wrongMethod(["POST"]) : next();
  });
}

/** CSP violation reports of browsers. */
function mountReports(edge: Edge, services: Services): void {
  const reports = { minute: 0, count: 0 };
  edge.post(REPORTS, async (c) => {
    const minute = Math.floor(services.now().getTime() / 60_000);
    if (reports.minute !== minute) Object.assign(reports, { minute, count: 0 });
    reports.count += 1;
    countRefusal(services, "csp");
    if (reports.count <= CSP_REPORTS_PER_MINUTE)
      services.log.warn(
        { security: "csp", report: (await c.req.text()).slice(0, 1000) },
        "the browser blocked something a page tried to load",
      );
    return c.body(null, 204);
  });
}

function mountPictures(edge: Edge, services: Services): void {
  edge.get("/media/*", async (c) => {
    const key = decodeURIComponent(c.req.path.slice("/media/".length));
    try {
      const isForAllSites = services.env.mediaPublicUrl !== null;
      const found = await serveMedia(services.media, key, c.req.header("If-None-Match") ?? null, isForAllSites);
      return found ?? problem(404, { detail: "There is no such picture." });
    } catch (error) {
      if (!(error instanceof MediaUnavailable)) throw error;
      services.log.warn({ reason: error.message, requestId: c.get("requestId") }, "a picture was answered with 503");
      return problem(503, { detail: "The pictures cannot be reached. Please try again in a moment.", headers: { "Retry-After": "5" } });
    }
  });
}

function mountSimulator(edge: Edge, { services, simulator }: EdgeOptions): void {
  edge.use("/_simulator/stripe/*", async (c, next) => {
    if (!(await simulator.isActive())) return problem(404, { detail: "Page not found" });
    const allowed = await countSimulatorCall(services, addressOf(c, services));
    if (allowed.ok) return next();
    return problem(429, {
      detail: "Too many requests. Please wait a moment, then try again.",
      headers: { "Retry-After": String(allowed.retryAfterSeconds) },
    });
  });
  edge.route("/_simulator/stripe", simulator.app);
}

function addressOf(c: Context<EdgeEnv>, { env }: Services): string {
  return clientAddress(getConnInfo(c).remote.address ?? "unknown", c.req.header("x-forwarded-for"), env.trustProxy);
}

/** 405 with the allowed methods. */
function wrongMethod(allowed: readonly string[]): Response {
  const list = allowed.join(", ");
  return problem(405, { detail: `Use ${list} here.`, headers: { Allow: list } });
}

async function answerFromRoutes(c: Context<EdgeEnv>, options: EdgeOptions, more: Pick<RequestInfo, "isDisguised"> = {}): Promise<Response> {
  const { services, isDev } = options;
  const { pathname, search } = new URL(c.req.url);
  const { method } = c.req;
  const isRead = method === "GET" || method === "HEAD";
  const build = await options.loadBuild();
  if (!isRead) {
    const methods = methodsOf(build, pathname);
    if (methods !== null && !methods.includes(method)) return wrongMethod(methods);
  }
  const info = {
    id: c.get("requestId"),
    method,
    ...more,
    clientAddress: addressOf(c, services),
    holdBody: () => holdBody(c.env.incoming),
    allowSlowBody: () => allowSlowBody(c.env.incoming),
  };
  const address = pathname + search;
  const opening = await answerOpening(c.req.raw, services);
  if (opening.kind === "refused") return opening.response;
  if (opening.kind === "soon") return answerUncached(new Request(new URL(OPENING_SOON_PAGE, c.req.url)), info, build, options);
  if (opening.kind === "staff") {
    const response = await answerUncached(c.req.raw, { ...info, isBeforeOpening: true }, build, options);
    response.headers.set("Cache-Control", "private, no-store");
    return response;
  }
  if (more.isDisguised === true) return answerUncached(withoutDepth(c.req.raw), info, build, options);
  if (isDev || !isRead || !isShared(build, address)) return answerUncached(c.req.raw, info, build, options);
  options.metrics?.countPage("miss");
  const answer = await options.pages.fill(address, () => drawShared(address, info, build, options));
  const { status } = answer;
  // A 304 with a policy would replace the stored page's.
  if (status === 200 && answer.nonce === null && isKnownVersion(c.req.header("If-None-Match"), answer.headers.get("ETag") ?? ""))
    return new Response(null, { status: 304, headers: answer.headers });
  const { body, policy } = filledWith(answer, createNonce());
  const headers = new Headers(answer.headers);
  if (policy !== null) headers.set("Content-Security-Policy", policy);
  headers.set("Content-Length", String(body.length));
  return new Response(method === "HEAD" ? null : new Uint8Array(body), { status, headers });
}

/** A response for this request only. */
async function answerUncached(
  request: Request,
  info: Omit<RequestInfo, "nonce">,
  build: ServerBuild,
  options: EdgeOptions,
): Promise<Response> {
  const { services, isDev } = options;
  const nonce = createNonce();
  const response = await readingFromReplica(request, services, (replica) =>
    askRoutes(request, { ...info, nonce }, build, options, replica),
  );
  if (isHtml(response)) {
    const { pathname } = new URL(request.url);
    const isFramed = await isSetupPreview(request, services);
    response.headers.set(
      "Content-Security-Policy",
      contentSecurityPolicy(pathname, nonce, { isDev, isFramed, pictures: pictureOrigin(services) }),
    );
    response.headers.set("Cross-Origin-Opener-Policy", openerPolicy(pathname));
  }
  return response;
}

/** A shared response. Routes get no cookies, headers or host, so nothing personal can be included. */
async function drawShared(
  address: string,
  info: Omit<RequestInfo, "nonce">,
  build: ServerBuild,
  options: EdgeOptions,
): Promise<CachedAnswer> {
  // Random, so that user content cannot contain it.
  const placeholder = createNonce();
  const url = new URL(address, options.services.env.publicUrl);
  const response = await askRoutes(new Request(url), { ...info, nonce: placeholder }, build, options, null);
  const { status, headers } = response;
  const html = await response.text();
  const version = Buffer.from(html.replaceAll(placeholder, ""));
  headers.delete("Content-Length");
  if (status === 200 && !headers.has("ETag")) headers.set("ETag", etagOf(version));
  if (!isHtml(response)) return { status, headers, body: version, nonce: null };
  const pictures = pictureOrigin(options.services);
  const policyFor = (nonce: string) => contentSecurityPolicy(url.pathname, nonce, { pictures });
  return { status, headers, body: Buffer.from(html), nonce: { placeholder, policyFor } };
}

async function askRoutes(
  request: Request,
  info: RequestInfo,
  build: ServerBuild,
  { services, isDev }: EdgeOptions,
  replica: ReplicaReads | null,
): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(replicaContext, replica);
  context.set(servicesContext, services);
  context.set(requestContext, info);
  const response = await requestHandler(build, isDev)(request, context);
  if (response.status === 503 && !response.headers.has("Retry-After"))
    response.headers.set("Retry-After", String(context.get(retryAfterSeconds) ?? 1));
  if (!response.headers.has("Cache-Control"))
    response.headers.set("Cache-Control", PERSONAL_PAGES.test(new URL(request.url).pathname) ? "private, no-store" : "no-cache");
  return response;
}

/** For the policy: the CDN, if it serves the pictures. */
function pictureOrigin({ env: { mediaPublicUrl } }: Services): string {
  return mediaPublicUrl === null ? "" : new URL(mediaPublicUrl).origin;
}

const isHtml = (response: Response) => response.headers.get("Content-Type")?.startsWith("text/html") === true;

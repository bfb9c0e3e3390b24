import type { IncomingMessage } from "node:http";
import type { ServerBuild } from "react-router";
import type { Env } from "#app/http/env.server.ts";
import { inSpan, type ActiveSpan } from "#app/platform/tracing.server.ts";
import { isTrustedPeer } from "#server/edge/client-address.ts";
import { routePattern } from "#server/metrics/route-pattern.ts";

/** Load balancers and Prometheus call these continuously. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

export interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly build: Pick<ServerBuild, "routes">;
  /** The socket's address. */
  readonly peer: string;
  readonly traceparent: string | undefined;
}

export interface TracedAnswer {
  readonly status: number;
  readonly requestId: string;
}

/**
 * Runs a request in a span with the names of OpenTelemetry's conventions. The path itself is not recorded: some paths contain the token of
 * an order. The trace of a trusted proxy is continued.
 */
export async function traceRequest(
  { method, path, build, peer, traceparent }: TracedRequest,
  trustProxy: Env["trustProxy"],
  answer: () => Promise<TracedAnswer>,
): Promise<void> {
  if (PROBES.has(path)) return void (await answer());
  const route = routePattern(build, path);
  const start = {
    name: `${method} ${route}`,
    kind: "server",
    attributes: { "http.request.method": method, "http.route": route },
    traceparent: isTrustedPeer(peer, trustProxy) ? traceparent : undefined,
  } as const;
  await inSpan(start, async (span) => describe(span, await answer()));
}

/** A cached page has been sent: its span has no duration. */
export async function traceCachedPage(
  { headers, socket }: IncomingMessage,
  { method, path, ...answer }: TracedAnswer & { readonly method: string; readonly path: string },
  { trustProxy }: Pick<Env, "trustProxy">,
  loadBuild: () => Promise<ServerBuild> | ServerBuild,
): Promise<void> {
  const traceparent = typeof headers.traceparent === "string" ? headers.traceparent : undefined;
  const [pathname = ""] = path.split("?", 1);
  const request = { method, path: pathname, build: await loadBuild(), peer: socket.remoteAddress ?? "unknown", traceparent };
  await traceRequest(request, trustProxy, () => Promise.resolve(answer));
}

function describe(span: ActiveSpan, { status, requestId }: TracedAnswer): void {
  span.set({ "http.response.status_code": status, "shopbell.request_id": requestId });
  if (status >= 500) span.fail(String(status));
}

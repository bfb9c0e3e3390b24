import { createHash, timingSafeEqual } from "node:crypto";
import { problem } from "#app/http/answers/problem.server.ts";
import type { Metrics } from "./metrics.ts";

/** `GET /metrics` for Prometheus, which sends the token. Without METRICS_TOKEN the page does not exist. */
export async function answerMetrics(metrics: Metrics | null, token: string | null, authorization: string | undefined): Promise<Response> {
  if (metrics === null || token === null) return problem(404, { detail: "Page not found" });
  if (!isSame(authorization ?? "", `Bearer ${token}`))
    return problem(401, { detail: "Send METRICS_TOKEN as the bearer token.", headers: { "WWW-Authenticate": "Bearer" } });
  const { contentType, body } = await metrics.expose();
  return new Response(body, { headers: { "Content-Type": contentType, "Cache-Control": "no-store" } });
}

/** Compares in constant time. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

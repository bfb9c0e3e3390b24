import { NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import { notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import type { Watched } from "#app/http/limits/watch-order.server.ts";

/** The problem response for an unknown token or too many requests. */
export function watchProblem(refused: Exclude<Watched<never>, { kind: "found" }>): Response {
  if (refused.kind === "unknown") return notFoundProblem(NO_SUCH_ORDER);
  return problem(429, { detail: refused.message, headers: { "Retry-After": String(refused.retryAfterSeconds) } });
}

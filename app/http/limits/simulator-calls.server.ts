import type { Services } from "#app/http/context.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { takePointsHere, type RateAnswer, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressCounters, takeEach } from "./address-limit.server.ts";
import { rateLimitKey } from "./address.server.ts";

/** A payment takes a few browser calls. */
const CALLS_PER_ADDRESS: RateRule = { name: "simulator-address", points: 120, seconds: 60 };

/** Counts a browser's simulator call; per process, remote addresses only. */
export async function countSimulatorCall(services: Pick<Services, "db" | "log" | "now">, clientAddress: string): Promise<RateAnswer> {
  if (rateLimitKey(clientAddress) === null) return { ok: true };
  const answer = await takeEach(services.db, addressCounters(CALLS_PER_ADDRESS, clientAddress), takePointsHere);
  if (!answer.ok)
    noteRefusal(services, {
      kind: "limit",
      security: "simulator-calls",
      message: "too many calls to the payment simulator",
      clientAddress,
    });
  return answer;
}

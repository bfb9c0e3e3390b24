import type { Db } from "#app/platform/db/database.server.ts";
import { takePointsHere, type RateAnswer, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressCounters, takeEach } from "./address-limit.server.ts";
import { strangerKey } from "./address.server.ts";

/** A payment takes a handful of calls of the browser. */
const CALLS_PER_ADDRESS: RateRule = { name: "simulator-address", points: 120, seconds: 60 };

/** Counts a browser's call to the payment simulator; this process alone counts, and not what comes from near. */
export function countSimulatorCall(db: Db, clientAddress: string): Promise<RateAnswer> {
  if (strangerKey(clientAddress) === null) return Promise.resolve({ ok: true });
  return takeEach(db, addressCounters(CALLS_PER_ADDRESS, clientAddress), takePointsHere);
}

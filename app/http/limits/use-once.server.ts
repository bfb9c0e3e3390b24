import type { Db } from "#app/platform/db/database.server.ts";
import { givePointsBack, takePoints, type RateRule } from "#app/platform/rate-limit.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";

/** Longer than the lifetime of any single-use value. */
const ONCE: RateRule = { name: "once", points: 1, seconds: 600 };

/** Consumes a cookie's value on the server: true on first use. */
export async function useOnce(db: Db, what: string): Promise<boolean> {
  return (await takePoints(db, ONCE, hashToken(what))).ok;
}

/** Makes the value usable again after a failed use. */
export function unuse(db: Db, what: string): Promise<void> {
  return givePointsBack(db, ONCE, hashToken(what));
}

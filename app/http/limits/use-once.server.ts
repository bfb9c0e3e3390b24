import type { Db } from "#app/platform/db/database.server.ts";
import { givePointsBack, takePoints, type RateRule } from "#app/platform/rate-limit.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";

/** Longer than anything lives that counts once. */
const ONCE: RateRule = { name: "once", points: 1, seconds: 600 };

/** Consumes a cookie's value on the server: true on first use. */
export async function useOnce(db: Db, what: string): Promise<boolean> {
  return (await takePoints(db, ONCE, hashToken(what))).ok;
}

/** It came to nothing and may be used again. */
export function unuse(db: Db, what: string): Promise<void> {
  return givePointsBack(db, ONCE, hashToken(what));
}

import type { Db } from "#app/platform/db/database.server.ts";
import { givePointsBack, siteRule, takePoints, type RateAnswer, type RateCounter, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressKey, siteKey } from "./address.server.ts";

/** Counters of an address: itself (IPv6: its /64) and for IPv6 its /48 with a higher limit. */
export function addressCounters(rule: RateRule, clientAddress: string): readonly RateCounter[] {
  const site = siteKey(clientAddress);
  return [[rule, addressKey(clientAddress)], ...(site === null ? [] : [[siteRule(rule), site] as const])];
}

/** Takes a point of each in order and stops at the first exhausted one. */
export async function takeEach(db: Db, counters: readonly RateCounter[], take = takePoints): Promise<RateAnswer> {
  for (const [rule, key] of counters) {
    const answer = await take(db, rule, key);
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

export async function giveEachBack(db: Db, counters: readonly RateCounter[]): Promise<void> {
  await Promise.all(counters.map(([rule, key]) => givePointsBack(db, rule, key)));
}

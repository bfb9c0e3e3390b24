import pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "#app/platform/db/database.server.ts";

export interface RateRule {
  /** Stands in front of every key; rules never share counters. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

export type RateAnswer = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** 20 unknown codes in 10 minutes, per address and per cart. */
export const COUPON_GUESSES: RateRule = { name: "coupon", points: 20, seconds: 600 };

const limiters = new WeakMap<Db, Map<string, RateLimiterPostgres>>();

/**
 * Takes `points` from a counter in the database, so that all processes count together. While the table cannot be written, each process counts
 * for itself in memory: neither open to guessing nor closed to customers.
 */
export async function takePoints(db: Db, rule: RateRule, key: string, points = 1): Promise<RateAnswer> {
  try {
    await limiterFor(db, rule).consume(key, points);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) };
  }
}

/** Gives points back that were taken beforehand for something that turned out to be all right. */
export async function givePointsBack(db: Db, rule: RateRule, key: string, points = 1): Promise<void> {
  await limiterFor(db, rule).reward(key, points);
}

/** What one customer's address is counted as: an IPv6 customer owns a whole /64, so its first half is the key. */
export function addressKey(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%")[0]?.toLowerCase().split("::") ?? [];
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return `${[...front, ...middle, ...back]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

function limiterFor(db: Db, rule: RateRule): RateLimiterPostgres {
  const pool = db.$client;
  if (!(pool instanceof pg.Pool)) throw new Error("rate limits are counted outside of transactions");
  let byRule = limiters.get(db);
  if (byRule === undefined) limiters.set(db, (byRule = new Map()));
  let limiter = byRule.get(rule.name);
  if (limiter === undefined) {
    const common = { keyPrefix: rule.name, points: rule.points, duration: rule.seconds };
    limiter = new RateLimiterPostgres({
      ...common,
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      insuranceLimiter: new RateLimiterMemory(common),
    });
    byRule.set(rule.name, limiter);
  }
  return limiter;
}

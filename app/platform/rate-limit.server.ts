import pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { isDatabaseAway, isDatabaseBusy, isStorageFull } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

export interface RateRule {
  /** Stands in front of every key; rules never share counters. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** A rule and whom it is counted for. */
export type RateCounter = readonly [RateRule, string];

export type RateAnswer = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

const limiters = new WeakMap<Db, Map<string, RateLimiterPostgres>>();
const limitersHere = new WeakMap<Db, Map<RateRule, RateLimiterMemory>>();

/**
 * Takes `points` from a counter in the database, so that all processes count together. While the table cannot be written, each process counts
 * for itself in memory: neither open to guessing nor closed to customers.
 */
export function takePoints(db: Db, rule: RateRule, key: string, points = 1): Promise<RateAnswer> {
  return take(limiterFor(db, rule), key, points);
}

/**
 * The same for several keys of a rule, in one statement that does not wait for the disk: a crash may forget the tries of its last moment. Answers in the order
 * of the keys.
 */
export async function takePointsOfAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<readonly RateAnswer[]> {
  const now = Date.now();
  const counted = await changePoints(db, rule, keys, points, now);
  if (counted === null) return Promise.all(keys.map((key) => takePoints(db, rule, key, points)));
  return keys.map((key) => {
    const { taken, expire } = counted.get(key) ?? { taken: 0, expire: now };
    if (taken <= rule.points) return { ok: true };
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((expire - now) / 1000)) };
  });
}

/** Gives the points of several keys back, in the same way. */
export async function givePointsBackToAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<void> {
  const counted = await changePoints(db, rule, keys, -points, Date.now());
  if (counted === null) await Promise.all(keys.map((key) => givePointsBack(db, rule, key, points)));
}

/** What each counter holds then, and until when, in epoch milliseconds; null while the table cannot be written: the limiters count in memory then. */
async function changePoints(
  db: Db,
  rule: RateRule,
  keys: readonly string[],
  points: number,
  now: number,
): Promise<ReadonlyMap<string, { readonly taken: number; readonly expire: number }> | null> {
  try {
    // In the order of the keys: two of these at once wait for each other, never in a circle.
    const { rows } = await poolOf(db).query<{ readonly key: string; readonly points: number; readonly expire: string | number }>(
      `with counted as (
         insert into rate_limits (key, points, expire) select key, $2::int, $3::bigint from unnest($1::text[]) as key order by key
         on conflict (key) do update set
           points = case when rate_limits.expire <= $4::bigint then excluded.points else rate_limits.points + excluded.points end,
           expire = case when rate_limits.expire <= $4::bigint then excluded.expire else rate_limits.expire end
         returning key, points, expire)
       select key, points, expire, set_config('synchronous_commit', 'off', true) from counted`,
      [keys.map((key) => `${rule.name}:${key}`), points, now + rule.seconds * 1000, now],
    );
    return new Map(rows.map(({ key, points: taken, expire }) => [key.slice(rule.name.length + 1), { taken, expire: Number(expire) }]));
  } catch (error) {
    if (isDatabaseAway(error) || isDatabaseBusy(error) || isStorageFull(error)) return null;
    throw error;
  }
}

/** The same, counted by this process alone and without a statement: for what costs less than a statement itself. */
export function takePointsHere(db: Db, rule: RateRule, key: string): Promise<RateAnswer> {
  return take(limiterHere(db, rule), key, 1);
}

function limiterHere(db: Db, rule: RateRule): RateLimiterMemory {
  let byRule = limitersHere.get(db);
  if (byRule === undefined) limitersHere.set(db, (byRule = new Map()));
  let limiter = byRule.get(rule);
  if (limiter === undefined) byRule.set(rule, (limiter = new RateLimiterMemory({ points: rule.points, duration: rule.seconds })));
  return limiter;
}

async function take(limiter: RateLimiterPostgres | RateLimiterMemory, key: string, points: number): Promise<RateAnswer> {
  try {
    await limiter.consume(key, points);
    return { ok: true };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) };
  }
}

/** How long the longest of these counters stays used up, in seconds; null when none is. One statement, nothing is taken. */
export async function longestWait(db: Db, counters: readonly RateCounter[]): Promise<number | null> {
  const now = Date.now();
  const { rows } = await poolOf(db).query<{ readonly expire: string | null }>(
    `select max(expire) as expire from rate_limits join unnest($1::text[], $2::int[]) as full_at (key, points) using (key)
     where rate_limits.points >= full_at.points and expire > $3`,
    [counters.map(([rule, key]) => `${rule.name}:${key}`), counters.map(([rule]) => rule.points), now],
  );
  const expire = rows[0]?.expire ?? null;
  return expire === null ? null : Math.max(1, Math.ceil((Number(expire) - now) / 1000));
}

/** Gives points back that were taken beforehand for something that turned out to be all right. */
export async function givePointsBack(db: Db, rule: RateRule, key: string, points = 1): Promise<void> {
  await limiterFor(db, rule).reward(key, points);
}

/** The same for a counter of this process. */
export async function givePointsBackHere(db: Db, rule: RateRule, key: string): Promise<void> {
  await limiterHere(db, rule).reward(key, 1);
}

function poolOf(db: Db): pg.Pool {
  const pool = db.$client;
  if (!(pool instanceof pg.Pool)) throw new Error("rate limits are counted outside of transactions");
  return pool;
}

function limiterFor(db: Db, rule: RateRule): RateLimiterPostgres {
  const pool = poolOf(db);
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

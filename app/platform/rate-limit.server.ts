import { LRUCache } from "lru-cache";
import pg from "pg";
import { isDatabaseAway, isDatabaseBusy, isStorageFull } from "#app/platform/db/database-errors.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

export interface RateRule {
  /** Prefix of every key; rules never share counters. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** A rule and the key it is counted for. */
export type RateCounter = readonly [RateRule, string];

export type RateAnswer = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number };

/** Multiplier of a limit for a whole IPv6 site (/48, 65,536 networks). */
const SITE_FACTOR = 4;

/** The rule for an IPv6 site, from the rule for one address. */
export function siteRule(rule: RateRule): RateRule {
  return { ...rule, name: `${rule.name}-site`, points: rule.points * SITE_FACTOR };
}

/** A counter's points and reset time, epoch milliseconds. */
interface Counter {
  readonly taken: number;
  readonly expire: number;
}

/** Maximum in-memory counters; least recently used go first. */
const MOST_COUNTERS_HERE = 50_000;
const countersHere = new WeakMap<Db, LRUCache<string, Counter>>();

/** Takes `points` from a counter shared by all processes. If the table cannot be written, each process counts in memory. */
export async function takePoints(db: Db, rule: RateRule, key: string, points = 1): Promise<RateAnswer> {
  const [answer] = await takePointsOfAll(db, rule, [key], points);
  return answer ?? { ok: true };
}

/** The same for several keys in one statement with asynchronous commit. Results in key order. */
export async function takePointsOfAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<readonly RateAnswer[]> {
  const now = Date.now();
  const counted = await changePoints(db, rule, keys, points, now);
  return keys.map((key) => answerOf(rule, counted.get(key) ?? changePointsHere(db, rule, key, points, now), now));
}

/** Returns points taken in advance for a request that was valid. */
export function givePointsBack(db: Db, rule: RateRule, key: string, points = 1): Promise<void> {
  return givePointsBackToAll(db, rule, [key], points);
}

/** The same for several keys, in one statement. */
export async function givePointsBackToAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<void> {
  const now = Date.now();
  const counted = await changePoints(db, rule, keys, -points, now);
  for (const key of keys) if (!counted.has(key)) changePointsHere(db, rule, key, -points, now);
}

/** Takes a point counted in this process only, for cheap requests. */
export function takePointsHere(db: Db, rule: RateRule, key: string): Promise<RateAnswer> {
  const now = Date.now();
  return Promise.resolve(answerOf(rule, changePointsHere(db, rule, key, 1, now), now));
}

/** Returns a point of this process. */
export function givePointsBackHere(db: Db, rule: RateRule, key: string): void {
  changePointsHere(db, rule, key, -1, Date.now());
}

/** Seconds until the last of these counters resets; null if none is exhausted. Read-only. */
export async function longestWait(db: Db, counters: readonly RateCounter[]): Promise<number | null> {
  const now = Date.now();
  const { rows } = await poolOf(db).query<{ readonly expire: string | null }>(
    `select max(expire) as expire from rate_limits join unnest($1::text[], $2::int[]) as full_at (key, points) using (key)
     where rate_limits.points >= full_at.points and expire > $3`,
    [counters.map(([rule, key]) => nameOf(rule, key)), counters.map(([rule]) => rule.points), now],
  );
  const expire = rows[0]?.expire ?? null;
  return expire === null ? null : secondsUntil(Number(expire), now);
}

/** Deletes expired counters. */
export async function removeOldCounters(db: Db): Promise<void> {
  await poolOf(db).query("delete from rate_limits where expire < $1", [Date.now()]);
}

function answerOf({ points }: RateRule, { taken, expire }: Counter, now: number): RateAnswer {
  return taken <= points ? { ok: true } : { ok: false, retryAfterSeconds: secondsUntil(expire, now) };
}

function secondsUntil(at: number, now: number): number {
  return Math.max(1, Math.ceil((at - now) / 1000));
}

function nameOf(rule: RateRule, key: string): string {
  return `${rule.name}:${key}`;
}

/** Current values; nothing if the table cannot be written. Returning more than taken has no effect. */
async function changePoints(
  db: Db,
  rule: RateRule,
  keys: readonly string[],
  points: number,
  now: number,
): Promise<ReadonlyMap<string, Counter>> {
  try {
    // In key order, to avoid deadlocks.
    const { rows } = await poolOf(db).query<{ readonly key: string; readonly points: number; readonly expire: string | number }>(
      `with counted as (
         insert into rate_limits (key, points, expire) select key, greatest($2::int, 0), $3::bigint from unnest($1::text[]) as key order by key
         on conflict (key) do update set
           points = case when rate_limits.expire <= $4::bigint then excluded.points else greatest(rate_limits.points + $2::int, 0) end,
           expire = case when rate_limits.expire <= $4::bigint then excluded.expire else rate_limits.expire end
         returning key, points, expire)
       select key, points, expire, set_config('synchronous_commit', 'off', true) from counted`,
      [keys.map((key) => nameOf(rule, key)), points, now + rule.seconds * 1000, now],
    );
    return new Map(rows.map(({ key, points: taken, expire }) => [key.slice(rule.name.length + 1), { taken, expire: Number(expire) }]));
  } catch (error) {
    if (isDatabaseAway(error) || isDatabaseBusy(error) || isStorageFull(error)) return new Map();
    throw error;
  }
}

function changePointsHere(db: Db, rule: RateRule, key: string, points: number, now: number): Counter {
  let counters = countersHere.get(db);
  if (counters === undefined) countersHere.set(db, (counters = new LRUCache({ max: MOST_COUNTERS_HERE })));
  const name = nameOf(rule, key);
  const stored = counters.get(name);
  const before = stored === undefined || stored.expire <= now ? { taken: 0, expire: now + rule.seconds * 1000 } : stored;
  const counter = { taken: Math.max(0, before.taken + points), expire: before.expire };
  counters.set(name, counter);
  return counter;
}

function poolOf(db: Db): pg.Pool {
  const pool = db.$client;
  if (!(pool instanceof pg.Pool)) throw new Error("rate limits are counted outside of transactions");
  return pool;
}

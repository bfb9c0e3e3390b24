import { LRUCache } from "lru-cache";
import pg from "pg";
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

/** What has been taken of a counter, and when it begins anew, in epoch milliseconds. */
interface Counter {
  readonly taken: number;
  readonly expire: number;
}

/** How many counters a process keeps by itself; those that nobody has asked for longest go first. */
const MOST_COUNTERS_HERE = 50_000;
const countersHere = new WeakMap<Db, LRUCache<string, Counter>>();

/**
 * Takes `points` from a counter in the database, so that all processes count together. While the table cannot be written, each process counts
 * for itself in memory: neither open to guessing nor closed to customers.
 */
export async function takePoints(db: Db, rule: RateRule, key: string, points = 1): Promise<RateAnswer> {
  const [answer] = await takePointsOfAll(db, rule, [key], points);
  return answer ?? { ok: true };
}

/**
 * The same for several keys of a rule, in one statement that does not wait for the disk: a crash may forget the tries of its last moment. Answers in the order
 * of the keys.
 */
export async function takePointsOfAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<readonly RateAnswer[]> {
  const now = Date.now();
  const counted = await changePoints(db, rule, keys, points, now);
  return keys.map((key) => answerOf(rule, counted.get(key) ?? changePointsHere(db, rule, key, points, now), now));
}

/** Gives points back that were taken beforehand for something that turned out to be all right. */
export function givePointsBack(db: Db, rule: RateRule, key: string, points = 1): Promise<void> {
  return givePointsBackToAll(db, rule, [key], points);
}

/** The same for several keys, in one statement. */
export async function givePointsBackToAll(db: Db, rule: RateRule, keys: readonly string[], points: number): Promise<void> {
  const now = Date.now();
  const counted = await changePoints(db, rule, keys, -points, now);
  for (const key of keys) if (!counted.has(key)) changePointsHere(db, rule, key, -points, now);
}

/** Takes a point, counted by this process alone and without a statement: for what costs less than a statement itself. */
export function takePointsHere(db: Db, rule: RateRule, key: string): Promise<RateAnswer> {
  const now = Date.now();
  return Promise.resolve(answerOf(rule, changePointsHere(db, rule, key, 1, now), now));
}

/** Gives a point back to a counter of this process. */
export function givePointsBackHere(db: Db, rule: RateRule, key: string): void {
  changePointsHere(db, rule, key, -1, Date.now());
}

/** How long the longest of these counters stays used up, in seconds; null when none is. One statement, nothing is taken. */
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

/** Removes counters whose time is over: they would begin anew anyway. */
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

/** What each counter holds then; nothing while the table cannot be written. Nobody gets points by giving back more than was taken. */
async function changePoints(
  db: Db,
  rule: RateRule,
  keys: readonly string[],
  points: number,
  now: number,
): Promise<ReadonlyMap<string, Counter>> {
  try {
    // In the order of the keys: two of these at once wait for each other, never in a circle.
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
  const known = counters.get(name);
  const before = known === undefined || known.expire <= now ? { taken: 0, expire: now + rule.seconds * 1000 } : known;
  const counter = { taken: Math.max(0, before.taken + points), expire: before.expire };
  counters.set(name, counter);
  return counter;
}

function poolOf(db: Db): pg.Pool {
  const pool = db.$client;
  if (!(pool instanceof pg.Pool)) throw new Error("rate limits are counted outside of transactions");
  return pool;
}

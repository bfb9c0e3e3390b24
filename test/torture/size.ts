/*
 * The torture tests: money and orders under random disturbances. `npm test` runs the short form (about a minute), `npm run test:torture`
 * the long one (up to forty minutes). Everything runs on this machine's loopback and ends by itself.
 */

const isLong = process.env.SHOPBELL_TORTURE === "long";

export const SIZE = {
  /** Payments whose browser, webhooks and provider calls fail at random. */
  payments: isLong ? 200 : 40,
  /** Pairs of events of one payment. */
  pairs: isLong ? 2_000 : 60,
  /** Times the server is killed (kill -9) while customers check out. */
  kills: isLong ? 100 : 2,
  customers: isLong ? 20 : 6,
  /** Whether each start must be ready in time. */
  assertsReadyMs: isLong,
  /** Power cuts during checkouts, where the machine permits them. */
  powerCuts: isLong ? 20 : 0,
  /** Times the server is killed while the mail provider rejects, fails and hangs, with orders placed in the meantime. */
  mailKills: isLong ? 50 : 1,
  mailOrders: isLong ? 500 : 8,
  /** Kills within the first seconds of a shop's very first start. */
  firstStartKills: isLong ? 5 : 0,
  /** Statements of the migrations after which the session is ended; null = all. */
  migrationKills: isLong ? null : 5,
  /** Wrong sign-ins whose duration is measured, and guesses of one password from changing addresses. */
  signIns: isLong ? 200 : 0,
  guesses: isLong ? 1_000 : 0,
  /** Random hostile requests for each call and form, and staff pages whose forms get them. SHOPBELL_FUZZ=10000 takes hours. */
  shots: isLong ? Number(process.env.SHOPBELL_FUZZ ?? 200) : 2,
  fuzzedPages: isLong ? 1_000 : 10,
  /** Each `npm test` sends the same requests, except for record ids; each long run sends others. */
  fuzzSeed: isLong ? undefined : 26,
  /** Web workers of one shop, how many of them are killed, and checkouts between two kills. */
  workers: isLong ? 4 : 2,
  workerKills: isLong ? 8 : 1,
  checkoutsBetween: isLong ? 50 : 10,
  /** Customers who click Pay at the same moment for a code with few uses. */
  buyers: 200,
  /** How many of the losers retry when uses become free. */
  stubborn: isLong ? 200 : 20,
  /** Minutes of steady load: npm run test:torture -- soak. */
  soakMinutes: Number(process.env.SHOPBELL_SOAK ?? 0),
  /** Database sessions ended under load. */
  sessions: isLong ? 30 : 8,
} as const;

export interface Dice {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** True with this percentage. */
  chance(percent: number): boolean;
  pick<T>(options: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

/** Repeatable randomness (mulberry32); SHOPBELL_SEED repeats a run. */
export function throwDice(seed: number): Dice {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (percent) => next() * 100 < percent,
    pick: (options) => options[Math.floor(next() * options.length)]!,
    shuffle: (list) =>
      list
        .map((entry) => ({ entry, place: next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry),
  };
}

/** A separate generator for one part of a run: it is independent of other parts that draw at the same time. */
export function throwDiceFor(part: string, seed: number): Dice {
  let mixed = 0x811c9dc5;
  for (const char of `${seed} ${part}`) mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return throwDice(mixed);
}

/** `fixed` is the seed of a run without SHOPBELL_SEED; without both, each run draws its own. */
export function seedOfRun(fixed: number = Date.now() % 1_000_000): number {
  return Number(process.env.SHOPBELL_SEED ?? fixed);
}

/*
 * The torture tests: money and orders under disturbances drawn at random. `npm test` runs the short form (about a minute), `npm run test:torture`
 * the long one (up to forty minutes). Everything happens on this machine's loopback and ends by itself.
 */

const isLong = process.env.SHOPBELL_TORTURE === "long";

export const SIZE = {
  /** Payments whose browser, webhooks and provider calls go wrong at random. */
  payments: isLong ? 200 : 40,
  /** Pairs of events of one payment. */
  pairs: isLong ? 2_000 : 60,
  /** Times the server is killed (kill -9) while customers check out. */
  kills: isLong ? 100 : 2,
  customers: isLong ? 20 : 6,
  /** Whether each start has to be ready in time. */
  assertsReadyMs: isLong,
  /** Power cuts under checkouts, where the machine permits them. */
  powerCuts: isLong ? 20 : 0,
  /** Times the server is killed while the mail provider refuses, fails and hangs, and orders placed meanwhile. */
  mailKills: isLong ? 50 : 1,
  mailOrders: isLong ? 500 : 8,
  /** Kills within the first seconds of a shop's very first start. */
  firstStartKills: isLong ? 5 : 0,
  /** Statements of the migrations after which the session is ended; null = all. */
  migrationKills: isLong ? null : 5,
  /** Wrong sign-ins whose duration is measured, and guesses of one password from ever other addresses. */
  signIns: isLong ? 200 : 0,
  guesses: isLong ? 1_000 : 0,
  /** Hostile requests for each call and form, and staff pages whose forms get them, drawn at random. SHOPBELL_FUZZ=10000 takes hours. */
  shots: isLong ? Number(process.env.SHOPBELL_FUZZ ?? 200) : 2,
  fuzzedPages: isLong ? 1_000 : 10,
  /** The same requests in each `npm test` but for the ids of the records they name, others in each long run. */
  fuzzSeed: isLong ? undefined : 26,
  /** Web workers of one shop, how many of them are killed, and checkouts between two kills. */
  workers: isLong ? 4 : 2,
  workerKills: isLong ? 8 : 1,
  checkoutsBetween: isLong ? 50 : 10,
  /** Customers who press Pay at once for a code with few uses. */
  buyers: 200,
  /** How many of those who lose try again when uses come back. */
  stubborn: isLong ? 200 : 20,
  /** Minutes of steady load: npm run test:torture -- soak. */
  soakMinutes: Number(process.env.SHOPBELL_SOAK ?? 0),
  /** Database sessions ended under load. */
  sessions: isLong ? 30 : 8,
} as const;

export interface Dice {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** True so often of a hundred. */
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

/** Dice of their own for one part of a run: how often others throw at the same time changes nothing of what it draws. */
export function throwDiceFor(part: string, seed: number): Dice {
  let mixed = 0x811c9dc5;
  for (const char of `${seed} ${part}`) mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return throwDice(mixed);
}

/** `fixed` is the seed of a run for which SHOPBELL_SEED sets none; without it each run draws its own. */
export function seedOfRun(fixed: number = Date.now() % 1_000_000): number {
  return Number(process.env.SHOPBELL_SEED ?? fixed);
}

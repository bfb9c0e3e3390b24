/** The demo's seed: the same customers order each time. */
export const DEMO_SEED = 41;

/** Deterministic randomness (mulberry32). Not for secrets. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight; weights are not negative and not all zero. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  /** A version 4 UUID. */
  uuid(): string;
}

/** A hexadecimal digit of a version 4 UUID, whose version and variant have fixed positions. */
function uuidDigit(index: number, between: Random["between"]): number {
  if (index === 12) return 4;
  return index === 16 ? 8 + between(0, 3) : between(0, 15);
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("nothing to pick from");
      return item;
    },
    weighted(items, weightOf) {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
      for (const item of items) {
        left -= weightOf(item);
        if (left < 0) return item;
      }
      throw new Error("nothing to pick from");
    },
    uuid() {
      const hex = Array.from({ length: 32 }, (_, index) => uuidDigit(index, between).toString(16)).join("");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}

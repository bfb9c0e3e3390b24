import type { SpamSign } from "./review.ts";

/** Two reviews of one order within this time count as spam. */
const HASTY_SECONDS = 4;
/** Shorter texts ("Great!") are equal by chance. */
export const MIN_REPEATED_LENGTH = 20;
const MIN_SHOUTED_LETTERS = 15;
const SHOUTED_PART = 0.7;
const MIN_WORDS = 8;
const MOST_OF_ONE_WORD = 0.5;

const LINK = /https?:|www\.|\S@\S+\.\S|\b[\w-]+\.(?:com|net|org|info|biz|ru|cn|io|shop|xyz|top|online|site)\b/iu;

/**
 * Why a review looks like spam; null = it does not. Every review is moderated; one with a sign is marked and excluded from bulk approval.
 */
export function spamSign(
  body: string,
  facts: {
    /** Others have the same text. */ readonly isRepeated: boolean;
    /** Since the same order's last review. */ readonly secondsSinceLast: number | null;
  },
): SpamSign | null {
  if (LINK.test(body)) return "links";
  if (facts.isRepeated || repeatsItself(body)) return "repeated";
  if (facts.secondsSinceLast !== null && facts.secondsSinceLast < HASTY_SECONDS) return "hasty";
  const letters = body.replaceAll(/[^\p{L}]/gu, "");
  const capitals = letters.replaceAll(/[^\p{Lu}]/gu, "");
  return letters.length >= MIN_SHOUTED_LETTERS && capitals.length > letters.length * SHOUTED_PART ? "shouting" : null;
}

/** "buy buy buy buy buy now" */
function repeatsItself(body: string): boolean {
  const words = body.toLowerCase().match(/\p{L}+/gu) ?? [];
  const most = Math.max(0, ...[...Map.groupBy(words, (word) => word).values()].map((same) => same.length));
  return words.length >= MIN_WORDS && most > words.length * MOST_OF_ONE_WORD;
}

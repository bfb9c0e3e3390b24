import type { GuessCounter } from "#app/cart/workflows/apply-promotions.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { givePointsBackToAll, takePointsOfAll, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressKey } from "./address.server.ts";

/** 20 unknown codes in 10 minutes, per address and per cart. */
const COUPON_GUESSES: RateRule = { name: "coupon", points: 20, seconds: 600 };

/** Tries of coupon codes, counted per cart and per address, because a new cart costs nothing. */
export function couponGuesses({ db }: Pick<Services, "db">, cartId: string, clientAddress: string): GuessCounter {
  const keys = [`cart:${cartId}`, `address:${addressKey(clientAddress)}`];
  return {
    async take(count) {
      const answers = await takePointsOfAll(db, COUPON_GUESSES, keys, count);
      const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]));
      return waits.length === 0 ? null : Math.max(...waits);
    },
    giveBack: (count) => givePointsBackToAll(db, COUPON_GUESSES, keys, count),
  };
}

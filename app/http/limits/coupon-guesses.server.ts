import type { GuessCounter } from "#app/cart/workflows/apply-promotions.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { givePointsBackToAll, takePointsOfAll, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressKey, siteKey } from "./address.server.ts";

/** 20 unknown codes in 10 minutes, per address and cart. */
const COUPON_GUESSES: RateRule = { name: "coupon", points: 20, seconds: 600 };

/** Of a whole IPv6 site (/48). */
const COUPON_GUESSES_OF_SITE: RateRule = { name: "coupon-site", points: 80, seconds: 600 };

/** Coupon attempts per cart and address, because new carts are free. */
export function couponGuesses(services: Pick<Services, "db" | "log" | "now">, cartId: string, clientAddress: string): GuessCounter {
  const { db } = services;
  const site = siteKey(clientAddress);
  const keys = [`cart:${cartId}`, `address:${addressKey(clientAddress)}`];
  const sites = site === null ? [] : [`site:${site}`];
  return {
    async take(count) {
      const answers = [
        ...(await takePointsOfAll(db, COUPON_GUESSES, keys, count)),
        ...(sites.length === 0 ? [] : await takePointsOfAll(db, COUPON_GUESSES_OF_SITE, sites, count)),
      ];
      const waits = answers.flatMap((answer) => (answer.ok ? [] : [answer.retryAfterSeconds]));
      if (waits.length === 0) return null;
      noteRefusal(services, { kind: "limit", security: "coupon-guesses", message: "too many unknown coupon codes", clientAddress });
      return Math.max(...waits);
    },
    async giveBack(count) {
      await givePointsBackToAll(db, COUPON_GUESSES, keys, count);
      if (sites.length > 0) await givePointsBackToAll(db, COUPON_GUESSES_OF_SITE, sites, count);
    },
  };
}

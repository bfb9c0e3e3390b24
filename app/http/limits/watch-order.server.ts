import * as texts from "#texts/orders/answers.ts";
import { noteRefusal } from "#app/http/refusals.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { takePoints, takePointsHere, type RateRule } from "#app/platform/rate-limit.server.ts";
import { addressCounters, takeEach } from "./address-limit.server.ts";
import { rateLimitKey } from "./address.server.ts";

/** The order page polls every five seconds per window. */
const LOOKS_OF_VISITOR: RateRule = { name: "order-looks", points: 120, seconds: 60 };
/** A hundred people behind one address may watch their orders. */
const LOOKS_FROM_ADDRESS: RateRule = { name: "order-looks", points: 1200, seconds: 60 };
const UNKNOWN_TOKENS: RateRule = { name: "order-tokens", points: 20, seconds: 600 };

export type Watched<T> =
  | { readonly kind: "found"; readonly value: T }
  | { readonly kind: "unknown" }
  | { readonly kind: "too-many"; readonly message: string; readonly retryAfterSeconds: number };

/**
 * Runs `find` for a token (undefined if unknown) within limits. A known token is never refused because of guesses. Counted per process, because
 * counting in the database would cost more.
 */
export async function watchOrder<T>(
  services: Services,
  request: Request,
  { clientAddress }: Pick<RequestInfo, "clientAddress">,
  find: () => Promise<T | undefined>,
): Promise<Watched<T>> {
  const { db } = services;
  if (rateLimitKey(clientAddress) === null) return foundOrUnknown(await find());
  const cartId = await readCartId(request, services);
  const looks = [
    await takeEach(db, addressCounters(LOOKS_FROM_ADDRESS, clientAddress), takePointsHere),
    ...(cartId === null ? [] : [await takePointsHere(db, LOOKS_OF_VISITOR, cartId)]),
  ];
  for (const look of looks) {
    if (look.ok) continue;
    noteRefusal(services, { kind: "limit", security: "order-looks", message: "too many looks at an order", clientAddress });
    return tooMany(look.retryAfterSeconds);
  }
  const found = await find();
  if (found !== undefined) return foundOrUnknown(found);
  const guesses = await Promise.all([
    takeEach(db, addressCounters(UNKNOWN_TOKENS, clientAddress)),
    ...(cartId === null ? [] : [takePoints(db, UNKNOWN_TOKENS, cartId)]),
  ]);
  for (const guess of guesses) {
    if (guess.ok) continue;
    noteRefusal(services, { kind: "limit", security: "order-tokens", message: "too many unknown order tokens", clientAddress });
    return tooMany(guess.retryAfterSeconds);
  }
  return { kind: "unknown" };
}

function foundOrUnknown<T>(value: T | undefined): Watched<T> {
  return value === undefined ? { kind: "unknown" } : { kind: "found", value };
}

function tooMany(retryAfterSeconds: number): Watched<never> {
  return {
    kind: "too-many",
    message: texts.lookedTooOften,
    retryAfterSeconds,
  };
}

import { noSuchCart } from "#texts/cart/answers.ts";
import { isDeepStrictEqual } from "node:util";
import { findWholeCart } from "#app/cart/data/carts.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { isMistypedCode, normalizeCode } from "#app/promotions/domain/coupons.ts";
import { EMPTY_ORDER, type NotApplied } from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { updateCart, type CartFailure, type CartServices } from "./change-cart.server.ts";
import { loadCart, type LoadedCart } from "./load-cart.server.ts";

/** Counts unknown codes against guessing. */
export interface GuessCounter {
  /** Takes `count` attempts before any lookup; null if allowed, else seconds to wait. */
  take(count: number): Promise<number | null>;
  /** Attempts with an existing code do not count as guesses. */
  giveBack(count: number): Promise<void>;
}

export interface AppliedCodes {
  readonly loaded: LoadedCart;
  /** Unknown codes; they are not stored in the cart. */
  readonly unknown: readonly NotApplied[];
}

export type ApplyFailure = CartFailure | { readonly kind: "too-many-guesses"; readonly retryAfterSeconds: number };

/**
 * Sets the cart's codes (one list for apply, remove, remove all and re-check). Spellings count once. A known code stays even without effect, with its
 * reason in `notApplied`; an unknown one is reported and dropped.
 */
export async function applyPromotions(
  services: CartServices,
  cartId: string | null,
  couponCodes: readonly string[],
  guesses: GuessCounter,
): Promise<Result<AppliedCodes, ApplyFailure>> {
  const cart = cartId === null ? undefined : await findWholeCart(services.db, cartId);
  if (cart === undefined) return fail({ kind: "not-found", message: noSuchCart });
  const wanted = distinct(couponCodes);
  const present = new Set(cart.couponCodes.map(normalizeCode));
  const fresh = wanted.filter((code) => !present.has(normalizeCode(code)));
  if (fresh.length > 0) {
    const wait = await guesses.take(fresh.length);
    if (wait !== null) return fail({ kind: "too-many-guesses", retryAfterSeconds: wait });
  }
  const existingCodes = await findCouponCodes(services.db, wanted.map(normalizeCode));
  const hits = fresh.filter((code) => existingCodes.has(normalizeCode(code))).length;
  if (hits > 0) await guesses.giveBack(hits);

  const kept = wanted.filter((code) => existingCodes.has(normalizeCode(code)));
  const unknown = explainUnknown(
    wanted.filter((code) => !existingCodes.has(normalizeCode(code))),
    services.now(),
  );
  // Clients apply the same list after every fetch: skip the write.
  if (isDeepStrictEqual(kept, cart.couponCodes)) return ok({ loaded: await loadCart(services.db, cart, services.now()), unknown });
  const changed = await updateCart(services, cart.id, { couponCodes: kept }, cart);
  return changed.ok ? ok({ loaded: changed.value, unknown }) : changed;
}

/** One entry per code in any spelling; the first spelling stays. */
function distinct(codes: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const code of codes) {
    const key = normalizeCode(code);
    if (key !== "" && !byKey.has(key)) byKey.set(key, code.trim());
  }
  return [...byKey.values()];
}

/** The engine's reasons for unknown codes. */
function explainUnknown(codes: readonly string[], now: Date): readonly NotApplied[] {
  return evaluatePromotions({
    ...EMPTY_ORDER,
    codes: codes.map((code) => ({ code, state: { kind: "unknown", mistyped: isMistypedCode(code) } })),
    timeZone: "UTC",
    now,
  }).notApplied;
}

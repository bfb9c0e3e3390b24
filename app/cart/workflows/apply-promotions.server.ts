import { isDeepStrictEqual } from "node:util";
import { findWholeCart } from "#app/cart/data/carts.server.ts";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { isMistypedCode, normalizeCode } from "#app/promotions/domain/coupons.ts";
import type { NotApplied } from "#app/promotions/domain/promotion.ts";
import { evaluatePromotions } from "#app/promotions/domain/engine/evaluate-promotions.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { updateCart, type CartFailure, type CartServices } from "./change-cart.server.ts";
import { loadCart, type LoadedCart } from "./load-cart.server.ts";

/** Counts codes the shop does not know, so that guessing does not pay. */
export interface GuessCounter {
  /** Takes `count` tries before anything is looked up; null = allowed, otherwise the seconds to wait. */
  take(count: number): Promise<number | null>;
  /** Tries that hit a real code are no guesses. */
  giveBack(count: number): Promise<void>;
}

export interface AppliedCodes {
  readonly loaded: LoadedCart;
  /** Codes that were asked for and that the shop does not know; they are not kept on the cart. */
  readonly unknown: readonly NotApplied[];
}

export type ApplyFailure = CartFailure | { readonly kind: "too-many-guesses"; readonly retryAfterSeconds: number };

/**
 * Makes `couponCodes` the cart's codes (one list serves to apply, to remove one, to remove all with an empty list,
 * and to check automatic promotions again). However a code is typed, it counts once. A known code stays on the cart also while it gives
 * nothing, with its reason among `notApplied`; an unknown one is answered and forgotten.
 */
export async function applyPromotions(
  services: CartServices,
  cartId: string | null,
  couponCodes: readonly string[],
  guesses: GuessCounter,
): Promise<Result<AppliedCodes, ApplyFailure>> {
  const cart = cartId === null ? undefined : await findWholeCart(services.db, cartId);
  if (cart === undefined) return fail({ kind: "not-found", message: "There is no such cart." });
  const wanted = distinct(couponCodes);
  const present = new Set(cart.couponCodes.map(normalizeCode));
  const fresh = wanted.filter((code) => !present.has(normalizeCode(code)));
  if (fresh.length > 0) {
    const wait = await guesses.take(fresh.length);
    if (wait !== null) return fail({ kind: "too-many-guesses", retryAfterSeconds: wait });
  }
  const known = await findCouponCodes(services.db, wanted.map(normalizeCode));
  const hits = fresh.filter((code) => known.has(normalizeCode(code))).length;
  if (hits > 0) await guesses.giveBack(hits);

  const kept = wanted.filter((code) => known.has(normalizeCode(code)));
  const unknown = explainUnknown(
    wanted.filter((code) => !known.has(normalizeCode(code))),
    services.now(),
  );
  // The client applies the same list again after every fetch: that changes nothing, so nothing is written.
  if (isDeepStrictEqual(kept, cart.couponCodes)) return ok({ loaded: await loadCart(services.db, cart, services.now()), unknown });
  const changed = await updateCart(services, cart.id, { couponCodes: kept }, cart);
  return changed.ok ? ok({ loaded: changed.value, unknown }) : changed;
}

/** One entry per code however it was typed; the first spelling stays. */
function distinct(codes: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>();
  for (const code of codes) {
    const key = normalizeCode(code);
    if (key !== "" && !byKey.has(key)) byKey.set(key, code.trim());
  }
  return [...byKey.values()];
}

/** The engine's own words for codes nobody knows. */
function explainUnknown(codes: readonly string[], now: Date): readonly NotApplied[] {
  return evaluatePromotions({
    lines: [],
    codes: codes.map((code) => ({ code, state: { kind: "unknown", mistyped: isMistypedCode(code) } })),
    promotions: [],
    gifts: [],
    customer: { email: null, orderCount: null, usesByPromotion: {} },
    fulfillment: "pickup",
    requestedFor: null,
    deliveryFee: 0,
    timeZone: "UTC",
    now,
  }).notApplied;
}

import { z } from "zod";
import { lowerFirst } from "#app/promotions/domain/wording.ts";
import type { Condition, PromotionNames } from "#app/promotions/domain/promotion.ts";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Group, Inner, Unmet } from "./condition-kind.ts";

/** What the groups (all, any, none) share. An empty one holds. */

const MAX_CONDITIONS = 20;

export function groupSchema<Type extends Group["type"]>(type: Type, inner: z.ZodType<Condition>) {
  return z.strictObject({ type: z.literal(type), of: z.array(inner).max(MAX_CONDITIONS) });
}

export const NOT_FOR_THIS_CART = "Not for this cart.";

/** The sentence parts of those inside that say something. */
export function describeEach({ of }: Group, names: PromotionNames, inner: Inner): readonly string[] {
  return of.map((each) => lowerFirst(inner.describe(each, names))).filter((text) => text !== "");
}

export function listUnmet({ of }: Group, facts: CartFacts, inner: Inner): readonly Unmet[] {
  return of.map((each) => inner.findUnmet(each, facts)).filter((unmet) => unmet !== null);
}

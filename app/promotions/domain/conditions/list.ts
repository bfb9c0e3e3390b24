import { z } from "zod";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Condition, PromotionNames } from "#app/promotions/domain/promotion.ts";
import { all } from "./all.ts";
import { any } from "./any.ts";
import type { ConditionKind, Inner, Unmet } from "./condition-kind.ts";
import { contains } from "./contains.ts";
import { customerEmail } from "./customer-email.ts";
import { firstOrder } from "./first-order.ts";
import { fulfillment } from "./fulfillment.ts";
import { none } from "./none.ts";
import { quantity } from "./quantity.ts";
import { slot } from "./slot.ts";
import { subtotal } from "./subtotal.ts";

/** Every kind of condition. A new kind is one file, and its lines here. */
const kinds: Readonly<Record<Condition["type"], ConditionKind>> = {
  all,
  any,
  none,
  subtotal,
  quantity,
  contains,
  fulfillment,
  slot,
  "first-order": firstOrder,
  "customer-email": customerEmail,
};

/** A tree of conditions as staff build it; an empty one always holds. */
export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.discriminatedUnion("type", [
    all.schema(conditionSchema),
    any.schema(conditionSchema),
    none.schema(conditionSchema),
    subtotal.schema(),
    quantity.schema(),
    contains.schema(),
    fulfillment.schema(),
    slot.schema(),
    firstOrder.schema(),
    customerEmail.schema(),
  ]),
);

const INNER: Inner = {
  describe: conditionText,
  findUnmet,
  explainOpposite: (condition, facts) => kinds[condition.type].explainOpposite(condition, facts),
};

/** What must hold, in words for staff; "" = nothing. */
export function conditionText(condition: Condition, names: PromotionNames): string {
  return kinds[condition.type].describe(condition, names, INNER);
}

/**
 * Tests a tree of conditions on the cart lines as they are bought: at list price, without free items, before any discount. Null when it
 * holds; an empty `all`, `any` or `none` holds.
 */
export function findUnmet(condition: Condition, facts: CartFacts): Unmet | null {
  return kinds[condition.type].findUnmet(condition, facts, INNER);
}

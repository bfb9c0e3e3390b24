import type { z } from "zod";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Condition, NotApplied, PromotionNames } from "#app/promotions/domain/promotion.ts";

/** Why a condition does not hold: sentences for the customer and, where one number says it all, how far the cart is away. */
export interface Unmet {
  readonly message: string;
  readonly shortfall: NotApplied["shortfall"];
}

export type ConditionOf<Type extends Condition["type"]> = Extract<Condition, { readonly type: Type }>;

/** Conditions that hold others. */
export type Group = Extract<Condition, { readonly of: unknown }>;

/** What a group asks of the conditions inside it, whatever they are. */
export interface Inner {
  describe(condition: Condition, names: PromotionNames): string;
  findUnmet(condition: Condition, facts: CartFacts): Unmet | null;
  explainOpposite(condition: Condition, facts: CartFacts): string;
}

/** A kind of condition, whole: adding one means one such object, its lines in conditions/list.ts and its shape in promotion.ts. */
export interface ConditionKind<C extends Condition = Condition> {
  /** @param inner takes any condition */
  schema(inner: z.ZodType<Condition>): z.ZodType<C>;
  /** What must hold, as a part of the sentence that reads a rule back: "from $30.00 spent"; "" = nothing. */
  describe(condition: C, names: PromotionNames, inner: Inner): string;
  /** Why it does not hold for a cart; null when it does. */
  findUnmet(condition: C, facts: CartFacts, inner: Inner): Unmet | null;
  /** What a customer must know when it holds and must not. */
  explainOpposite(condition: C, facts: CartFacts): string;
}

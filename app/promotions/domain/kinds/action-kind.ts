import type { z } from "zod";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { FreeItem, NotApplied, PromotionNames, Target } from "#app/promotions/domain/promotion.ts";
import type { CartFacts, LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import type { WorkingCart } from "#app/promotions/domain/engine/working-cart.ts";

/**
 * Order of work inside a combination: discounts on single items, then rules that consume units (buy-get, bundles), then the
 * whole order, then gifts (which touch nothing else), then delivery.
 */
export const WORK_CLASSES = ["item", "unit", "order", "gift", "delivery"] as const;
type WorkClass = (typeof WORK_CLASSES)[number];

/** Describes one parameter of an action or a condition for rendering a form. Values are stored as the schema has them: cents, parts per million, ids. */
export interface KindField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly input:
    | "percentage"
    | "money"
    | "count"
    | "target"
    | "products"
    | "choice"
    | "yes-no"
    | "tiers"
    | "quantity-tiers"
    | "targets"
    | "words"
    | "weekdays"
    | "clock";
  readonly required: boolean;
  /** For `choice`. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** What a new promotion starts with. */
  readonly initial: unknown;
}

/** One promotion being applied to a cart. */
export interface Work {
  readonly facts: CartFacts;
  /** Changed by `apply`. */
  readonly cart: WorkingCart;
  /** The lines of each of the kind's targets, in the order of `listTargets`. */
  readonly sets: readonly LineSet[];
  /** The most it may take off: the smaller of its cap and what is left of its budget. */
  readonly limit: Cents;
  readonly promotionId: number;
}

/** What becomes of a line: a part of it is taken off, or an amount off each unit, or each unit costs at most a price. */
export type LineEffect =
  | { readonly type: "part"; readonly rate: PartsPerMillion }
  | { readonly type: "off"; readonly amount: Cents }
  | { readonly type: "price"; readonly price: Cents };

/** Why an action would take nothing off a cart whose conditions hold. */
export type Missing = Pick<NotApplied, "reason" | "message" | "shortfall">;

/** Everything about a kind of promotion. A new one is one such object, and its import and entry in kinds/list.ts. */
export interface ActionKind<P = unknown> {
  /** Stored with the promotion. */
  readonly code: string;
  /** For staff, with an example in plain words. */
  readonly label: string;
  /** Amounts with "$"; the screen writes them in the shop's currency. */
  readonly example: string;
  readonly paramsSchema: z.ZodType<P>;
  readonly fields: readonly KindField[];
  readonly workClass: WorkClass;
  /** Within a class percentages work before fixed amounts. */
  isPercentage(params: P): boolean;
  /** The targets that `apply` finds as `work.sets`. */
  listTargets(params: P): readonly Target[];
  /** What it does, as the start of a sentence: "20% off all pizzas". */
  describe(params: P, names: PromotionNames): string;
  /** Takes the discount off the working cart and returns how much it was, in cents; 0 leaves the cart unchanged. */
  apply(params: P, work: Work): Cents;
  /** Why `apply` took nothing off an untouched cart. */
  explainMissing(params: P, work: Work): Missing;
  /** At least what `apply` could take off whatever worked before it. Absent where that is never more than it takes off alone. */
  bound?(params: P, work: Work): Cents;
  /** For kinds that do the same to every line of their first target, whatever else is in the cart: lets product pages show the price. */
  effectOnLines?(params: P): LineEffect | null;
  /** For kinds that take at most so many units: single units are cut off their lines before anything works. */
  unitLimit?(params: P): number | null;
  /** For kinds that count pieces: lines sold by weight, which have none, are no part of its targets. */
  takesPieces?(params: P): boolean;
  /** How often the offer fits the cart, before it works; absent for kinds that do not repeat. */
  countTimes?(params: P, work: Work): number;
  /** What would earn more of it ("Add $1.00 more: $12 off."), before it works; null when there is nothing more to earn. */
  nextStep?(params: P, work: Work): string | null;
  /** The free item that `apply` will count; null for kinds that give none. */
  findGift?(params: P, work: Work): FreeItem | null;
}

import type { z } from "zod";
import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { FreeItem, NotApplied, PromotionNames, Target } from "#app/promotions/domain/promotion.ts";
import type { CartFacts, LineSet } from "#app/promotions/domain/engine/cart-facts.ts";
import type { WorkingCart } from "#app/promotions/domain/engine/working-cart.ts";

/**
 * Order of work inside a combination: discounts on single items, then rules that use up units (buy-get, bundles), then the whole order,
 * then gifts (which change nothing else), then delivery.
 */
export const WORK_CLASSES = ["item", "unit", "order", "gift", "delivery"] as const;
type WorkClass = (typeof WORK_CLASSES)[number];

/** Describes one parameter of an action or a condition for its form. Values are stored as the schema has them: cents, parts per million, ids. */
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
  /** The value in a new promotion. */
  readonly initial: unknown;
}

/** One promotion being applied to a cart. */
export interface Work {
  readonly facts: CartFacts;
  /** Changed by `apply`. */
  readonly cart: WorkingCart;
  /** The lines of each of the kind's targets, in the order of `listTargets`. */
  readonly sets: readonly LineSet[];
  /** The maximum discount: the smaller of its cap and the remaining budget. */
  readonly limit: Cents;
  readonly promotionId: number;
}

/** The discount on a line: a part of its price, an amount off each unit, or a maximum price for each unit. */
export type LineEffect =
  | { readonly type: "part"; readonly rate: PartsPerMillion }
  | { readonly type: "off"; readonly amount: Cents }
  | { readonly type: "price"; readonly price: Cents };

/** Why an action gives no discount on a cart whose conditions are met. */
export type Missing = Pick<NotApplied, "reason" | "message" | "shortfall">;

/** Everything about a kind of promotion. To add a kind, write one such object and add it to kinds/list.ts. */
export interface ActionKind<P = unknown> {
  /** Stored with the promotion. */
  readonly code: string;
  /** Shown to staff in plain words, with an example. */
  readonly label: string;
  /** Amounts with "$"; the screen writes them in the shop's currency. */
  readonly example: string;
  readonly paramsSchema: z.ZodType<P>;
  readonly fields: readonly KindField[];
  readonly workClass: WorkClass;
  /** Within a class percentages work before fixed amounts. */
  isPercentage(params: P): boolean;
  /** The targets whose lines `apply` gets as `work.sets`. */
  listTargets(params: P): readonly Target[];
  /** The action as the start of a sentence: "20% off all pizzas". */
  describe(params: P, names: PromotionNames): string;
  /** Takes the discount off the working cart and returns it in cents; 0 leaves the cart unchanged. */
  apply(params: P, work: Work): Cents;
  /** Why `apply` took nothing off an untouched cart. */
  explainMissing(params: P, work: Work): Missing;
  /** An upper bound of the discount by `apply` after any other promotions. Absent when the discount alone is already the maximum. */
  bound?(params: P, work: Work): Cents;
  /** For kinds with the same effect on every line of their first target, whatever else is in the cart: lets product pages show the price. */
  effectOnLines?(params: P): LineEffect | null;
  /** For kinds that cover at most this many units: single units are split off their lines before any promotion works. */
  unitLimit?(params: P): number | null;
  /** For kinds that count pieces: lines sold by weight, which have no pieces, are excluded from its targets. */
  takesPieces?(params: P): boolean;
  /** How often the offer fits the cart, before it works; absent for kinds that do not repeat. */
  countTimes?(params: P, work: Work): number;
  /** How the customer can earn more of it ("Add $1.00 more: $12 off."), before it works; null when the maximum is reached. */
  nextStep?(params: P, work: Work): string | null;
  /** The free item that `apply` will count; null for kinds without free items. */
  findGift?(params: P, work: Work): FreeItem | null;
}

import type { z } from "zod";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { KindField } from "#app/promotions/domain/kinds/action-kind.ts";
import type {
  Condition,
  ConditionGroup,
  NotApplied,
  OrderFacts,
  PromotionNames,
  ScheduleWindow,
  Target,
} from "#app/promotions/domain/promotion.ts";
import type { Requirements } from "#app/promotions/domain/requirements.ts";

/** Why a condition does not hold: sentences for the customer and, if one number describes it, the shortfall. */
export interface Unmet {
  readonly message: string;
  readonly shortfall: NotApplied["shortfall"];
}

/** The facts of an order, besides its items, with which a condition holds. */
export interface OrderExample extends Partial<Pick<OrderFacts, "fulfillment" | "postalCode">> {
  /** When it is wanted. */
  readonly requested?: ScheduleWindow;
  readonly customer?: Partial<OrderFacts["customer"]>;
}

/** Everything about a kind of condition. A new one is one such object, and its import and entry in conditions/list.ts. */
export interface ConditionKind<C extends Condition = Condition> {
  /** Stored with the condition. */
  readonly type: string;
  /** In the list of what staff can add. */
  readonly label: string;
  /** Above its fields; "" where they speak for themselves. */
  readonly heading: string;
  readonly fields: readonly KindField[];
  /** What it looks at: items, how and when the order is wanted, or who orders. */
  readonly about: "cart" | "order" | "customer";
  /** It depends on how often the customer has ordered. */
  readonly needsOrderCount?: true;
  /** It depends on the tags of the customer. */
  readonly needsTags?: true;
  /** Only customers whom staff have named can earn it: it is not advertised. */
  readonly isForNamedCustomers?: true;
  schema(): z.ZodObject<{ readonly type: z.ZodLiteral<string> }>;
  /** What must hold, as a part of the promotion's summary sentence: "from $30.00 spent"; "" = nothing. */
  describe(condition: C, names: PromotionNames): string;
  /** Why it does not hold for a cart; null when it does. */
  findUnmet(condition: C, facts: CartFacts): Unmet | null;
  /** The message to the customer when it holds inside "none". */
  explainOpposite(condition: C, facts: CartFacts): string;
  /** The products and categories it refers to. */
  listTargets?(condition: C): readonly Target[];
  /** What the cart must hold. */
  listRequirements?(condition: C): Requirements;
  /** Whether more items in the cart cannot break it; absent = they may. */
  staysTrue?(condition: C): boolean;
  /** The number of days before the order in which it counts what the customer spent; absent = none. */
  spentInDays?(condition: C): number;
  /** An order for which it holds, for the sample carts of the promotion preview. */
  example?(condition: C): OrderExample;
}

/** The functions that a group calls for the conditions inside it. */
export interface Inner {
  describe(condition: Condition, names: PromotionNames): string;
  findUnmet(condition: Condition, facts: CartFacts): Unmet | null;
  explainOpposite(condition: Condition, facts: CartFacts): string;
}

/** How conditions are combined: all, any, none. */
export interface GroupKind {
  describe(group: ConditionGroup, names: PromotionNames, inner: Inner): string;
  findUnmet(group: ConditionGroup, facts: CartFacts, inner: Inner): Unmet | null;
}

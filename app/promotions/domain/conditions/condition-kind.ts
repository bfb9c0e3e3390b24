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

/** Why a condition is not met: sentences for the customer and, if a single number describes it, the shortfall. */
export interface Unmet {
  readonly message: string;
  readonly shortfall: NotApplied["shortfall"];
}

/** An order, besides its items, that meets a condition. */
export interface OrderExample extends Partial<Pick<OrderFacts, "fulfillment" | "postalCode">> {
  /** The requested time. */
  readonly requested?: ScheduleWindow;
  readonly customer?: Partial<OrderFacts["customer"]>;
}

/** Everything about a kind of condition. To add a kind, write one such object and add it to conditions/list.ts. */
export interface ConditionKind<C extends Condition = Condition> {
  /** Stored with the condition. */
  readonly type: string;
  /** Label in the list of conditions that staff can add. */
  readonly label: string;
  /** Shown above its fields; "" where they need no explanation. */
  readonly heading: string;
  readonly fields: readonly KindField[];
  /** What it tests: the items, how and when the order is requested, or the customer. */
  readonly about: "cart" | "order" | "customer";
  /** It depends on how often the customer has ordered. */
  readonly needsOrderCount?: true;
  /** It depends on the tags of the customer. */
  readonly needsTags?: true;
  /** Only customers named by staff can earn it, so it is not advertised. */
  readonly isForNamedCustomers?: true;
  schema(): z.ZodObject<{ readonly type: z.ZodLiteral<string> }>;
  /** The requirement, as a part of the promotion's summary sentence: "from $30.00 spent"; "" = nothing. */
  describe(condition: C, names: PromotionNames): string;
  /** Why a cart does not meet it; null when it does. */
  findUnmet(condition: C, facts: CartFacts): Unmet | null;
  /** The message to the customer when it is met inside "none". */
  explainOpposite(condition: C, facts: CartFacts): string;
  /** The products and categories it refers to. */
  listTargets?(condition: C): readonly Target[];
  /** What the cart must contain. */
  listRequirements?(condition: C): Requirements;
  /** Whether it stays met when items are added to the cart; absent = it may not. */
  staysTrue?(condition: C): boolean;
  /** The number of days before the order in which it counts what the customer spent; absent = none. */
  spentInDays?(condition: C): number;
  /** An order that meets it, for the sample carts of the promotion preview. */
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

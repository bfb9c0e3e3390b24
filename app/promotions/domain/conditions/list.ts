import { notThisCart } from "#texts/promotions/conditions.ts";
import { z } from "zod";
import type { CartFacts } from "#app/promotions/domain/engine/cart-facts.ts";
import type { Condition, ConditionGroup, PromotionNames } from "#app/promotions/domain/promotion.ts";
import { all } from "./all.ts";
import { any } from "./any.ts";
import type { ConditionKind, Inner, Unmet } from "./condition-kind.ts";
import { contains } from "./contains.ts";
import { customerEmail } from "./customer-email.ts";
import { customerSpent } from "./customer-spent.ts";
import { customerTag } from "./customer-tag.ts";
import { firstOrder } from "./first-order.ts";
import { fulfillment } from "./fulfillment.ts";
import { none } from "./none.ts";
import { orderCount } from "./order-count.ts";
import { postalCode } from "./postal-code.ts";
import { quantity } from "./quantity.ts";
import { slot } from "./slot.ts";
import { subtotal } from "./subtotal.ts";

/** Every kind of condition, in the order of the list that staff choose from. To add a kind, write one file and add it here. */
export const CONDITION_KINDS: readonly ConditionKind[] = [
  subtotal,
  quantity,
  contains,
  fulfillment,
  postalCode,
  slot,
  firstOrder,
  orderCount,
  customerSpent,
  customerTag,
  customerEmail,
];

const groups = { all, any, none };
const kindsByType = new Map(CONDITION_KINDS.map((kind) => [kind.type, kind]));
const MAX_CONDITIONS = 20;
const MAX_LEVELS = 10;

const group = z.strictObject({
  type: z.enum(["all", "any", "none"]),
  of: z.array(z.lazy((): z.ZodType<Condition> => tree)).max(MAX_CONDITIONS),
});

const tree: z.ZodType<Condition> = z.discriminatedUnion("type", [group, ...CONDITION_KINDS.map((kind) => kind.schema())]);

/** A tree of conditions as staff build it; an empty one is always met. Its depth is checked first, because parsing is recursive. */
export const conditionSchema: z.ZodType<Condition> = z.preprocess((sent, context) => {
  if (!isTooDeep(sent)) return sent;
  context.issues.push({ code: "custom", input: sent, message: `Nest conditions at most ${MAX_LEVELS} levels deep.` });
  return z.NEVER;
}, tree);

function isTooDeep(sent: unknown): boolean {
  let groupsOfLevel = [sent].filter(holdsOthers);
  for (let level = 1; level <= MAX_LEVELS; level += 1) groupsOfLevel = groupsOfLevel.flatMap(({ of }) => of.filter(holdsOthers));
  return groupsOfLevel.length > 0;
}

function holdsOthers(sent: unknown): sent is { readonly of: readonly unknown[] } {
  return typeof sent === "object" && sent !== null && "of" in sent && Array.isArray(sent.of);
}

export function isGroup(condition: Condition): condition is ConditionGroup {
  return Object.hasOwn(groups, condition.type);
}

/** The kind of a condition that is not a group. Saving checks it, so a missing kind is a bug. */
export function conditionKind({ type }: Condition): ConditionKind {
  const kind = kindsByType.get(type);
  if (kind === undefined) throw new RangeError(`there is no condition of the kind ${type}`);
  return kind;
}

/** Every condition of the tree that is not a group. */
export function listLeaves(condition: Condition): readonly Condition[] {
  return isGroup(condition) ? condition.of.flatMap(listLeaves) : [condition];
}

const INNER: Inner = {
  describe: conditionText,
  findUnmet,
  explainOpposite: (condition, facts) => (isGroup(condition) ? notThisCart : conditionKind(condition).explainOpposite(condition, facts)),
};

/** The requirements in words for staff; "" = nothing. */
export function conditionText(condition: Condition, names: PromotionNames): string {
  return isGroup(condition)
    ? groups[condition.type].describe(condition, names, INNER)
    : conditionKind(condition).describe(condition, names);
}

/**
 * Tests a tree of conditions on the cart lines as bought: at list price, without free items, before any discount. Null when it is met; an
 * empty `all`, `any` or `none` is always met.
 */
export function findUnmet(condition: Condition, facts: CartFacts): Unmet | null {
  return isGroup(condition)
    ? groups[condition.type].findUnmet(condition, facts, INNER)
    : conditionKind(condition).findUnmet(condition, facts);
}

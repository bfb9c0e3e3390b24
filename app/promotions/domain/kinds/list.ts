import type { Promotion } from "#app/promotions/domain/promotion.ts";
import type { ActionKind } from "./action-kind.ts";
import { bundle } from "./bundle.ts";
import { buyGet } from "./buy-get.ts";
import { deliveryFixed } from "./delivery-fixed.ts";
import { deliveryPercent } from "./delivery-percent.ts";
import { freeItem } from "./free-item.ts";
import { itemFixed } from "./item-fixed.ts";
import { itemPercent } from "./item-percent.ts";
import { itemPrice } from "./item-price.ts";
import { orderFixed } from "./order-fixed.ts";
import { orderPercent } from "./order-percent.ts";
import { everySpend } from "./every-spend.ts";
import { mealDeal } from "./meal-deal.ts";
import { tieredQuantity, tieredSpend } from "./tiered.ts";

/** Every kind of promotion, in the order of the list that staff choose from. To add a kind, write one file and add it here. */
export const ACTION_KINDS: readonly ActionKind[] = [
  orderPercent,
  orderFixed,
  itemPercent,
  itemFixed,
  itemPrice,
  buyGet,
  bundle,
  mealDeal,
  tieredSpend,
  tieredQuantity,
  everySpend,
  freeItem,
  deliveryPercent,
  deliveryFixed,
];

const kindsByCode = new Map(ACTION_KINDS.map((kind) => [kind.code, kind]));

/** The kind that a promotion's action names, if it exists. */
export function findActionKind(code: string): ActionKind | undefined {
  return kindsByCode.get(code);
}

/** A promotion's action with its parsed parameters. */
export interface ReadAction {
  readonly kind: ActionKind;
  readonly params: unknown;
}

const readActions = new WeakMap<object, ReadAction>();

/**
 * Reads an action; null where its kind no longer exists or rejects the parameters. The same stored promotions price many carts, so the
 * parameters, which are immutable, are checked once.
 */
export function readAction({ kind: code, params }: Promotion["action"]): ReadAction | null {
  const cached = typeof params === "object" && params !== null ? readActions.get(params) : undefined;
  if (cached?.kind.code === code) return cached;
  const kind = findActionKind(code);
  const parsed = kind?.paramsSchema.safeParse(params);
  if (kind === undefined || parsed?.success !== true) return null;
  const action = { kind, params: parsed.data };
  if (typeof params === "object" && params !== null) readActions.set(params, action);
  return action;
}

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

/** Every kind of promotion, in the order in which staff are offered them. A new kind is one file and one line here. */
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

/** The kind a promotion's action names, if there is one. */
export function findActionKind(code: string): ActionKind | undefined {
  return kindsByCode.get(code);
}

/** A promotion's action with its parameters as its kind reads them. */
export interface ReadAction {
  readonly kind: ActionKind;
  readonly params: unknown;
}

const readActions = new WeakMap<object, ReadAction>();

/**
 * Reads an action; null where its kind does not exist any more or rejects the parameters. Carts are priced with the same stored promotions again and
 * again, so parameters (never changed, as everything a promotion holds) are checked once.
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

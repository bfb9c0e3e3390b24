import * as texts from "#texts/promotions/actions.ts";
import * as reasons from "#texts/promotions/reasons.ts";
import { z } from "zod";
import type { GiftProduct } from "#app/promotions/domain/promotion.ts";
import { MAX_ID } from "#app/values/limits.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { countSchema } from "#app/promotions/domain/target.schema.ts";

interface FreeItemParams {
  /** One product, or several of which the customer chooses one; without a choice, the first available product is given. */
  readonly productIds: readonly number[];
  readonly quantity: number;
}

const MAX_CHOICES = 20;

/**
 * A free item, added as its own line at list price with its whole value as discount. A sold-out choice is replaced by the first available
 * product of the list. If none is available, or the value exceeds the cap or budget, the gift is withheld.
 */
export const freeItem: ActionKind<FreeItemParams> = {
  code: "free-item",
  label: "Free item",
  example: "A free cookie with every order above $25",
  paramsSchema: z.strictObject({
    productIds: z
      .array(z.int("Choose from the list.").min(1).max(MAX_ID))
      .min(1, "Choose at least one product.")
      .max(MAX_CHOICES, `Choose at most ${MAX_CHOICES} products.`)
      .transform((ids) => [...new Set(ids)]),
    quantity: countSchema.default(1),
  }),
  fields: [
    {
      name: "productIds",
      label: "Free product",
      help: "Several: the customer chooses one; the first is given without a choice.",
      input: "products",
      required: true,
      initial: [],
    },
    { name: "quantity", label: "How many", help: "", input: "count", required: true, initial: 1 },
  ],
  workClass: "gift",
  isPercentage: () => false,
  listTargets: () => [],
  describe: (params, names) => {
    const named = params.productIds.map((id) => names.products[id]).filter((name) => name !== undefined);
    if (named.length < params.productIds.length)
      return (params.productIds.length > 1 ? texts.freeItemsOfChoice : texts.freeItems)(params.quantity);
    return params.quantity > 1 ? texts.freeProducts(params.quantity, named) : texts.freeProduct(named);
  },
  apply: (params, work) => {
    // A gift is given only together with a bought item.
    const chosen = work.facts.lines.length === 0 ? undefined : findFirstGift(params, work);
    if (chosen === undefined) return 0;
    const { productId, stock = null } = chosen;
    const { cart } = work;
    if (stock !== null) cart.given = new Map([...cart.given, [productId, (cart.given.get(productId) ?? 0) + params.quantity]]);
    return chosen.unitPrice * params.quantity;
  },
  findGift: (params, work) => {
    const chosen = findFirstGift(params, work);
    if (chosen === undefined) return null;
    const wanted = wantedOf(params, work);
    const insteadOf = wanted === chosen.productId ? undefined : work.facts.gifts.get(wanted ?? 0)?.name;
    return {
      promotionId: work.promotionId,
      productId: chosen.productId,
      name: chosen.name,
      quantity: params.quantity,
      unitPrice: chosen.unitPrice,
      choices: params.productIds.flatMap((id) => findGift(id, params, work) ?? []),
      ...(insteadOf === undefined ? {} : { insteadOf }),
    };
  },
  explainMissing: (params, work) => {
    if (work.facts.lines.length === 0) return { reason: "no-eligible-items", message: reasons.emptyCart, shortfall: null };
    const isThere = ({ available, stock = null }: GiftProduct) => available && (stock === null || stock >= params.quantity);
    const gifts = params.productIds.flatMap((id) => work.facts.gifts.get(id) ?? []);
    const message = gifts.some(isThere) ? reasons.giftTooDear : reasons.giftSoldOut;
    return { reason: "gift-unavailable", message, shortfall: null };
  },
};

/** The product that the customer chose, if the offer still has it. */
function wantedOf(params: FreeItemParams, { facts, promotionId }: Work): number | undefined {
  const wanted = facts.input.giftChoices?.[promotionId];
  return wanted !== undefined && params.productIds.includes(wanted) ? wanted : undefined;
}

/** The gift to give: the customer's choice, else the first of the list that can be given. */
function findFirstGift(params: FreeItemParams, work: Work): GiftProduct | undefined {
  const wanted = wantedOf(params, work);
  const chosen = wanted === undefined ? undefined : findGift(wanted, params, work);
  if (chosen !== undefined) return chosen;
  for (const id of params.productIds) {
    const gift = findGift(id, params, work);
    if (gift !== undefined) return gift;
  }
  return undefined;
}

/** The product if it can be given: it is in stock, and its value is within the offer's cap and budget. */
function findGift(productId: number, { quantity }: FreeItemParams, { facts, cart, limit }: Work): GiftProduct | undefined {
  const gift = facts.gifts.get(productId);
  if (gift === undefined || !gift.available || gift.unitPrice * quantity > limit) return undefined;
  const { stock = null } = gift;
  return stock === null || stock - (cart.given.get(productId) ?? 0) >= quantity ? gift : undefined;
}

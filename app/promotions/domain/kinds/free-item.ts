import { z } from "zod";
import type { GiftProduct } from "#app/promotions/domain/promotion.ts";
import { MAX_ID } from "#app/values/limits.ts";
import type { ActionKind, Work } from "./action-kind.ts";
import { countSchema } from "#app/promotions/domain/target.schema.ts";
import { countText } from "#app/promotions/domain/wording.ts";

interface FreeItemParams {
  /** One product, or several of which the customer chooses one; the first available is given without a choice. */
  readonly productIds: readonly number[];
  readonly quantity: number;
}

const MAX_CHOICES = 20;

/**
 * A free item, added as its own line at list price with its whole value as discount. A choice that is sold out is swapped for the
 * first product of the list that is not; when none is left, or the value is beyond cap or budget, the gift is withheld.
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
      return `${countText(params.quantity, "free item")}${params.productIds.length > 1 ? " of your choice" : ""}`;
    return `Free ${params.quantity > 1 ? `${params.quantity} × ` : ""}${named.join(" or ")}`;
  },
  apply: (params, work) => {
    // Only beside something bought.
    const [chosen] = work.facts.lines.length === 0 ? [] : listGifts(params, work);
    if (chosen === undefined) return 0;
    const { cart } = work;
    cart.given = new Map([...cart.given, [chosen.productId, (cart.given.get(chosen.productId) ?? 0) + params.quantity]]);
    return chosen.unitPrice * params.quantity;
  },
  findGift: (params, work) => {
    const gifts = listGifts(params, work);
    const [chosen] = gifts;
    if (chosen === undefined) return null;
    const wanted = wantedOf(params, work);
    const insteadOf = wanted === chosen.productId ? undefined : work.facts.gifts.get(wanted ?? 0)?.name;
    return {
      promotionId: work.promotionId,
      productId: chosen.productId,
      name: chosen.name,
      quantity: params.quantity,
      unitPrice: chosen.unitPrice,
      choices: params.productIds.flatMap((id) => gifts.filter((gift) => gift.productId === id)),
      ...(insteadOf === undefined ? {} : { insteadOf }),
    };
  },
  explainMissing: (params, work) => {
    if (work.facts.lines.length === 0) return { reason: "no-eligible-items", message: "Your cart is empty.", shortfall: null };
    const isThere = ({ available, stock = null }: GiftProduct) => available && (stock === null || stock >= params.quantity);
    const gifts = params.productIds.flatMap((id) => work.facts.gifts.get(id) ?? []);
    const message = gifts.some(isThere) ? "The free item costs more than this offer may still give away." : "The free item is sold out.";
    return { reason: "gift-unavailable", message, shortfall: null };
  },
};

/** The product the customer chose, as long as the offer still has it. */
function wantedOf(params: FreeItemParams, { facts, promotionId }: Work): number | undefined {
  const wanted = facts.input.giftChoices?.[promotionId];
  return wanted !== undefined && params.productIds.includes(wanted) ? wanted : undefined;
}

/** The gifts that can be given, the one to give first: the customer's choice, else the order of the list. */
function listGifts(params: FreeItemParams, work: Work): GiftProduct[] {
  const { gifts } = work.facts;
  const possible = params.productIds
    .map((id) => gifts.get(id))
    .filter((gift) => gift !== undefined)
    .filter(({ productId, stock = null }) => stock === null || stock - (work.cart.given.get(productId) ?? 0) >= params.quantity)
    .filter((gift) => gift.available && gift.unitPrice * params.quantity <= work.limit);
  const wanted = wantedOf(params, work);
  return possible.toSorted((a, b) => Number(b.productId === wanted) - Number(a.productId === wanted));
}

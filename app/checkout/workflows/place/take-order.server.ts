import { createHash } from "node:crypto";
import { fillCart, previewCart, type CartFailure } from "#app/cart/workflows/change-cart.server.ts";
import type { CustomerInput, LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { TakenOrderDraft, TakenOrderInput } from "#app/checkout/domain/taken-order.schema.ts";
import { findOrder, findTakenOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { keyOwner } from "#app/staff/domain/api-token.ts";
import { ok, type Result } from "#app/values/result.ts";
import type { Checkout, CheckoutRefusal, TakenBy } from "./checkout-result.server.ts";
import { joinRefusal, termsOf } from "./join-order.server.ts";
import { placeOrder } from "./place-order.server.ts";
import { asSeenByStaff, refusalOf } from "./refuse-checkout.server.ts";

/** One order entered by staff. */
export interface TakeOrder extends TakenOrderInput {
  readonly actor: TakenBy["actor"];
  /** Identifies this attempt: the same key gives one order. */
  readonly idempotencyKey: string;
  /** Digest of the whole input. */
  readonly requestHash: string;
}

/** `entered`: the key was used for another order, which was stored. */
export type TakeOrderResult =
  | { readonly kind: "ok"; readonly order: OrderRow }
  | { readonly kind: "entered"; readonly order: OrderRow }
  | Extract<CartFailure, { readonly kind: "refused" }>
  | Exclude<CheckoutRefusal, { readonly kind: "key-reused" }>;

/**
 * Places and accepts an order for a customer through the checkout's workflow, with the same prices, promotions, hours, areas, stock and
 * locks. Differences: staff take the money, a blocked customer is not refused, and the transaction that stores the order also accepts it.
 * With a payment link, it waits and is accepted as soon as the customer has paid.
 */
export async function takeOrder(services: WorkflowServices, request: TakeOrder): Promise<TakeOrderResult> {
  const { actor, source, paidBy, cashGiven, isByLink, minutes, discount, items, couponCodes, goesWith, ...typed } = request;
  const first = goesWith === undefined ? null : await findOrder(services.db, goesWith);
  const input = { ...typed, ...(first === null || first === undefined ? {} : termsOf(first)) };
  const { fulfillment, requestedFor, address, customer } = input;
  const cartId = cartOfAttempt(actor, request.idempotencyKey);
  const checkout: Checkout = {
    ...input,
    cartId,
    from: null,
    isBeforeOpening: true,
    tip: { kind: "none", isChosen: true },
    isPaidAtPickup: !isByLink,
    taken: { actor, source, paidBy, cashGiven, isByLink, minutes: goesWith === undefined ? minutes : null, discount, goesWith },
  };
  // A repetition must not fill the cart again.
  if ((await findTakenOrder(services.db, cartId)) === undefined) {
    const unjoined = first === null ? null : joinRefusal(first);
    if (unjoined !== null) return unjoined;
    const cart = {
      items,
      couponCodes,
      fulfillment,
      requestedFor,
      postalCode: address?.postalCode ?? null,
      discount,
      isAddOn: goesWith !== undefined,
    };
    const priced = await previewCart(services, cart, callerOf(customer));
    if (!priced.ok) return refusedCart(priced.error);
    // A refused order must not leave a cart behind.
    const refusal = refusalOf(priced.value, checkout);
    if (refusal !== null && refusal.kind !== "key-reused") return refusal;
    await fillCart(services, cartId, cart);
  }
  const result = await placeOrder(services, checkout);
  if (result.kind === "ended") {
    // Its payment link has ended; the form begins another order.
    const over = await findTakenOrder(services.db, cartId);
    return over === undefined ? result : { kind: "entered", order: over };
  }
  if (result.kind !== "ok" && result.kind !== "key-reused") return result;
  const order = await findTakenOrder(services.db, cartId);
  if (order === undefined) throw new Error("an order taken by staff vanished");
  return { kind: result.kind === "ok" ? "ok" : "entered", order };
}

/** Prices an order while it is entered, as `takeOrder` would now. */
export async function priceTakenOrder(services: WorkflowServices, draft: TakenOrderDraft): Promise<Result<LoadedCart, CartFailure>> {
  const { customer, ...cart } = draft;
  const priced = await previewCart(services, cart, callerOf(customer));
  return priced.ok ? ok(asSeenByStaff(priced.value, false)) : priced;
}

/** A customer without contacts stays unknown to prices. */
function callerOf({ email, phone }: Pick<CustomerInput, "email" | "phone">): CustomerInput {
  return { email, phone, isByStaff: true, isAnonymous: email === "" && phone === "" };
}

function refusedCart(failure: CartFailure): Extract<CartFailure, { readonly kind: "refused" }> {
  if (failure.kind === "refused") return failure;
  throw new Error(`an entered cart was refused as ${failure.kind}`);
}

/** Each attempt has its own cart, whose id derives from its key, so that a repetition finds the order. */
function cartOfAttempt({ userId, tokenId }: TakenBy["actor"], key: string): string {
  const hex = createHash("sha256")
    .update(`order taken by ${keyOwner(userId, tokenId)}\n${key}`)
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

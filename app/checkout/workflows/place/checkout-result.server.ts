import type { StaffDiscount } from "#app/promotions/domain/promotion.ts";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { CheckoutInput } from "#app/checkout/domain/checkout.schema.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import type { PaidBy, StaffSource } from "#app/orders/domain/taken-order.ts";
import type { Cents } from "#app/values/money.ts";

/** Digests of a remote visitor's network, to compare addresses without storing them. */
export interface Sender {
  /** The address; for IPv6 its /64. */
  readonly address: string;
  /** The /48 of an IPv6 address; null for IPv4. */
  readonly site: string | null;
}

/** How staff took an order, and their choices for it. */
export interface TakenBy {
  readonly actor: OrderActorFacts & { readonly kind: "staff" };
  readonly source: StaffSource;
  /** null: not paid yet. */
  readonly paidBy: PaidBy | null;
  /** Cash that the customer handed over; left out: not entered. */
  readonly cashGiven?: Cents | undefined;
  /** The customer pays by a link before it is accepted; otherwise on handover, if it is not paid yet. */
  readonly isByLink: boolean;
  /** Minutes until it is ready; null: the quoted ones. Not used for an order for later. */
  readonly minutes: number | null;
  readonly discount: StaffDiscount | null;
  /** The order that it is added to; left out: none. */
  readonly goesWith?: string | undefined;
}

/** One checkout submit: its body, cart and attempt. */
export interface Checkout extends CheckoutInput {
  readonly cartId: string | null;
  /** A remote visitor's address; null for this machine and private networks. */
  readonly from: Sender | null;
  /** A test order by staff before the shop opens; left out = a customer's order. */
  readonly isBeforeOpening?: boolean;
  /** Staff took the order; left out = the customer placed it. */
  readonly taken?: TakenBy;
  /** The Idempotency-Key header. The same key means the same attempt. */
  readonly idempotencyKey: string;
  /** Digest of the whole body. */
  readonly requestHash: string;
}

/** The data that the browser needs next; `clientSecret` null: no card payment, the order is received. */
export interface PlacedOrder {
  readonly orderToken: string;
  readonly clientSecret: string | null;
  readonly publishableKey: string | null;
  readonly amount: Cents;
  /** Lower-case code. */
  readonly currency: string;
  readonly gateway: OrderRow["gateway"];
}

/**
 * - not-found: no such cart.
 * - key-reused: the key was used for another body.
 * - problems: a problem blocks this cart; nothing was charged.
 * - changed: the total differs from the one the customer saw; nothing was charged.
 * - refused: valid but not possible; `field` names the input.
 * - too-many: this cart, customer or address has made too many attempts; wait.
 * - busy: too many checkouts at the same time, or other attempts of this cart kept conflicting.
 * - ended: this attempt was abandoned or replaced; begin a new one.
 * - already-placed: an earlier attempt of this cart has been paid; `orderToken` names it.
 * - payment-running: a bank is deciding on an earlier attempt of this cart.
 * - provider: the card provider gave no usable response; repeat with the same key.
 */
export type CheckoutRefusal =
  | { readonly kind: "not-found" | "key-reused" | "ended" | "busy" }
  | { readonly kind: "refused"; readonly field: "payment" | "tip" | "tipPercentage" | "discount" | "goes_with"; readonly message: string }
  | { readonly kind: "too-many"; readonly message: string; readonly retryAfterSeconds: number }
  | { readonly kind: "problems"; readonly loaded: LoadedCart; readonly problems: readonly CartProblem[] }
  | { readonly kind: "changed"; readonly loaded: LoadedCart }
  | { readonly kind: "already-placed" | "payment-running"; readonly orderToken: string }
  | { readonly kind: "provider"; readonly retryAfterSeconds: number };

export type CheckoutResult = { readonly kind: "ok"; readonly placed: PlacedOrder } | CheckoutRefusal;

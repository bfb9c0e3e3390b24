interface CartProblemKind {
  /** "customer": the input or the cart must change (HTTP 422). "shop": the shop changed after the page was loaded (409). */
  readonly cause: "customer" | "shop";
  /** For staff who enter the order; absent: the customer's sentence applies to them too. `or`: an alternative to another time. */
  readonly staff?: string | { readonly text: string; readonly or: string };
}

/** All problems of a cart. Most block the checkout; notices do not. To add a problem, add an entry here and a rule in find-cart-problems.ts. */
const CART_PROBLEMS = {
  empty: { cause: "customer", staff: "Add at least one item." },
  sold_out: { cause: "shop" },
  not_offered: { cause: "shop" },
  choices: { cause: "customer" },
  price_changed: { cause: "shop" },
  /** A notice: the product is now sold in other steps, by another unit, or by the piece. */
  weight_changed: { cause: "shop" },
  min_order: { cause: "customer" },
  closed: { cause: "shop", staff: { text: "The shop takes no orders for now: it is closed, or last orders are over.", or: "" } },
  paused: { cause: "shop", staff: { text: "Orders are paused.", or: "End the pause" } },
  delivery_off: { cause: "shop", staff: "Delivery is off. Choose pickup." },
  delivery_closed: { cause: "shop", staff: { text: "There is no delivery now.", or: "Choose pickup" } },
  out_of_area: { cause: "customer", staff: "The address is outside the delivery area. Choose pickup or another address." },
  time_unavailable: { cause: "shop", staff: { text: "This order cannot be ready at this time.", or: "" } },
  too_small: { cause: "customer" },
  too_large: { cause: "customer", staff: "The order is too large. Split it into several." },
  not_now: { cause: "shop" },
  stock: { cause: "shop" },
  max_per_order: { cause: "shop" },
  pickup_only: { cause: "shop" },
  /** Less than the product's smallest weight. */
  min_weight: { cause: "customer" },
  /** A notice: an item is sold by weight. */
  weighed: { cause: "customer", staff: "Sold by weight: weigh it when it is packed." },
  /** Another time resolves it. */
  lead_time: { cause: "shop" },
  /** No offered time resolves it. */
  lead_time_too_long: { cause: "shop" },
} as const satisfies Readonly<Record<string, CartProblemKind>>;

export type CartProblemCode = keyof typeof CART_PROBLEMS;

/** The problems of lead times, with and without a time that resolves them. */
export const LEAD_TIME_PROBLEMS: ReadonlySet<CartProblemCode> = new Set<CartProblemCode>(["lead_time", "lead_time_too_long"]);

export function cartProblemKind(code: CartProblemCode): CartProblemKind {
  return CART_PROBLEMS[code];
}

import { minorUnits, type Cents } from "#app/values/money.ts";
import { warn } from "#app/kit/warn.ts";

/** The parts of GET /api/cart that every page needs; major units. */
export interface CartSummaryWire {
  /** Changes with the cart or its prices. */
  readonly hash: string;
  readonly subTotal: number;
  readonly promotion_discount: number;
  readonly delivery_discount: number;
}

/** The items after offers, before delivery, tax and tip, in cents. */
export function itemsTotalOf({ subTotal, promotion_discount, delivery_discount }: CartSummaryWire, currency: string): Cents {
  return minorUnits(subTotal - promotion_discount + delivery_discount, currency);
}

/** This browser's cart (GET /api/cart). Failures are logged and return null. */
export async function readCart<Cart = CartSummaryWire>(signal?: AbortSignal): Promise<Cart | null> {
  try {
    const response = await fetch("/api/cart", { cache: "no-store", signal: signal ?? null });
    if (!response.ok) throw new Error(`/api/cart returned ${response.status}`);
    return (await response.json()) as Cart;
  } catch (error) {
    if (signal?.aborted !== true) warn("The cart could not be read.", error);
    return null;
  }
}

import { warn } from "#app/kit/warn.ts";

/** The parts of GET /api/cart that every page needs; dollars. */
export interface CartSummaryWire {
  /** Changes with the cart or its prices. */
  readonly hash: string;
  readonly final_total: number;
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

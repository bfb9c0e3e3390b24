import { moneyFormat } from "#app/store/domain/settings.ts";
import { createHash } from "node:crypto";
import { cartProblemKind } from "#app/cart/domain/cart-problems.ts";
import type { TakenOrderInput } from "#app/checkout/domain/taken-order.schema.ts";
import type { CheckoutInput } from "#app/checkout/domain/checkout.schema.ts";
import type { CheckoutRefusal } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { formatMoney } from "#app/values/money.ts";

/** How a refused checkout is answered, by the form as by the JSON call. */
export interface CheckoutAnswer {
  readonly status: number;
  readonly message: string;
  /** The input that is refused. */
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

type Refusal<Kind extends CheckoutRefusal["kind"]> = CheckoutRefusal & { readonly kind: Kind };

const ANSWERS: { readonly [Kind in CheckoutRefusal["kind"]]: (refusal: Refusal<Kind>) => CheckoutAnswer } = {
  "not-found": () => ({ status: 404, message: "There is no such cart." }),
  "key-reused": () => ({ status: 422, message: "This Idempotency-Key was used for another checkout. Use a new one." }),
  refused: ({ field, message }) => ({ status: 422, message, field }),
  "too-many": ({ message, retryAfterSeconds }) => ({ status: 429, message, retryAfterSeconds }),
  problems: ({ problems }) => ({
    // With several problems, one of the shop decides.
    status: problems.every(({ code }) => cartProblemKind(code).cause === "customer") ? 422 : 409,
    message: problems[0]?.message ?? "This cart cannot be ordered now.",
  }),
  changed: ({ loaded }) => ({
    status: 409,
    message: `The total is now ${formatMoney(loaded.priced.finalTotal, moneyFormat(loaded.settings))}. Please look at your order again; nothing was charged.`,
  }),
  ended: () => ({
    status: 409,
    message: "This payment was given up or replaced by a newer one. Nothing was charged; please start again.",
  }),
  "already-placed": () => ({ status: 409, message: "This order has already been paid. It is on its way to the kitchen." }),
  "payment-running": () => ({
    status: 409,
    message: "Your bank is still deciding on a payment for this cart. Please wait a moment.",
  }),
  busy: () => ({
    status: 503,
    message: "A lot of orders are coming in right now. Nothing was charged; please try again in a moment.",
    retryAfterSeconds: 1,
  }),
  provider: ({ retryAfterSeconds }) => ({
    status: 503,
    message: "The card payment service isn't responding right now. Nothing was charged; please try again in a moment.",
    retryAfterSeconds,
  }),
};

export function checkoutAnswer<Kind extends CheckoutRefusal["kind"]>(refusal: Refusal<Kind>): CheckoutAnswer {
  return ANSWERS[refusal.kind](refusal);
}

/** Digest of a checkout's input: the same Idempotency-Key with another input is refused. */
export function checkoutHash(input: CheckoutInput | TakenOrderInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

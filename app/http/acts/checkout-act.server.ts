import { noSuchCart } from "#texts/cart/answers.ts";
import * as texts from "#texts/checkout/refusals.ts";
import * as totalTexts from "#texts/checkout/total-changed.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { createHash } from "node:crypto";
import { cartProblemKind } from "#app/cart/domain/cart-problems.ts";
import type { TakenOrderInput } from "#app/checkout/domain/taken-order.schema.ts";
import type { CheckoutInput } from "#app/checkout/domain/checkout.schema.ts";
import type { CheckoutRefusal } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { formatMoney } from "#app/values/money.ts";

/** The response to a rejected checkout, shared by the form and the JSON call. */
export interface CheckoutAnswer {
  readonly status: number;
  readonly message: string;
  /** The rejected input. */
  readonly field?: string;
  readonly retryAfterSeconds?: number;
}

type Refusal<Kind extends CheckoutRefusal["kind"]> = CheckoutRefusal & { readonly kind: Kind };

const ANSWERS: { readonly [Kind in CheckoutRefusal["kind"]]: (refusal: Refusal<Kind>) => CheckoutAnswer } = {
  "not-found": () => ({ status: 404, message: noSuchCart }),
  "key-reused": () => ({ status: 422, message: "This Idempotency-Key was used for another checkout. Use a new one." }),
  refused: ({ field, message }) => ({ status: 422, message, field }),
  "too-many": ({ message, retryAfterSeconds }) => ({ status: 429, message, retryAfterSeconds }),
  problems: ({ problems }) => ({
    // Of several problems, one that concerns the shop decides.
    status: problems.every(({ code }) => cartProblemKind(code).cause === "customer") ? 422 : 409,
    message: problems[0]?.message ?? texts.notOrderable,
  }),
  changed: ({ loaded }) => ({
    status: 409,
    message: totalTexts.isNow(formatMoney(loaded.priced.finalTotal, moneyFormat(loaded.settings))),
  }),
  ended: () => ({
    status: 409,
    message: texts.paymentEnded,
  }),
  "already-placed": () => ({ status: 409, message: texts.alreadyPaid }),
  "payment-running": () => ({
    status: 409,
    message: texts.bankIsDeciding,
  }),
  busy: () => ({
    status: 503,
    message: texts.busy,
    retryAfterSeconds: 1,
  }),
  provider: ({ retryAfterSeconds }) => ({
    status: 503,
    message: texts.paymentNotResponding,
    retryAfterSeconds,
  }),
};

export function checkoutAnswer<Kind extends CheckoutRefusal["kind"]>(refusal: Refusal<Kind>): CheckoutAnswer {
  return ANSWERS[refusal.kind](refusal);
}

/** Digest of a checkout's input: the same Idempotency-Key with another input is rejected. */
export function checkoutHash(input: CheckoutInput | TakenOrderInput): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { TakeOrderResult } from "#app/checkout/workflows/place/take-order.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { formatMoney } from "#app/values/money.ts";
import { checkoutAnswer, type CheckoutAnswer } from "./checkout-act.server.ts";

type Refusal = Exclude<TakeOrderResult, { readonly kind: "ok" }>;

/** The response to a rejected order of staff, shared by the form and the JSON call. */
export function takeOrderAnswer(refusal: Refusal): CheckoutAnswer {
  switch (refusal.kind) {
    case "entered":
      return {
        status: 409,
        message: `${enteredWords(refusal.order)} Open it, or start a new order.`,
      };
    case "changed":
      return { status: 409, message: `The total is now ${totalOf(refusal.loaded)}. Tell the customer, then place the order.` };
    case "busy":
      return { status: 503, message: "The order was not placed: a lot of orders are coming in. Place it again.", retryAfterSeconds: 1 };
    case "refused":
      return { status: refusal.field === "discount" ? 403 : 422, message: refusal.message, field: refusal.field };
    default:
      return checkoutAnswer(refusal);
  }
}

function enteredWords({ number, status }: OrderRow): string {
  if (status === "abandoned") return "This form has entered an order already, whose payment link has ended.";
  return `${number === null ? "An order that waits for its payment" : `Order ${number}`} was entered by this form already, as it was before your changes.`;
}

function totalOf({ priced, settings }: LoadedCart): string {
  return formatMoney(priced.finalTotal, moneyFormat(settings));
}

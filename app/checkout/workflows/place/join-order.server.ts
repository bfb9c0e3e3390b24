import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { takesAddOns } from "#app/orders/domain/changes/add-on.ts";
import type { Checkout, CheckoutRefusal } from "./checkout-result.server.ts";

type Refusal = Extract<CheckoutRefusal, { readonly kind: "refused" }>;

/** Why nothing can be added to this order; null: it can. */
export function joinRefusal(first: OrderRow | undefined): Refusal | null {
  return first !== undefined && takesAddOns(first.status) ? null : refuseJoin(first);
}

export function refuseJoin(first: OrderRow | undefined): Refusal {
  const message = `${first?.number ?? "The order"} is not being made any more, so nothing can be added to it. Enter a new order.`;
  return { kind: "refused", field: "goes_with", message };
}

/** The checkout fields that an add-on takes from its order: customer, fulfilment, address and time. */
export function termsOf(first: OrderRow): Pick<Checkout, "customer" | "fulfillment" | "requestedFor" | "address"> {
  const { customerName: name, customerEmail: email, customerPhone: phone, fulfillment, requestedFor, address } = first;
  return { customer: { name, email, phone }, fulfillment, requestedFor, address };
}

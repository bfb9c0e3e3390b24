import type { Fulfillment } from "./cart.ts";
import type { SelectedOption } from "./customization.ts";
import type { Cents, PartsPerMillion } from "./money.ts";
import type { TaxLine } from "./pricing.ts";

export const ORDER_STATUSES = [
  "awaiting_payment", "abandoned", "received", "accepted", "preparing", "ready", "out_for_delivery", "completed", "rejected", "cancelled",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_STATES = ["none", "pending", "authorized", "captured", "partially_refunded", "refunded", "voided", "failed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const REASON_CODES = [
  "item_unavailable", "too_busy", "closed", "address_out_of_area", "instructions_impossible", "customer_request",
  "suspected_fraud", "duplicate", "no_show", "no_response", "payment_hold_expired", "other",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface OrderAddress {
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
  readonly country: string;
}

/** Everything a ticket, a refund or a report needs, frozen when the customer pressed Pay; no join to products is ever needed. */
export interface OrderItem {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly kitchenName: string;
  readonly imageUrl: string | null;
  readonly quantity: number;
  readonly basePrice: Cents;
  readonly unitPrice: Cents;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  readonly taxRate: PartsPerMillion;
  readonly tax: Cents;
  readonly note: string;
  readonly isFreeItem: boolean;
  readonly options: readonly SelectedOption[];
}

export interface OrderAmounts {
  readonly subTotal: Cents;
  readonly promotionDiscount: Cents;
  readonly deliveryFee: Cents;
  readonly deliveryDiscount: Cents;
  readonly tax: Cents;
  readonly taxLines: readonly TaxLine[];
  readonly taxIncluded: boolean;
  readonly tip: Cents;
  readonly tipPercentage: number | null;
  readonly total: Cents;
  readonly finalTotal: Cents;
  readonly currency: "usd";
}

/** What is being done at the payment provider right now; written before the call, cleared after it (crash-safe). */
export interface PendingAction {
  readonly kind: "capture" | "void" | "refund";
  readonly amount: Cents;
  /** Idempotency key of the provider call. */
  readonly key: string;
  /** Applied when the call has succeeded. */
  readonly event: OrderEventName | null;
}

export const ORDER_EVENTS = [
  "payment_authorized", "abandon", "accept", "reject", "time_out", "cancel", "hold_expired", "edit", "preparing", "ready", "out", "complete",
  "delay", "undo", "refund", "note", "arrived",
] as const;
export type OrderEventName = (typeof ORDER_EVENTS)[number];
export type OrderActor = "guest" | "staff" | "system";

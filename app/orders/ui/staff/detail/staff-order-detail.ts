import type { Cents } from "#app/values/money.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** A history entry as text; `at` and actor. */
export interface StoryEntry {
  readonly key: string;
  readonly at: Date;
  /** "Ana", "Customer", "Shop". */
  readonly who: string;
  readonly what: string;
  /** The text of a note or a reason; may be empty. */
  readonly text: string;
  /** The email, for a link to the outbox. */
  readonly mailId: string | null;
  readonly isProblem: boolean;
}

export interface LineMoney {
  readonly id: string;
  readonly unitPrice: Cents;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  /** The line's part of the charge: less discount, plus tax. */
  readonly paid: Cents;
  /** Refunded part, pending included. */
  readonly refunded: Cents;
}

/** The complete order for its page. Amounts in cents, as charged. */
export interface StaffOrderDetail extends StaffOrder {
  /** The running number of its receipt; null: it has none. */
  readonly receiptNumber: number | null;
  readonly money: {
    readonly lines: readonly LineMoney[];
    readonly subTotal: Cents;
    readonly promotions: readonly { readonly title: string; readonly code: string | null; readonly amount: Cents }[];
    readonly deliveryFee: Cents;
    readonly taxLines: readonly { readonly label: string; readonly amount: Cents }[];
    readonly isTaxIncluded: boolean;
    readonly tip: Cents;
    readonly finalTotal: Cents;
    /** The refunded part of the final total. */
    readonly refunded: Cents;
    /** The refundable rest. */
    readonly refundable: Cents;
  };
  readonly payment: {
    /** "Visa ending in 4242" */
    readonly card: string | null;
    readonly intentId: string | null;
    readonly refunds: readonly {
      readonly id: string;
      readonly amount: Cents;
      readonly status: string;
      readonly who: string;
      readonly reason: string;
      readonly at: Date;
    }[];
  };
  /** Lines sold by weight, while they can be weighed; weights as typed, `actual` "" = not weighed yet. */
  readonly weighing: readonly {
    readonly id: string;
    readonly name: string;
    readonly unit: "g" | "lb";
    readonly ordered: string;
    readonly actual: string;
  }[];
  /** Its lines have counted stock that can be returned. */
  readonly holdsStock: boolean;
  readonly story: readonly StoryEntry[];
  /** The customer's orders that count, and the latest other ones by name. */
  readonly customerOrders: {
    readonly total: number;
    readonly since: Date | null;
    readonly latest: readonly { readonly id: string; readonly number: string; readonly placedAt: Date }[];
  };
  /** How messages reach the customer, and whether they leave the shop; null: no channel reaches the customer. */
  readonly messages: { readonly hint: string; readonly isSent: boolean } | null;
  readonly previousId: string | null;
  readonly nextId: string | null;
}

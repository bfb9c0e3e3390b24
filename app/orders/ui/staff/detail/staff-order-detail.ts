import type { Cents } from "#app/values/money.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** Something that happened to an order, in words; `at` and who did it. */
export interface StoryEntry {
  readonly key: string;
  readonly at: Date;
  /** "Ana", "Customer", "Shop". */
  readonly who: string;
  readonly what: string;
  /** A note's or a reason's words; may be empty. */
  readonly text: string;
  /** The mail it was, for its page in the outbox. */
  readonly mailId: string | null;
  readonly isProblem: boolean;
}

export interface LineMoney {
  readonly id: string;
  readonly unitPrice: Cents;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  /** What the whole line gave to the charge: less its discount, with its tax. */
  readonly paid: Cents;
  /** What of it refunds of items gave back, those under way included. */
  readonly refunded: Cents;
}

/** The whole order for its own page. Amounts in cents, as charged. */
export interface StaffOrderDetail extends StaffOrder {
  readonly money: {
    readonly lines: readonly LineMoney[];
    readonly subTotal: Cents;
    readonly promotions: readonly { readonly title: string; readonly code: string | null; readonly amount: Cents }[];
    readonly deliveryFee: Cents;
    readonly taxLines: readonly { readonly label: string; readonly amount: Cents }[];
    readonly isTaxIncluded: boolean;
    readonly tip: Cents;
    readonly finalTotal: Cents;
    /** What can still be paid back. */
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
  readonly story: readonly StoryEntry[];
  readonly previousId: string | null;
  readonly nextId: string | null;
}

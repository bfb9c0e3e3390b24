import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { TotalsView } from "#app/cart/ui/summary/totals.tsx";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { StepView } from "#app/orders/domain/order-steps.ts";

/**
 * State of the payment.
 * - `paid`: the shop has the order
 * - `processing`: the bank is deciding or asks the customer
 * - `doubtful`: the payment does not match the order; staff resolve it
 * - `failed`: not paid; the cart remains
 */
export type PaidState = "paid" | "processing" | "doubtful" | "failed";

export interface GuestOrderItem {
  readonly id: string;
  readonly productId: number;
  readonly name: string;
  readonly quantity: number;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  readonly note: string;
  readonly isFreeItem: boolean;
  readonly options: readonly SelectedOption[];
  readonly isReviewed: boolean;
  /** Refunded units, pending included. */
  readonly refundedQuantity: number;
}

/** An order for anyone with its link: no phone or email, because links are forwarded; the address is included, so that a wrong one is noticed. */
export interface GuestOrder {
  readonly token: string;
  /** The currency of its amounts, as a lower-case code. */
  readonly currency: string;
  readonly version: number;
  readonly paid: PaidState;
  /** Staff took it with a payment link. */
  readonly isByLink: boolean;
  /** The provider's status; null without a card payment. */
  readonly intentStatus: string | null;
  readonly status: OrderStatus;
  readonly number: string | null;
  readonly firstName: string;
  readonly sentence: string;
  /** The message's headline, and the rest without the time. */
  readonly headline: string;
  readonly detail: string;
  /** One or two words for the page's title. */
  readonly shortStatus: string;
  readonly fulfillment: Fulfillment;
  /** "6:45 PM", "11:15 AM tomorrow"; null if no time is promised or the order has ended. */
  readonly promised: string | null;
  /** An .ics file as a data URL; null without a time. */
  readonly calendarHref: string | null;
  readonly steps: readonly StepView[];
  /** Why the last payment attempt failed. */
  readonly paymentError: string | null;
  /** Paid with a test card. */
  readonly isTest: boolean;
  /** Placed by staff before the shop opened. */
  readonly isTestOrder: boolean;
  /** "You pay when you pick it up."; "" = paid by card on the site, or nothing to pay. */
  readonly payNote: string;
  /** Refunded to the card, pending included. */
  readonly refunded: Cents;
  readonly items: readonly GuestOrderItem[];
  readonly allergyNote: string;
  /** The address in one line; null = pickup. */
  readonly deliveryAddress: string | null;
  readonly totals: TotalsView;
  readonly canCancel: boolean;
  readonly canArrive: boolean;
  readonly hasArrived: boolean;
  readonly canReview: boolean;
  /** Undecided for long, or past the promised time. */
  readonly isWaitingLong: boolean;
  /** The promised time has passed. */
  readonly isLate: boolean;
  /** The status of the last email; "" if not worth mentioning. */
  readonly mailSentence: string;
  readonly isOver: boolean;
  /** Sentences about orders that are made and handed over with it. */
  readonly together: readonly string[];
  readonly store: { readonly name: string; readonly address: string; readonly telephone: string; readonly clock: ShopClock };
}

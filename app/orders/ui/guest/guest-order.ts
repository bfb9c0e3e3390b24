import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";
import type { OrderStatus } from "#app/orders/domain/order.ts";
import type { TotalsView } from "#app/cart/ui/totals.tsx";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { StepView } from "#app/orders/domain/order-steps.ts";

/**
 * Where the payment stands, as the server knows it.
 * - paid: the shop has the order.
 * - processing: the bank is deciding, or has asked the customer something.
 * - doubtful: what was paid does not fit the order; the shop puts it right.
 * - failed: not paid; the cart is still there.
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
  /** So many of them were paid back, or are on their way back. */
  readonly refundedQuantity: number;
}

/**
 * An order as whoever holds its link sees it: no phone and no e-mail, because links get forwarded; where it is brought stands there, because
 * a wrong door is noticed here or not at all.
 */
export interface GuestOrder {
  readonly token: string;
  readonly version: number;
  readonly paid: PaidState;
  /** As the payment provider calls it; null = no card payment was begun. */
  readonly intentStatus: string | null;
  readonly status: OrderStatus;
  readonly number: string | null;
  readonly firstName: string;
  readonly sentence: string;
  /** The sentence's short beginning, and what it goes on to say beyond the time, which stands by itself. */
  readonly headline: string;
  readonly detail: string;
  /** One or two words for the tab's title. */
  readonly shortStatus: string;
  readonly fulfillment: Fulfillment;
  /** "6:45 PM", "11:15 AM tomorrow"; null while nothing is promised or it is over. */
  readonly promised: string | null;
  /** An .ics file as a data: address; null while there is no time to note. */
  readonly calendarHref: string | null;
  readonly steps: readonly StepView[];
  /** Why the last try to pay did not go through, as the bank puts it. */
  readonly paymentError: string | null;
  readonly isTest: boolean;
  readonly isPaidAtPickup: boolean;
  /** Gone back to the card, or on its way there. */
  readonly refunded: Cents;
  readonly items: readonly GuestOrderItem[];
  readonly allergyNote: string;
  /** One line; null = it is picked up. */
  readonly deliveryAddress: string | null;
  readonly totals: TotalsView;
  readonly canCancel: boolean;
  readonly canArrive: boolean;
  readonly hasArrived: boolean;
  readonly canReview: boolean;
  /** Nobody has decided for a while, or the promised time has passed. */
  readonly isWaitingLong: boolean;
  /** The promised time has passed and the order has not come. */
  readonly isLate: boolean;
  /** What has become of the mail about it; "" = nothing worth saying. */
  readonly mailSentence: string;
  readonly isOver: boolean;
  readonly store: { readonly name: string; readonly address: string; readonly telephone: string; readonly timeZone: string };
}

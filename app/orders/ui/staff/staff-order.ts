import type { Cents } from "#app/values/money.ts";
import type { OrderAction } from "#app/orders/domain/changes/order-permissions.ts";
import type { LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import type { OrderStatus, PaymentState, ReasonCode } from "#app/orders/domain/order.ts";
import type { OrderSource, PaidBy } from "#app/orders/domain/taken-order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** A line of an order for the kitchen. */
export interface StaffOrderLine {
  readonly id: string;
  readonly productId: number;
  readonly quantity: number;
  readonly name: string;
  readonly kitchenName: string;
  readonly options: readonly {
    readonly optionId: number | null;
    readonly group: string;
    readonly name: string;
    readonly kitchenName: string;
    readonly quantity: number;
  }[];
  readonly note: string;
  readonly isFreeItem: boolean;
  /** Refunded units, not made. */
  readonly refundedQuantity: number;
  /** All units are refunded. */
  readonly isRefunded: boolean;
  /** Sold by weight, and not weighed yet. */
  readonly isToWeigh?: boolean;
}

/** An order in staff lists, tickets and boards. Amounts in cents. */
export interface StaffOrder {
  readonly id: string;
  /** The currency of its amounts, as a lower-case code. */
  readonly currency: string;
  readonly number: string;
  readonly version: number;
  readonly status: OrderStatus;
  readonly paymentState: PaymentState;
  /** The payment action that the provider refused, for the red banner. */
  readonly paymentProblem: string | null;
  /** True during a provider call. */
  readonly isSettling: boolean;
  readonly isDisputed: boolean;
  /** Paid with a test card: nothing was charged. */
  readonly isTest: boolean;
  /** "web", or where staff received the order that they entered. */
  readonly source: OrderSource;
  /** How staff took the money for the order. */
  readonly paidBy: PaidBy | null;
  /** Placed by staff before the shop opened. */
  readonly isTestOrder: boolean;
  readonly fulfillment: Fulfillment;
  readonly requestedFor: Date | null;
  readonly promisedAt: Date | null;
  readonly placedAt: Date;
  readonly acceptedAt: Date | null;
  /** When its ticket was printed automatically. */
  readonly printedAt: Date | null;
  readonly readyAt: Date | null;
  readonly completedAt: Date | null;
  readonly endedAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly customer: { readonly name: string; readonly phone: string; readonly email: string };
  readonly address: DeliveryAddress | null;
  readonly instructions: string;
  /** Allergies of the order and of the customer. */
  readonly allergyNote: string;
  /** Known data of the customer; null: no record. */
  readonly knownCustomer: {
    readonly id: number;
    readonly notes: string;
    /** 1 for the first order; 0 for a rejected or cancelled one. */
    readonly position: number;
    /** Another customer with the order's phone number. */
    readonly samePhone: { readonly id: number; readonly name: string } | null;
  } | null;
  readonly lines: readonly StaffOrderLine[];
  readonly finalTotal: Cents;
  readonly captured: Cents;
  readonly refunded: Cents;
  /** Actions of this user now, in process order. */
  readonly events: readonly OrderAction[];
  /** When an undecided order times out; null: never. */
  readonly decideBy: Date | null;
  /** When preparation of an order for later must begin; null: as soon as possible. */
  readonly cookFrom: Date | null;
  /** Selected by default on Accept. */
  readonly suggestedMinutes: number;
  readonly reason: { readonly code: ReasonCode; readonly text: string } | null;
  /** Orders that are made and handed over with it. */
  readonly linked: readonly LinkedOrder[];
  /** It was added to another one. */
  readonly isAddOn: boolean;
  /** Changes by staff after acceptance: "+1 Fries". */
  readonly changes: readonly string[];
}

/** The response of a list page's form for one order. */
export interface OrderFormAnswer {
  readonly orderId: string;
  readonly event: string;
  /** "lost": the browser is offline; the server is not involved. */
  readonly kind: "lost" | "done" | "confirm" | "conflict" | "refused" | "payment" | "pending" | "invalid" | "not-found" | "forbidden";
  /** Text for the user: with "done" the result, with "confirm" a question. */
  readonly message: string;
  /** The value to send as `confirmed` after the user agrees. */
  readonly confirm?: string;
}

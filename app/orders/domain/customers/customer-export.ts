import type { OrderActor, OrderStatus, PaymentState } from "#app/orders/domain/order.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { Cents } from "#app/values/money.ts";

/** Everything the shop stores about one customer, as in the download. */
export interface CustomerExport {
  readonly customer: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    /** Normalised emails and phone numbers that identify the customer. */
    readonly contacts: readonly string[];
    readonly notes: string;
    readonly allergies: string;
    readonly tags: readonly string[];
    readonly isBlocked: boolean;
    readonly blockedReason: string;
    /** For marketing emails; null: not asked. */
    readonly marketingConsent: "given" | "withdrawn" | null;
    readonly consentSource: string;
    readonly consentAt: Date | null;
    readonly createdAt: Date;
  };
  /** Oldest first, also unpaid and abandoned checkouts. */
  readonly orders: readonly ExportedOrder[];
  readonly reviews: readonly {
    readonly createdAt: Date;
    readonly product: string;
    readonly authorName: string;
    readonly rating: number;
    readonly body: string;
    readonly status: string;
    readonly reply: string;
  }[];
  readonly emails: readonly {
    readonly createdAt: Date;
    readonly sentAt: Date | null;
    readonly recipient: string;
    readonly status: string;
    readonly subject: string | null;
    readonly text: string | null;
  }[];
  /** Carts with the customer's contacts that were not ordered, or not emptied since. */
  readonly carts: readonly {
    readonly updatedAt: Date;
    readonly draft: object;
    readonly postalCode: string | null;
    readonly lines: readonly { readonly product: string; readonly quantity: number; readonly note: string }[];
  }[];
  readonly promotions: readonly {
    readonly createdAt: Date;
    readonly promotion: string;
    readonly amountCents: Cents;
    readonly state: string;
  }[];
  readonly history: readonly {
    readonly at: Date;
    readonly by: string;
    readonly action: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

export interface ExportedOrder {
  /** Null until paid. */
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly checkoutAt: Date;
  readonly placedAt: Date | null;
  readonly fulfillment: Fulfillment;
  readonly requestedFor: Date | null;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: DeliveryAddress | null;
  readonly instructions: string;
  readonly allergyNote: string;
  /** Why it was rejected or cancelled, in staff's words. */
  readonly reason: string;
  readonly couponCodes: readonly string[];
  readonly lines: readonly {
    readonly name: string;
    readonly quantity: number;
    readonly options: readonly string[];
    readonly note: string;
    readonly unitPriceCents: Cents;
    readonly lineTotalCents: Cents;
    readonly discountCents: Cents;
  }[];
  readonly currency: string;
  readonly subTotalCents: Cents;
  readonly promotionDiscountCents: Cents;
  readonly deliveryFeeCents: Cents;
  readonly taxCents: Cents;
  readonly tipCents: Cents;
  readonly finalTotalCents: Cents;
  readonly paymentState: PaymentState;
  readonly capturedCents: Cents;
  readonly refundedCents: Cents;
  readonly payments: readonly {
    readonly providerId: string | null;
    readonly card: string | null;
    readonly status: string | null;
    readonly amountCents: Cents;
    readonly lastError: string | null;
  }[];
  readonly refunds: readonly {
    readonly createdAt: Date;
    readonly amountCents: Cents;
    readonly status: string;
    readonly reason: string;
  }[];
  readonly events: readonly {
    readonly at: Date;
    readonly actor: OrderActor;
    readonly event: string;
    readonly toStatus: OrderStatus;
    readonly data: Readonly<Record<string, unknown>>;
  }[];
}

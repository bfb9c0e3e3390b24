import type { Cents } from "#app/values/money.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** A preview cart made by staff; product and option ids. */
export interface OwnCart {
  readonly name: string;
  readonly fulfillment: Fulfillment;
  /** A code of another offer; "" = none. */
  readonly code: string;
  /** Local order time, "2026-11-20T15:00"; "" = while the promotion is active. */
  readonly at: string;
  /** The customer's email; "" = unknown. */
  readonly email: string;
  /** Orders that the customer placed before; 0 = a new customer. */
  readonly earlierOrders: number;
  /** Tags of the customer, separated by commas; "" = none. */
  readonly tags: string;
  /** Spent by the customer before, within the days that promotions count. */
  readonly spent: Cents;
  readonly lines: readonly {
    readonly productId: number;
    readonly quantity: number;
    readonly options: readonly { readonly templateId: number; readonly optionId: number; readonly quantity: number }[];
  }[];
}

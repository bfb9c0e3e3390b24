import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

/** A cart that staff made to try offers on; products and options by their numbers. */
export interface OwnCart {
  readonly name: string;
  readonly fulfillment: Fulfillment;
  /** For another offer; "" = none. */
  readonly code: string;
  /** When it is ordered, on the shop's clock, "2026-11-20T15:00"; "" = while the offer runs. */
  readonly at: string;
  /** The customer's email; "" = not known. */
  readonly email: string;
  /** Orders that the customer placed before; 0 = a new customer. */
  readonly earlierOrders: number;
  readonly lines: readonly {
    readonly productId: number;
    readonly quantity: number;
    readonly options: readonly { readonly templateId: number; readonly optionId: number; readonly quantity: number }[];
  }[];
}

import type { WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { RefundRequest } from "#app/orders/domain/changes/order-refunds.ts";
import type { TypedAddress } from "#app/store/domain/delivery/delivery-address.schema.ts";
import type { OrderActorFacts, ReasonCode } from "#app/orders/domain/order.ts";

/** A change of an order by staff; missing fields stay. */
export interface EditCommand {
  readonly event: "edit";
  readonly removeItemIds: readonly string[];
  /** New units by item; 0 removes it. */
  readonly units?: readonly { readonly id: string; readonly quantity: number }[];
  readonly add?: readonly WantedItem[];
  /** Actual weights of lines sold by weight, in their unit: grams, or hundredths of a pound. */
  readonly weights?: readonly { readonly id: string; readonly weight: number }[];
  /** Confirms low weights (`weightsToken`). */
  readonly confirmed?: string;
  /** The products of the removed items are sold out until the next opening. */
  readonly soldOut?: true;
  /** null: as soon as possible. */
  readonly requestedFor?: Date | null;
  readonly address?: TypedAddress;
  /** The order keeps its old delivery fee although the new address has a higher one. Left out: the higher one, where it can be charged. */
  readonly waiveFee?: true;
  /** The new total that staff saw; a different total is refused. */
  readonly expectedTotal?: number;
  /** Set by the workflow for email and history, because the lines are deleted afterwards. */
  readonly done?: EditDone;
}

export interface EditDone {
  /** "2 × Fries" */
  readonly removed: readonly string[];
  /** "+1 Fries", "2 → 1 Burger", "time 18:30 → 19:00" */
  readonly changes: readonly string[];
  /** The changes that also apply to its add-ons: time and address. */
  readonly moved?: readonly string[];
  /** The changes for the kitchen, without the address (docs/rules/roles.md). */
  readonly kitchen: readonly string[];
  /** The refund is the amount of these units, not the difference of totals. */
  readonly isByUnits: boolean;
  /** The order was weighed; no item was removed. */
  readonly isWeighed?: true;
}

/** Commands on a placed order; names as in the transition table. */
export type OrderCommand =
  /** `payAtPickup`: the card could not be charged; the customer pays at pickup. */
  | { readonly event: "accept"; readonly minutes: number; readonly payAtPickup?: boolean }
  | { readonly event: "reject"; readonly reason: ReasonCode; readonly text: string }
  | {
      readonly event: "cancel";
      readonly reason: ReasonCode;
      readonly text: string;
      readonly refund: "full" | "none" | { readonly amount: number };
      /** The items are not returned to stock. */
      readonly restock?: false;
    }
  | EditCommand
  | { readonly event: "delay"; readonly minutes: number }
  /** `restock`: the refunded units are returned to stock. */
  | { readonly event: "refund"; readonly request: RefundRequest; readonly reason: string; readonly restock?: true }
  | { readonly event: "note"; readonly text: string }
  /** An email to the customer. */
  | { readonly event: "message"; readonly text: string }
  /** `keepsStations`: a station reverted its own part; the other stations stay done. */
  | { readonly event: "undo"; readonly keepsStations?: true }
  /** `isReleased`: released by the provider or its dashboard, not expired. */
  | { readonly event: "hold_expired"; readonly isReleased: boolean }
  /** `given`: cash from the customer, in cents. */
  | { readonly event: "complete"; readonly given?: number }
  | { readonly event: "preparing" | "ready" | "out" | "arrived" | "time_out" };

export interface OrderEventRequest {
  readonly orderId: string;
  /** The version on screen; null: the current one (timers, customers). */
  readonly version: number | null;
  readonly actor: OrderActorFacts;
  readonly command: OrderCommand;
}

export const SYSTEM: OrderActorFacts = { kind: "system", userId: null, name: "Shop", isAdmin: false };
export const GUEST: OrderActorFacts = { kind: "guest", userId: null, name: "Customer", isAdmin: false };

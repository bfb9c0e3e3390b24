import type { WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { RefundRequest } from "#app/orders/domain/changes/order-refunds.ts";
import type { TypedAddress } from "#app/store/domain/delivery/delivery-address.schema.ts";
import type { OrderActorFacts, ReasonCode } from "#app/orders/domain/order.ts";

/** A change of an order by staff; what is left out stays. */
export interface EditCommand {
  readonly event: "edit";
  readonly removeItemIds: readonly string[];
  /** New units by item; 0 takes it out. */
  readonly units?: readonly { readonly id: string; readonly quantity: number }[];
  readonly add?: readonly WantedItem[];
  /** What lines sold by weight weigh, in their unit: grams, or hundredths of a pound. */
  readonly weights?: readonly { readonly id: string; readonly weight: number }[];
  /** Confirms low weights (`weightsToken`). */
  readonly confirmed?: string;
  /** The products of what is taken out are sold out until the next opening. */
  readonly soldOut?: true;
  /** null: as soon as possible. */
  readonly requestedFor?: Date | null;
  readonly address?: TypedAddress;
  /** Of another address with a higher delivery fee: the order pays the fee that it paid before. Left out: the higher one, where that can be charged. */
  readonly waiveFee?: true;
  /** The new total that staff saw; another one is refused. */
  readonly expectedTotal?: number;
  /** Set by the workflow, because the lines are gone afterwards: for email and history. */
  readonly done?: EditDone;
}

export interface EditDone {
  /** "2 × Fries" */
  readonly removed: readonly string[];
  /** "+1 Fries", "2 → 1 Burger", "time 18:30 → 19:00" */
  readonly changes: readonly string[];
  /** The part of them that also happens to its add-ons: time and address. */
  readonly moved?: readonly string[];
  /** What the kitchen reads: no address (docs/rules/roles.md). */
  readonly kitchen: readonly string[];
  /** The amount refunded is that of these units, not the difference of totals. */
  readonly isByUnits: boolean;
  /** It was weighed; nothing was taken out. */
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
      /** The goods are not put back into stock. */
      readonly restock?: false;
    }
  | EditCommand
  | { readonly event: "delay"; readonly minutes: number }
  /** `restock`: the refunded units are put back into stock. */
  | { readonly event: "refund"; readonly request: RefundRequest; readonly reason: string; readonly restock?: true }
  | { readonly event: "note"; readonly text: string }
  /** An email to the customer. */
  | { readonly event: "message"; readonly text: string }
  /** `keepsStations`: a station reverted its own part; other stations keep theirs. */
  | { readonly event: "undo"; readonly keepsStations?: true }
  /** `isReleased`: released by the provider or its dashboard, not expired. */
  | { readonly event: "hold_expired"; readonly isReleased: boolean }
  /** `given`: cash that the customer handed over, in cents. */
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

import type { RefundRequest } from "#app/orders/domain/changes/order-refunds.ts";
import type { OrderActorFacts, ReasonCode } from "#app/orders/domain/order.ts";

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
    }
  /** `removed`: "2 × Fries", for email and history; set by the workflow, because the lines are gone afterwards. */
  | { readonly event: "edit"; readonly removeItemIds: readonly string[]; readonly removed?: readonly string[] }
  | { readonly event: "delay"; readonly minutes: number }
  | { readonly event: "refund"; readonly request: RefundRequest; readonly reason: string }
  | { readonly event: "note"; readonly text: string }
  /** An email to the customer. */
  | { readonly event: "message"; readonly text: string }
  /** `keepsStations`: a station reverted its own part; other stations keep theirs. */
  | { readonly event: "undo"; readonly keepsStations?: true }
  /** `isReleased`: released by the provider or its dashboard, not expired. */
  | { readonly event: "hold_expired"; readonly isReleased: boolean }
  | { readonly event: "preparing" | "ready" | "out" | "complete" | "arrived" | "time_out" };

export interface OrderEventRequest {
  readonly orderId: string;
  /** The version on screen; null: the current one (timers, customers). */
  readonly version: number | null;
  readonly actor: OrderActorFacts;
  readonly command: OrderCommand;
}

export const SYSTEM: OrderActorFacts = { kind: "system", userId: null, name: "Shop", isAdmin: false };
export const GUEST: OrderActorFacts = { kind: "guest", userId: null, name: "Customer", isAdmin: false };

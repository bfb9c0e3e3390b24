import type { RefundRequest } from "#app/orders/domain/changes/order-refunds.ts";
import type { OrderActorFacts, ReasonCode } from "#app/orders/domain/order.ts";

/** What can be asked of a placed order, with what it needs. The event names are those of the transition table. */
export type OrderCommand =
  /** `payAtPickup`: the card could not be charged; the customer pays at the counter. */
  | { readonly event: "accept"; readonly minutes: number; readonly payAtPickup?: boolean }
  | { readonly event: "reject"; readonly reason: ReasonCode; readonly text: string }
  | {
      readonly event: "cancel";
      readonly reason: ReasonCode;
      readonly text: string;
      readonly refund: "full" | "none" | { readonly amount: number };
    }
  /** `removed`: "2 × Fries", for the mail and the story; the workflow adds it, because the lines are gone afterwards. */
  | { readonly event: "edit"; readonly removeItemIds: readonly string[]; readonly removed?: readonly string[] }
  | { readonly event: "delay"; readonly minutes: number }
  | { readonly event: "refund"; readonly request: RefundRequest; readonly reason: string }
  | { readonly event: "note"; readonly text: string }
  /** `keepsStations`: one station has taken its part back itself, what the others have made stays made. */
  | { readonly event: "undo"; readonly keepsStations?: true }
  /** `isReleased`: the hold did not run out, the provider or somebody with access to it released it. */
  | { readonly event: "hold_expired"; readonly isReleased: boolean }
  | { readonly event: "preparing" | "ready" | "out" | "complete" | "arrived" | "time_out" };

export interface OrderEventRequest {
  readonly orderId: string;
  /** The version the asking screen shows; null = whatever it is now (timers, the customer's page). */
  readonly version: number | null;
  readonly actor: OrderActorFacts;
  readonly command: OrderCommand;
}

export const SYSTEM: OrderActorFacts = { kind: "system", userId: null, name: "Shop", isAdmin: false };
export const GUEST: OrderActorFacts = { kind: "guest", userId: null, name: "Customer", isAdmin: false };

import * as texts from "#texts/orders/together.ts";
import { statusLabel, type OrderStatus } from "#app/orders/domain/order.ts";

/** A linked order, as both an order and its add-on show the other. */
export interface LinkedOrder {
  readonly id: string;
  /** "" until it is paid. */
  readonly number: string;
  readonly status: OrderStatus;
}

/** Whether an order can be added to one in this state: until it is handed over or on its way. */
export function takesAddOns(status: OrderStatus): boolean {
  return status === "received" || status === "accepted" || status === "preparing" || status === "ready";
}

/** "Goes with A-042"; an ended or unpaid order is marked as such. */
export function goesWithWords({ number, status }: LinkedOrder): string {
  const name = number === "" ? "an order by payment link" : number;
  const isPlain = status !== "awaiting_payment" && status !== "rejected" && status !== "cancelled" && status !== "completed";
  return isPlain ? `Goes with ${name}` : `Goes with ${name}: ${statusLabel(status).toLowerCase()}`;
}

/** The same for customers, as a sentence without a full stop. */
export function togetherWords(linked: LinkedOrder): string {
  const { number, status } = linked;
  if (number === "") return texts.notPaidYet;
  if (status === "rejected") return texts.goesWithRejected(number);
  return status === "cancelled" ? texts.goesWithCancelled(number) : texts.madeTogether(number);
}

import type { TakeOrder } from "#app/checkout/workflows/place/take-order.server.ts";

let keys = 0;

/** A telephone order for pickup as soon as possible, paid at the end, each with its own key and customer. */
export function takenOrderOf(items: TakeOrder["items"], expectedTotal: number, changes: Partial<TakeOrder> = {}): TakeOrder {
  keys += 1;
  return {
    actor: { kind: "staff", userId: 7, name: "Ana", isAdmin: false },
    idempotencyKey: `key ${keys}`,
    requestHash: "body",
    source: "telephone",
    customer: { name: "Bo Li", email: "", phone: `+1 416 555 ${String(2000 + keys)}` },
    items,
    couponCodes: [],
    fulfillment: "pickup",
    requestedFor: null,
    address: null,
    instructions: "",
    allergyNote: "",
    minutes: 25,
    paidBy: null,
    isByLink: false,
    discount: null,
    expectedTotal,
    ...changes,
  };
}

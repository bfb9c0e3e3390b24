import * as texts from "#texts/checkout/placed-order.ts";
import type { OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";

/** The same for customers and staff. */
export const NO_SUCH_ORDER = texts.noSuchOrder;

type Statuses = Readonly<Record<OrderEventAnswer["kind"], number>>;

/** The HTTP status of each outcome of a staff action on an order, in forms and JSON calls. The sentence comes with the outcome. */
export const STAFF_STATUS = {
  done: 200,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  payment: 409,
  refused: 422,
  confirm: 422,
  pending: 503,
} as const satisfies Statuses;

/** The sentence of an outcome that is not done, for JSON calls: for a confirmation, it names the field to send. */
export function refusalDetail(answer: Exclude<OrderEventAnswer, { kind: "done" | "not-found" }>): string {
  if (answer.kind !== "confirm") return answer.message;
  return `${answer.message} To save it, send the call again with "confirmed": "${answer.confirm}".`;
}

/** The same for a customer's action on their order. */
export const GUEST_STATUS = {
  done: 200,
  forbidden: 409,
  "not-found": 404,
  conflict: 409,
  payment: 409,
  refused: 409,
  confirm: 409,
  pending: 503,
} as const satisfies Statuses;

import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";

/**
 * The state of an order after reading its payment.
 * - placed: it is an order of the shop, now or since before.
 * - pending: not paid yet; the customer may try (again).
 * - ended: abandoned; nothing was or will be charged.
 * - mismatch: the provider's payment does not match the order; never counted as paid.
 * - unreachable: the provider gave no usable response; retry later.
 */
export type Settlement =
  | { readonly kind: "placed" | "pending" | "ended"; readonly order: OrderRow }
  | {
      readonly kind: "mismatch";
      readonly order: OrderRow;
      /** It was not made for this order, so this shop must not change it. */ readonly isForeign: boolean;
    }
  | { readonly kind: "unreachable"; readonly order: OrderRow | undefined };

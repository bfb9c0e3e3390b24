import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { insertProduct } from "./catalogue.ts";
import { cartWith, checkoutOf, orderOf, placedOf } from "./checkouts.ts";
import { readOrder } from "./paid-orders.ts";
import type { TestShop } from "./shop.ts";

/** May not refund. */
const STAFF = { kind: "staff", userId: null, name: "Ben", isAdmin: false } as const;
/** May refund. */
export const OWNER = { ...STAFF, name: "Ana", isAdmin: true } as const;

export async function actOn(shop: TestShop, id: string, command: OrderCommand, version?: number) {
  const actor = command.event === "refund" ? OWNER : STAFF;
  return applyOrderEvent(shop.services, { orderId: id, version: version ?? (await readOrder(shop, id)).version, actor, command });
}

/** 500 g of salmon at $12.00 / kg, $6.00 and 13 % tax, on a card that is authorized, or charged if it is accepted. */
export async function orderSalmon(shop: TestShop, isAccepted: boolean, product: Parameters<typeof insertProduct>[1] = {}) {
  const { services } = shop;
  const productId = await insertProduct(services.db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 100, ...product });
  const cartId = await cartWith(shop, productId, 5);
  const { priced } = await getCart(services, cartId);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, priced.finalTotal)));
  await shop.confirm(placed.clientSecret);
  const { id } = await orderOf(services.db, placed.orderToken);
  await settleOrder(services, id);
  if (isAccepted && (await actOn(shop, id, { event: "accept", minutes: 20 })).kind !== "done") throw new Error("it was not accepted");
  const [item] = await listOrderItems(services.db, id);
  if (item === undefined) throw new Error("it has no line");
  /** Weighs it, and confirms a low weight. */
  const weigh = async (weight: number, version?: number) => {
    const command = { event: "edit", removeItemIds: [], weights: [{ id: item.id, weight }] } as const;
    const answer = await actOn(shop, id, command, version);
    return answer.kind === "confirm" ? actOn(shop, id, { ...command, confirmed: answer.confirm }, version) : answer;
  };
  return { id, productId, item, weigh };
}

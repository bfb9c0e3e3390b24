import { goesWithWords, type LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { staffActions, staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { isOwed } from "#app/orders/domain/handover-payment.ts";
import type { DeliveryCardFacts } from "#app/orders/ui/staff/deliveries/delivery-card.tsx";
import { finalTotalOf, orderFormat, orderState, permissionRules } from "#app/orders/workflows/stored-order.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { inCash } from "#app/values/money/cash-rounding.ts";
import { formatMoney } from "#app/values/money.ts";

interface Reader {
  readonly user: StaffUser;
  readonly settings: Settings;
  readonly now: Date;
  readonly handlesOrders: boolean;
  readonly couriers: readonly { readonly id: number; readonly name: string }[];
  /** Orders delivered together with these, by order. */
  readonly linked: ReadonlyMap<string, readonly LinkedOrder[]>;
}

/** A delivery card. Name, telephone and notes are only for order staff and for the assigned courier. */
export function deliveryCard(order: OrderRow, reader: Reader): DeliveryCardFacts {
  const { user, settings, now } = reader;
  const isOwn = order.courierId === user.id;
  const isShown = isOwn || reader.handlesOrders;
  const isToPay = isOwed({ paymentState: order.paymentState, paidBy: order.paidBy, finalTotal: finalTotalOf(order) });
  return {
    id: order.id,
    number: `${order.number ?? ""}${order.isTest ? ", test order" : ""}`,
    version: order.version,
    status: order.status,
    promisedAt: order.promisedAt,
    address: order.address === null ? "" : addressLine(order.address),
    name: isShown ? order.customerName : "",
    phone: isShown ? order.customerPhone : "",
    instructions: isShown ? order.instructions : "",
    goesWith: reader.linked.get(order.id)?.map(goesWithWords) ?? [],
    toCollect: isToPay ? formatMoney(inCash(finalTotalOf(order), order.currency), orderFormat(order, settings)) : null,
    owed: isToPay ? finalTotalOf(order) : 0,
    currency: order.currency,
    isOwn,
    courierId: order.courierId,
    courier: reader.couriers.find(({ id }) => id === order.courierId)?.name ?? null,
    events: isShown ? staffActions(orderState(order), staffActor(user), now, permissionRules(settings)) : [],
  };
}

/** The cash collected for these delivered orders, in the shop's currency; orders in another currency are left out. */
export function collectedAmount(orders: readonly OrderRow[], settings: Settings): number {
  return orders
    .filter((order) => !order.isTest && order.currency === settings.CURRENCY.toLowerCase())
    .filter((order) => isOwed({ paymentState: order.paymentState, paidBy: order.paidBy, finalTotal: finalTotalOf(order) }))
    .reduce((sum, order) => sum + inCash(finalTotalOf(order), order.currency), 0);
}

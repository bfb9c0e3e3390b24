import { weightWire } from "#app/routes/api/wire/cart-wire.ts";
import { taxLinesWire } from "#app/routes/api/wire/order-status-wire.ts";
import { withKnownAllergies } from "#app/orders/data/customers/customers-of-orders.server.ts";
import type { OrderDetail } from "#app/orders/data/orders.server.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { majorUnits } from "#app/values/money.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { staffActions, staffAsker } from "#app/orders/domain/changes/order-permissions.ts";
import type { ChangePreview } from "#app/orders/workflows/changes/preview-change.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import type { Visitor } from "#app/staff/domain/permissions.ts";
import { finalTotalOf, orderState, permissionRules } from "#app/orders/workflows/stored-order.server.ts";

const instant = (at: Date | null) => at?.toISOString() ?? null;

/** The reader of the response, which lists what this user may do. */
export interface WireReader {
  readonly db: Db;
  readonly user: Visitor | null;
  readonly settings: Settings;
  readonly now: Date;
}

/** The effect of a change, with amounts in major units. */
export function changePreviewWire({ before, after, changes, money, notes, fee, confirm, addOn }: ChangePreview, currency: string) {
  return {
    before: majorUnits(before, currency),
    after: majorUnits(after, currency),
    changes,
    money,
    notes,
    delivery_fee:
      fee === null
        ? null
        : {
            before: majorUnits(fee.before, currency),
            asked: majorUnits(fee.asked, currency),
            after: majorUnits(fee.after, currency),
            can_waive: fee.isChoice,
          },
    confirm,
    add_on:
      addOn === null
        ? null
        : {
            total: majorUnits(addOn.total, currency),
            net: majorUnits(after + addOn.total - before, currency),
            difference: addOn.difference,
          },
  };
}

/** An order in a list, with the API's field names; amounts in major units. `created` of the payment intent is in epoch seconds. */
function rowWire(order: OrderRow, { user, settings, now }: WireReader) {
  const asker = staffAsker(user ?? { roles: [] });
  return {
    id: order.id,
    number: order.number,
    receipt_number: order.receiptNumber,
    status: order.status,
    payment_state: order.paymentState,
    payment_problem: order.paymentProblem,
    is_settling: order.pendingAction !== null,
    version: order.version,
    is_test: order.isTest,
    stripe:
      order.paymentIntent === null
        ? null
        : { paymentIntent: { id: order.paymentIntent.id, status: order.paymentIntent.status, created: order.paymentIntent.created } },
    source: order.source,
    paid_by: order.paidBy,
    goes_with: order.goesWith,
    fulfillment: order.fulfillment,
    requested_for: instant(order.requestedFor),
    promised_at: instant(order.promisedAt),
    customer: { name: order.customerName, email: order.customerEmail, phone: order.customerPhone },
    address: order.address,
    instructions: order.instructions,
    allergy_note: order.allergyNote,
    coupon_codes: order.couponCodes,
    currency: order.currency,
    subTotal: majorUnits(order.subTotalCents, order.currency),
    promotion_discount: majorUnits(order.promotionDiscountCents, order.currency),
    delivery_fee: majorUnits(order.deliveryFeeCents, order.currency),
    tax: majorUnits(order.taxCents, order.currency),
    tax_included: order.isTaxIncluded,
    tax_lines: taxLinesWire(order),
    tip: majorUnits(order.tipCents, order.currency),
    total: majorUnits(order.totalCents, order.currency),
    final_total: majorUnits(finalTotalOf(order), order.currency),
    captured: majorUnits(order.capturedCents, order.currency),
    refunded: majorUnits(order.refundedCents, order.currency),
    applied_promotions: order.appliedPromotions.map((promotion) => ({
      /** null: created by staff. */
      id: promotion.byStaff === undefined ? promotion.promotionId : null,
      title: promotion.title,
      code: promotion.code,
      amount: majorUnits(promotion.amount, order.currency),
    })),
    reason: order.reasonCode === null ? null : { code: order.reasonCode, text: order.reasonText },
    placed_at: instant(order.placedAt),
    accepted_at: instant(order.acceptedAt),
    ready_at: instant(order.readyAt),
    completed_at: instant(order.completedAt),
    ended_at: instant(order.endedAt),
    arrived_at: instant(order.arrivedAt),
    /** Events, and "accept_at_pickup" and "cancel_in_part" where this reader may use them. */
    next_events: staffActions(orderState(order), asker, now, permissionRules(settings)),
  };
}

/** Orders of a list, with their customers' stored allergies. */
export async function orderRowsWire(orders: readonly OrderRow[], reader: WireReader) {
  return (await withKnownAllergies(reader.db, orders)).map((order) => rowWire(order, reader));
}

/** One order of a list. */
export async function orderRowWire(order: OrderRow, reader: WireReader) {
  const [row] = await orderRowsWire([order], reader);
  return row;
}

/** The whole order, including lines, history and refunds. */
export async function orderDetailWire({ order, items, events, refunds }: OrderDetail, reader: WireReader) {
  const refunded = refundedQuantities(
    order.paymentState,
    items,
    refunds.filter(({ status }) => status !== "failed" && status !== "canceled"),
  );
  return {
    ...(await orderRowWire(order, reader)),
    items: items.map((item) => ({
      id: item.id,
      product_id: item.productId,
      name: item.name,
      kitchen_name: item.kitchenName,
      qty: item.quantity,
      refunded_qty: refunded[item.id] ?? 0,
      unit_price: majorUnits(item.unitPriceCents, order.currency),
      line_total: majorUnits(item.lineTotalCents, order.currency),
      discount: majorUnits(item.discountCents, order.currency),
      tax: majorUnits(item.taxCents, order.currency),
      weight: weightWire(item.weight),
      note: item.note,
      is_free_item: item.isFreeItem,
      options: item.options.map((option) => ({
        group: option.group,
        name: option.name,
        kitchen_name: option.kitchenName,
        qty: option.quantity,
        free_qty: option.freeQuantity,
        price_delta: majorUnits(option.priceDelta, order.currency),
      })),
    })),
    events: events.map((event) => ({
      at: event.at.toISOString(),
      actor: event.actor,
      name: event.actorName,
      event: event.event,
      from: event.fromStatus,
      to: event.toStatus,
      data: event.data,
    })),
    refunds: refunds.map((refund) => ({
      id: refund.id,
      amount: majorUnits(refund.amountCents, order.currency),
      status: refund.status,
      reason: refund.reason,
      by: refund.userName,
      created_at: refund.createdAt.toISOString(),
    })),
  };
}

import { lockCart } from "#app/cart/data/carts.server.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { listStockWanted } from "#app/orders/data/order-holds.server.ts";
import { findOrder, lockOrder, noteOnOrder, setHolds, updateOrder, type OrderRow } from "#app/orders/data/order-placement.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { paymentStateOf } from "#app/payments/domain/provider-status.ts";
import { transition } from "#app/orders/domain/order-transitions.ts";
import type { PaymentIntentFacts } from "#app/payments/gateway/gateway.server.ts";
import { autoAccept } from "#app/orders/workflows/auto-accept.server.ts";
import { SYSTEM } from "#app/orders/workflows/order-command.server.ts";
import { finalTotalOf, orderState, storedIntent } from "#app/orders/workflows/order-facts.server.ts";
import { finishRefusedOrder } from "./refuse-order.server.ts";
import { receiveOrder } from "./receive-order.server.ts";
import type { Settlement } from "./settlement.server.ts";
import { writeAbandoned } from "#app/orders/workflows/release-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { takeStock } from "#app/catalogue/data/stock.server.ts";
import { listExceededPromotions, listUses, moveUses } from "#app/promotions/data/uses.server.ts";

/**
 * Looks at the order's payment at the provider and, when it is held or taken, makes the order received: exactly once, whoever comes first
 * (return page, status poll, webhook, reconciler). Neither a return address nor an event is believed; only the provider's answer, compared
 * with the stored order. Safe to call at any time and any number of times.
 */
export async function settleOrder(services: WorkflowServices, orderId: string): Promise<Settlement> {
  const order = await findOrder(services.db, orderId);
  if (order === undefined) return { kind: "unreachable", order };
  if (order.status !== "awaiting_payment") return resting(order);
  if (order.pendingAction !== null) return finishRefusedOrder(services, orderId);
  if (order.paymentIntentId === null) return { kind: "pending", order };
  const { gateway } = await services.payments.current();
  const answer = await gateway.retrieveIntent(order.paymentIntentId);
  if (!answer.ok) {
    services.log.warn({ orderId, intentId: order.paymentIntentId, failure: answer.kind, code: answer.code }, "a payment could not be read");
    return { kind: "unreachable", order };
  }
  const { intent } = answer;
  const paymentState = paymentStateOf(intent.status);
  if (paymentState === "pending") {
    await noteOnOrder(services.db, orderId, { paymentIntent: storedIntent(intent), reconciledAt: services.now() });
    return { kind: "pending", order: { ...order, paymentIntent: storedIntent(intent) } };
  }
  if (paymentState === "voided") return endUnpaid(services, orderId, intent);
  const mismatch = findMismatch(order, intent, gateway.livemode);
  if (mismatch !== null) return noteMismatch(services, order, intent, mismatch);
  const settled = await inTransaction(services.db, (tx) => receivePaid(tx, services, orderId, intent));
  if (settled.kind === "refused") return finishRefusedOrder(services, orderId);
  return settled.kind === "received" ? { kind: "placed", order: await autoAccept(services, settled.order) } : settled;
}

function resting(order: OrderRow): Settlement {
  return { kind: order.status === "abandoned" ? "ended" : "placed", order };
}

/** What differs between the payment and the order it is said to pay; null when all is right. */
function findMismatch(order: OrderRow, intent: PaymentIntentFacts, livemode: boolean): string | null {
  const paid = intent.status === "succeeded" ? intent.amountReceived : intent.amountCapturable;
  if (intent.orderId !== order.id) return "it names another order";
  if (intent.currency !== "usd") return "it is in another currency";
  if (intent.amount !== finalTotalOf(order) || paid !== finalTotalOf(order)) return "its amount differs from the order's total";
  return intent.livemode === livemode ? null : "it was made in another mode (test or live)";
}

async function noteMismatch(
  services: WorkflowServices,
  order: OrderRow,
  intent: PaymentIntentFacts,
  mismatch: string,
): Promise<Settlement> {
  services.log.error(
    { orderId: order.id, intentId: intent.id, amount: intent.amount, expected: finalTotalOf(order), mismatch },
    "a payment does not fit its order",
  );
  const row = await inTransaction(services.db, async (tx) => {
    const locked = await lockOrder(tx, order.id);
    if (locked === undefined || locked.status !== "awaiting_payment" || locked.paymentProblem !== null) return locked;
    return updateOrder(tx, order.id, {
      paymentIntent: storedIntent(intent),
      paymentProblem: `The payment ${intent.id} was not accepted: ${mismatch}.`,
    });
  });
  return { kind: "mismatch", order: row ?? order, isForeign: intent.orderId !== order.id };
}

async function endUnpaid(services: WorkflowServices, orderId: string, intent: PaymentIntentFacts): Promise<Settlement> {
  return inTransaction(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return { kind: "unreachable", order };
    const ended = await writeAbandoned(tx, order, services.now(), { paymentIntent: storedIntent(intent) });
    return resting(ended ?? order);
  });
}

/**
 * - received: this very call made it an order of the shop.
 * - refused: the hold had run out meanwhile and what it held is gone; the payment must be undone.
 */
type Received = { readonly kind: "received"; readonly order: OrderRow } | { readonly kind: "refused" };

async function receivePaid(
  tx: Db,
  services: WorkflowServices,
  orderId: string,
  intent: PaymentIntentFacts,
): Promise<Settlement | Received> {
  const known = await findOrder(tx, orderId);
  // Cart before order, everywhere: so nobody waits for the other in a circle.
  const cartId = known?.cartId ?? null;
  if (cartId !== null) await lockCart(tx, cartId);
  const order = await lockOrder(tx, orderId);
  if (order === undefined) return { kind: "unreachable", order };
  if (order.status !== "awaiting_payment") return resting(order);
  if (order.pendingAction !== null) return { kind: "refused" };
  const paymentState = paymentStateOf(intent.status);
  const moved = transition({ ...orderState(order), paymentState }, "payment_authorized", "system", services.now());
  if (!moved.ok) throw new Error(`an awaiting order refused its payment: ${moved.error.message}`);
  const lost = await retakeHolds(tx, order);
  if (lost !== null) {
    const isTaken = intent.status === "succeeded";
    await updateOrder(tx, orderId, {
      paymentIntent: storedIntent(intent),
      paymentState,
      capturedCents: intent.amountReceived,
      reasonCode: "item_unavailable",
      reasonText: lost,
      pendingAction: {
        kind: isTaken ? "refund" : "void",
        amount: finalTotalOf(order),
        key: `order_${orderId}_undo`,
        event: "abandon",
        actor: SYSTEM,
        command: { event: "abandon" },
        refundId: null,
      },
    });
    return { kind: "refused" };
  }
  const settings = await readSettings(tx);
  const money = { paymentState, capturedCents: intent.amountReceived, paymentIntent: storedIntent(intent) };
  return { kind: "received", order: await receiveOrder(tx, services, order, settings, money, "payment_authorized") };
}

/** Takes again what an expired hold gave back. A sentence for the customer when something is gone; then nothing is taken. */
async function retakeHolds(tx: Db, order: OrderRow): Promise<string | null> {
  if (order.isStockTaken) return null;
  const uses = await listUses(tx, order.id);
  await lockPromotions(
    tx,
    uses.map((use) => use.promotionId),
    uses.flatMap((use) => use.couponCodeId ?? []),
  );
  await moveUses(tx, order.id, ["released"], "held");
  if ((await listExceededPromotions(tx, order.id)).length > 0) {
    await moveUses(tx, order.id, ["held"], "released");
    return "A promotion of your order was used up before your payment arrived.";
  }
  if ((await takeStock(tx, await listStockWanted(tx, order.id))).length > 0) {
    await moveUses(tx, order.id, ["held"], "released");
    return "It was sold out before your payment arrived.";
  }
  await setHolds(tx, order.id, { isStockTaken: true, holdExpiresAt: null });
  return null;
}

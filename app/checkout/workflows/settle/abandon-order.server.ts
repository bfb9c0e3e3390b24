import { findOrder, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { SYSTEM } from "#app/orders/workflows/changes/order-command.server.ts";
import { writeAbandoned } from "#app/orders/workflows/changes/release-order.server.ts";
import { undoPaymentsOf } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { findWantedIntent } from "#app/payments/data/payment-intents.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { settleOrder } from "./settle-order.server.ts";

/**
 * - ended: it can no longer be paid, and its reservations are released.
 * - placed: it had been paid after all and is an order of the shop.
 * - busy: a bank is deciding right now.
 * - unreachable: the provider gave no usable response; nothing was changed.
 */
export type Abandonment = { readonly kind: "ended" | "placed" | "busy"; readonly order: OrderRow } | { readonly kind: "unreachable" };

/** Retries after the payment was created meanwhile. */
const ROUNDS = 3;

/**
 * Ends an unpaid checkout (after 60 minutes, replaced, cart changed, or abandoned). Decides under the order's lock, then ends the payment, so an
 * order received meanwhile keeps its authorization. `actor`: staff who end it themselves. A card accepted after the decision is released by `undoPaymentsOf` or the reconciler.
 */
export async function abandonOrder(services: WorkflowServices, orderId: string, actor: OrderActorFacts = SYSTEM): Promise<Abandonment> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const tried = await tryToAbandon(services, orderId, actor);
    if (tried !== "again") return tried;
  }
  return { kind: "unreachable" };
}

async function tryToAbandon(services: WorkflowServices, orderId: string, actor: OrderActorFacts): Promise<Abandonment | "again"> {
  const before = await findOrder(services.db, orderId);
  if (before === undefined) return { kind: "unreachable" };
  let isMismatch = false;
  if (before.paymentIntentId !== null) {
    const settled = await settleOrder(services, orderId);
    if (settled.kind === "placed" || settled.kind === "ended") return { kind: settled.kind, order: settled.order };
    if (settled.kind === "unreachable") return { kind: "unreachable" };
    isMismatch = settled.kind === "mismatch";
  }
  const abandoned = await inTransaction(services.db, async (tx): Promise<Abandonment | "again"> => {
    const order = await lockOrder(tx, orderId);
    if (order === undefined) return { kind: "unreachable" };
    if (order.status !== "awaiting_payment") return { kind: order.status === "abandoned" ? "ended" : "placed", order };
    const wanted = await findWantedIntent(tx, orderId);
    // Refresh a payment whose secret may have been sent since.
    const isOther = wanted !== undefined && wanted.providerId !== null && wanted.providerId !== before.paymentIntentId;
    if (isOther) return "again";
    // Not endable, or paid: the bank or staff decide.
    if (wanted?.status === "processing" || wanted?.status === "succeeded") return { kind: "busy", order };
    // Another refresh found it paid.
    if (wanted?.status === "requires_capture" && !isMismatch) return "again";
    const ended = await writeAbandoned(tx, order, services.now(), {}, actor);
    if (ended !== undefined && actor.kind === "staff") {
      const [before, after] = [{ status: order.status }, { status: ended.status }];
      await recordAudit(tx, {
        userId: actor.userId,
        userName: actor.name,
        action: "order-abandon",
        subject: `order ${order.id}`,
        before,
        after,
      });
    }
    return ended === undefined ? { kind: "busy", order } : { kind: "ended", order: ended };
  });
  if (abandoned !== "again" && abandoned.kind === "ended" && before.paymentIntentId !== null) await undoPaymentsOf(services, orderId);
  return abandoned;
}

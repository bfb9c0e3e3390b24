import { lockSlots } from "#app/cart/data/slot-lock.server.ts";
import { lockStock, returnStock, takenOf, takeStock } from "#app/catalogue/data/stock.server.ts";
import { holdClosings } from "#app/orders/data/closing/day-closings.server.ts";
import { removeStationsDone } from "#app/orders/data/counter/stations.server.ts";
import { listOpenAddOns, listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { updateOrder } from "#app/orders/data/order/update-order.server.ts";
import { NOTHING_TAKEN, replaceOrderItems } from "#app/orders/data/refunds.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { markSoldOutToday } from "#app/orders/workflows/counter/mark-sold-out.server.ts";
import { amountColumns, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { forgetIfChanged } from "#app/platform/db/cached.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { correctUses, listUses } from "#app/promotions/data/uses.server.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { formatMoney } from "#app/values/money.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { EditCommand } from "./order-command.server.ts";
import { planChange } from "./plan-change.server.ts";
import type { ChangePlan } from "#app/orders/workflows/weighing/plan-parts.server.ts";
import { unconfirmedWeights, type Unconfirmed } from "#app/orders/workflows/weighing/confirm-weights.server.ts";
import { mayBeCounted, type ChangeRefusal } from "./wanted-lines.server.ts";

/** A changed order, and further effects of its event. */
export interface ChangedOrder extends Pick<ChangePlan, "refund" | "done" | "addOns"> {
  readonly order: OrderRow;
  /** Old − new total, as written. */
  readonly released: number;
}

/** Changes a locked order in the caller's transaction: lines, stock, uses of promotions, amounts, time and address. */
export async function changeOrder(
  tx: Db,
  services: WorkflowServices,
  { order, command, actor }: { readonly order: OrderRow; readonly command: EditCommand; readonly actor: OrderActorFacts },
  settings: Settings,
): Promise<Result<ChangedOrder, ChangeRefusal | Unconfirmed>> {
  await lockForChange(tx, order, command, settings);
  const now = services.now();
  const planned = await planChange(tx, { order, command, settings, now, actor });
  if (!planned.ok) return planned;
  const { after } = planned.value;
  if (command.expectedTotal !== undefined && command.expectedTotal !== after) {
    const total = formatMoney(after, orderFormat(order, settings));
    return fail({ code: "refused", message: `The new total is ${total} by now. Look at it, then save again.` });
  }
  const unconfirmed = unconfirmedWeights({ order, command, settings }, planned.value);
  if (unconfirmed !== null) return fail(unconfirmed);
  const { repriced, grown, held, newLines, terms, addOns = [], refund, done } = planned.value;
  const takenOut = command.soldOut === true ? await listTakenOut(tx, order.id, command) : [];
  const { isStockTaken } = order;
  if (isStockTaken && repriced !== null) await lockStock(tx, [...grown, ...held]);
  const taken = isStockTaken && repriced !== null ? await takeStock(tx, grown, order.id) : null;
  if (taken?.isShort === true) return fail({ code: "refused", message: "Too few are left of what was added. Look at the stock." });
  if (repriced !== null) {
    await correctUses(tx, order.id, repriced.applied);
    const takenOfItem = (id: string) => {
      const line = grown.find(({ itemId }) => itemId === id);
      return line === undefined || taken === null ? NOTHING_TAKEN : takenOf(line, taken);
    };
    const returned = await replaceOrderItems(tx, order.id, repriced.items, { newLines, takenOfItem });
    if (isStockTaken) await returnStock(tx, returned, order.id);
  }
  const changed = await updateOrder(tx, order.id, {
    ...(repriced === null ? {} : { ...amountColumns(repriced.amounts), appliedPromotions: repriced.applied }),
    ...terms,
  });
  if (grown.length > 0) await removeStationsDone(tx, order.id);
  if (command.soldOut === true) await markSoldOutToday(tx, { actor, settings, now }, takenOut);
  return ok({ order: changed, refund, done, addOns, released: repriced?.released ?? 0 });
}

/** Products of the removed lines; read before the lines are deleted. */
async function listTakenOut(tx: Db, orderId: string, { removeItemIds, units = [] }: EditCommand): Promise<readonly number[]> {
  const ids = new Set([...removeItemIds, ...units.filter(({ quantity }) => quantity === 0).map(({ id }) => id)]);
  return (await listOrderItems(tx, orderId)).filter(({ id }) => ids.has(id)).map(({ productId }) => productId);
}

/** Locks linked orders, closed days, slots, then promotions, like everywhere. */
async function lockForChange(tx: Db, order: OrderRow, command: EditCommand, settings: Settings): Promise<void> {
  if (command.requestedFor !== undefined || command.address !== undefined) await listOpenAddOns(tx, order.id).for("update");
  if (mayBeCounted(order)) await holdClosings(tx);
  const { slotMaxOrders, slotMaxItems } = orderingSettings(settings);
  const isOtherTime = command.requestedFor !== undefined && (slotMaxOrders > 0 || slotMaxItems > 0);
  if (isOtherTime) await lockSlots(tx);
  const uses = await listUses(tx, order.id);
  await lockPromotions(
    tx,
    uses.map(({ promotionId }) => promotionId),
    [],
  );
  if (isOtherTime || uses.length > 0) await forgetIfChanged(tx);
}

import { asSentence } from "#texts/orders/mail/sentences.ts";
import * as texts from "#texts/orders/together.ts";
import { listLinkedOrders, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { refundedForSwap } from "#app/orders/data/order/order-events.server.ts";
import { togetherWords, type LinkedOrder } from "#app/orders/domain/changes/add-on.ts";
import { differenceWords } from "#app/orders/domain/changes/order-change.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { finalTotalOf, orderFormat } from "./stored-order.server.ts";

/** The refund for items removed from an add-on's order and the add-on's price, as one difference; null: no refund. */
export async function readDifference(
  db: Db,
  { order, settings }: { readonly order: OrderRow; readonly settings: Settings },
  linked: readonly LinkedOrder[],
): Promise<string | null> {
  const first = linked.find(({ id }) => id === order.goesWith);
  if (first === undefined) return null;
  const back = await refundedForSwap(db, first.id, order.id);
  const words = differenceWords("card", back, finalTotalOf(order), orderFormat(order, settings));
  return back === 0 ? null : texts.withChangeOf(first.number, words);
}

/** Sentences for the customer about orders that go with this one. */
export async function readTogetherWords(db: Db, order: OrderRow, settings: Settings): Promise<readonly string[]> {
  const linked = (await listLinkedOrders(db, [order])).get(order.id) ?? [];
  const difference = await readDifference(db, { order, settings }, linked);
  return [...linked.map(togetherWords), ...(difference === null ? [] : [difference])].map(asSentence);
}

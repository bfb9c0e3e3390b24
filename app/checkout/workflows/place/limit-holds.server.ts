import * as texts from "#texts/checkout/refusals.ts";
import { countOpenHolds, countUnpaidOrders, lockVisitor, type Holder } from "#app/checkout/data/open-holds.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  CHECKOUT_HOLD_MINUTES,
  MAX_HOLDS_OF_ADDRESS,
  MAX_HOLDS_OF_CUSTOMER,
  MAX_HOLDS_OF_SAME_STOCK,
  MAX_HOLDS_OF_SAME_STOCK_OF_SITE,
  MAX_HOLDS_OF_SITE,
  MAX_UNPAID_OF_ADDRESS,
  MAX_UNPAID_OF_CUSTOMER,
  MAX_UNPAID_OF_SITE,
} from "#app/values/limits.ts";
import { addMinutes } from "#app/values/time.ts";
import type { CheckoutRefusal, Sender } from "./checkout-result.server.ts";

/**
 * Refuses a reservation to a visitor with too many unpaid ones; null if allowed. `from` null: a local address, not limited. Concurrent checkouts of one
 * visitor wait for each other.
 */
export async function limitHolds(
  tx: Db,
  holder: Omit<Holder, "from"> & { readonly from: Sender | null },
  productIds: readonly number[],
  now: Date,
): Promise<CheckoutRefusal | null> {
  const { from } = holder;
  if (from === null) return null;
  await lockVisitor(tx, { ...holder, from });
  const open = await countOpenHolds(tx, { ...holder, from }, productIds, now);
  const isRoom =
    open.byCustomer < MAX_HOLDS_OF_CUSTOMER &&
    open.byAddress < MAX_HOLDS_OF_ADDRESS &&
    open.bySite < MAX_HOLDS_OF_SITE &&
    open.ofTheSame < MAX_HOLDS_OF_SAME_STOCK &&
    open.ofTheSameBySite < MAX_HOLDS_OF_SAME_STOCK_OF_SITE;
  return isRoom || open.firstEndsAt === null ? null : tooMany(texts.tooManyOpenOrders, open.firstEndsAt, now);
}

/**
 * Refuses an order without a card payment to a visitor who has just placed many. Such an order is free for its sender, takes stock and slots, and
 * sends an email to any typed address. null if allowed. `from` null: a local address, not limited. Concurrent orders wait for each other.
 */
export async function limitUnpaidOrders(
  tx: Db,
  holder: Omit<Holder, "cartId" | "from"> & { readonly from: Sender | null },
  now: Date,
): Promise<CheckoutRefusal | null> {
  const { from } = holder;
  if (from === null) return null;
  await lockVisitor(tx, { ...holder, from });
  const placed = await countUnpaidOrders(tx, { ...holder, from }, addMinutes(now, -CHECKOUT_HOLD_MINUTES));
  const isRoom =
    placed.byCustomer < MAX_UNPAID_OF_CUSTOMER && placed.byAddress < MAX_UNPAID_OF_ADDRESS && placed.bySite < MAX_UNPAID_OF_SITE;
  if (isRoom || placed.firstPlacedAt === null) return null;
  return tooMany(texts.tooManyOrders, addMinutes(placed.firstPlacedAt, CHECKOUT_HOLD_MINUTES), now);
}

function tooMany(message: string, until: Date, now: Date): CheckoutRefusal {
  return { kind: "too-many", message, retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)) };
}

import { countOpenHolds, type Holder } from "#app/checkout/data/open-holds.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import {
  MAX_HOLDS_OF_ADDRESS,
  MAX_HOLDS_OF_CUSTOMER,
  MAX_HOLDS_OF_SAME_STOCK,
  MAX_HOLDS_OF_SAME_STOCK_OF_SITE,
  MAX_HOLDS_OF_SITE,
} from "#app/values/limits.ts";
import type { CheckoutRefusal, Sender } from "./checkout-result.server.ts";

/**
 * Refuses a reservation to a visitor with too many unpaid ones; null if allowed. `from` null: a local address, not limited. Concurrent checkouts may
 * exceed the limit by the number of checkout slots.
 */
export async function limitHolds(
  tx: Db,
  holder: Omit<Holder, "from"> & { readonly from: Sender | null },
  productIds: readonly number[],
  now: Date,
): Promise<CheckoutRefusal | null> {
  const { from } = holder;
  if (from === null) return null;
  const open = await countOpenHolds(tx, { ...holder, from }, productIds, now);
  const isRoom =
    open.byCustomer < MAX_HOLDS_OF_CUSTOMER &&
    open.byAddress < MAX_HOLDS_OF_ADDRESS &&
    open.bySite < MAX_HOLDS_OF_SITE &&
    open.ofTheSame < MAX_HOLDS_OF_SAME_STOCK &&
    open.ofTheSameBySite < MAX_HOLDS_OF_SAME_STOCK_OF_SITE;
  if (isRoom || open.firstEndsAt === null) return null;
  return {
    kind: "too-many",
    message:
      "Several orders of yours, or from your network, are waiting to be paid. Please finish one of them, or try again in a few minutes.",
    retryAfterSeconds: Math.max(1, Math.ceil((open.firstEndsAt.getTime() - now.getTime()) / 1000)),
  };
}

import { countOpenHolds, type Holder } from "#app/checkout/data/open-holds.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { MAX_HOLDS_OF_ADDRESS, MAX_HOLDS_OF_CUSTOMER, MAX_HOLDS_OF_SAME_STOCK } from "#app/values/limits.ts";
import type { CheckoutRefusal } from "./checkout-result.server.ts";

/**
 * Refuses a hold to a stranger who has enough of them without paying; null = there is room. `from` null = nobody's address (this machine, a
 * private network): not limited. Several checkouts at once may each find the last place free, as many as checkouts run at once.
 */
export async function limitHolds(
  tx: Db,
  holder: Omit<Holder, "from"> & { readonly from: string | null },
  productIds: readonly number[],
  now: Date,
): Promise<CheckoutRefusal | null> {
  const { from } = holder;
  if (from === null) return null;
  const open = await countOpenHolds(tx, { ...holder, from }, productIds, now);
  const isRoom =
    open.byCustomer < MAX_HOLDS_OF_CUSTOMER && open.byAddress < MAX_HOLDS_OF_ADDRESS && open.ofTheSame < MAX_HOLDS_OF_SAME_STOCK;
  if (isRoom || open.firstEndsAt === null) return null;
  return {
    kind: "too-many",
    message:
      "Several orders of yours, or from your network, are waiting to be paid. Please finish one of them, or try again in a few minutes.",
    retryAfterSeconds: Math.max(1, Math.ceil((open.firstEndsAt.getTime() - now.getTime()) / 1000)),
  };
}

import { markSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";

/** Marks products as sold out until the next opening, in the caller's transaction. */
export async function markSoldOutToday(
  tx: Db,
  { actor, settings, now }: { readonly actor: OrderActorFacts; readonly settings: Settings; readonly now: Date },
  productIds: readonly number[],
): Promise<void> {
  const until = nextOpening(storeHours(settings), now);
  for (const id of [...new Set(productIds)].toSorted((a, b) => a - b)) {
    // Skips a product that was deleted meanwhile.
    if (!(await markSoldOut(tx, "product", id, true, until))) continue;
    await recordAudit(tx, {
      userId: actor.userId,
      userName: actor.name,
      action: "mark-sold-out",
      subject: `product ${id}`,
      after: { isSoldOut: true, until: until.toISOString() },
    });
  }
}

import { markSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** Products are sold out until the shop opens next. */
export async function markSoldOutToday(
  services: Pick<WorkflowServices, "db" | "now">,
  user: StaffUser,
  productIds: readonly number[],
): Promise<void> {
  if (productIds.length === 0) return;
  const until = nextOpening(storeHours(await readSettings(services.db)), services.now());
  await inTransaction(services.db, async (tx) => {
    for (const id of new Set(productIds)) {
      // A product deleted since needs no mark.
      if (!(await markSoldOut(tx, "product", id, true, until))) continue;
      await recordAudit(tx, {
        userId: user.id,
        userName: user.name,
        action: "mark-sold-out",
        subject: `product ${id}`,
        after: { isSoldOut: true, until: until.toISOString() },
      });
    }
  });
}

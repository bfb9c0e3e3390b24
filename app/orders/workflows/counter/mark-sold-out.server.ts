import { markSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addDays, businessDay, instantOf } from "#app/values/time.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";

/** Products are sold out until the next business day begins at 04:00 on the shop's clock. */
export async function markSoldOutToday(
  services: Pick<WorkflowServices, "db" | "now">,
  user: StaffUser,
  productIds: readonly number[],
  zone: string,
): Promise<void> {
  if (productIds.length === 0) return;
  const until = instantOf(addDays(businessDay(services.now(), zone), 1), BUSINESS_DAY_STARTS_AT_MINUTES, zone);
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

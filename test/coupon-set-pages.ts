import { eq } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { couponCodes, promotions } from "#app/promotions/data/tables.ts";
import * as detail from "#app/routes/admin/coupon-sets/detail.tsx";
import * as index from "#app/routes/admin/coupon-sets/index.tsx";
import type { openStaffPages } from "./staff-pages.ts";

/** Coupon sets through the staff pages: a set with its own active offer, its buttons, and its codes. */
export function openCouponSetPages(db: Db, staff: ReturnType<typeof openStaffPages>) {
  const path = (id: number) => [`/admin/coupon-sets/${id}`, { id: String(id) }] as const;
  return {
    path,
    act: (id: number, fields: Record<string, string>) => staff.post(detail, path(id)[0], fields, path(id)[1]),
    codesOf: (id: number) => db.select().from(couponCodes).where(eq(couponCodes.couponSetId, id)).orderBy(couponCodes.id),
    /** Ten codes, once each. */
    generate: { intent: "generate", count: "10", prefix: "sum", length: "8", maxUses: "1", perCustomerUses: "", expiresOn: "" },
    addSet: async (name: string): Promise<number> => {
      const [promotion] = await db
        .insert(promotions)
        .values({
          name,
          title: name,
          trigger: "coupon",
          status: "active",
          condition: { type: "all", of: [] },
          actionKind: "order-fixed",
          actionParams: { amount: 500 },
        })
        .returning({ id: promotions.id });
      const added = await staff.post(index, "/admin/coupon-sets", { name, promotionId: String(promotion?.id) });
      if (added.status !== 302) throw new Error(JSON.stringify(added));
      return Number(added.location?.split("/").at(-1));
    },
  };
}

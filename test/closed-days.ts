import { sql } from "drizzle-orm";
import { dayClosings } from "#app/orders/data/closing/tables.ts";
import { NOTHING } from "#app/orders/domain/closing/counted.ts";
import type { Db } from "#app/platform/db/database.server.ts";

/** Stores a closed day with the next number, without the steps of closing it. */
export async function storeClosedDay(db: Db, changes: Partial<typeof dayClosings.$inferInsert> = {}): Promise<number> {
  const [row] = await db
    .insert(dayClosings)
    .values({
      number: sql`(select coalesce(max(number), 0) + 1 from ${dayClosings})`,
      version: 1,
      // Before all others: tests of one browser share a shop, and a day can be closed only once.
      day: sql`(select (coalesce(min(day), '2026-11-21') - 1)::text from ${dayClosings})::date`,
      startsAt: new Date("2026-11-20T09:00:00Z"),
      endsAt: new Date("2026-11-21T09:00:00Z"),
      closedAt: new Date("2026-11-21T14:00:00Z"),
      closedById: 1,
      closedByName: "Ana",
      counted: {
        ...NOTHING,
        orders: 2,
        items: 5375,
        discounts: 338,
        taxAdded: 655,
        tips: 506,
        card: 3938,
        atPickup: 2260,
        refunds: 483,
        taxes: [{ label: "HST", rate: 130_000, base: 5037, amount: 655 }],
        refundTaxes: [{ label: "HST", rate: 130_000, base: 427, amount: 56 }],
      },
      floatCents: 10_000,
      terminalCents: 0,
      countedCashCents: 12_260,
      expectedCashCents: 12_260,
      note: "",
      ...changes,
    })
    .returning({ id: dayClosings.id });
  if (row === undefined) throw new Error("the closed day was not stored");
  return row.id;
}

import { sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";

/** True without content, orders and settings; pictures do not count, staff only on request. */
export async function isEmptyShop(db: Db, evenWithUsers: boolean): Promise<boolean> {
  const [row] = await db.execute<{ used: boolean }>(
    sql`select (exists (select from products) or exists (select from categories) or exists (select from customization_templates)
      or exists (select from orders) or exists (select from promotions) or exists (select from pages) or exists (select from menus)
      or exists (select from settings) or (exists (select from users) and not ${evenWithUsers})) as used`,
    "objects",
  );
  return row?.used === false;
}

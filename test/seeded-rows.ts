import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { insertCatalogue } from "#db/seed/insert-catalogue.ts";
import { insertMarketing } from "#db/seed/insert-marketing.ts";
import { insertOrders } from "#db/seed/orders/insert-orders.ts";
import { createRandom } from "#db/seed/random.ts";
import { SEED_SETTINGS } from "#db/seed/seed-settings.ts";

const secrets = createSecretBox("a secret of the shop, long enough to be one");

/** Fills a database with the demo shop, without its pictures, which take most of the time; returns its idle-in-transaction timeout. */
export async function insertDemoShop(db: Db, now: Date): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    const ids = await insertCatalogue(tx, new Map(), now);
    await writeSettings(tx, secrets, SEED_SETTINGS, { userId: null, userName: "demo shop" });
    await insertMarketing(tx, ids, now);
    await insertOrders(tx, ids, createRandom(7), now);
    const [row] = await tx.execute<{ limit: string }>(
      sql`select current_setting('idle_in_transaction_session_timeout') as limit`,
      "objects",
    );
    return row?.limit;
  });
}

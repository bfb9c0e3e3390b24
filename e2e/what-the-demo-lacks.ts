import { importItems, importProblems, importRuns } from "#app/catalogue/data/import/tables.ts";
import { printers } from "#app/orders/data/counter/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { apiTokens } from "#app/staff/data/tables.ts";
import { API_SCOPES } from "#app/staff/domain/api-token.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { insertWebhook } from "#test/webhooks.ts";

/** So that every page of the staff area has a record: a printer, which is off, a closed day, and a file of products with a row of each kind. */
export async function insertWhatTheDemoLacks(db: Db): Promise<void> {
  await db.insert(printers).values({ name: "Kitchen", host: "192.0.2.1", isOn: false });
  await insertWebhook(db, "https://example.com/shopbell", { lastError: "It answered 500." });
  await db
    .insert(apiTokens)
    .values({ name: "Stock list", tokenHash: "stock", scopes: [...API_SCOPES], userId: 1, expiresAt: new Date("2199-01-01") });
  await storeClosedDay(db);
  const [run] = await db
    .insert(importRuns)
    .values({ fileName: "menu.csv", sizeBytes: 31, userName: "Vera", state: "failed", failure: "The file has no column for the price." })
    .returning({ id: importRuns.id });
  if (run === undefined) throw new Error("the import was not stored");
  await db.insert(importItems).values([
    { runId: run.id, line: 2, name: "Soup", outcome: "new" },
    { runId: run.id, line: 3, name: "Bread", outcome: "changed", changes: [{ field: "price", before: "7.50", after: "8.00" }] },
  ]);
  await db.insert(importProblems).values({ runId: run.id, line: 4, lost: "row", message: "A price is a number such as 7.50." });
}

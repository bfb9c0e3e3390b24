import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { recordAudit } from "./history.server.ts";
import { auditLog } from "./tables.ts";

const { db } = await createTestDatabase();

test("no statement changes or deletes history", async () => {
  await db.execute(sql`alter table audit_log enable trigger audit_log_append_only`);
  const id = await recordAudit(db, { userId: 1, userName: "Ana", action: "edit", subject: "Soups" });
  for (const statement of [sql`update audit_log set user_name = 'Bo'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: "rows of the history are neither changed nor removed" },
    });
  }
  expect(await db.select({ id: auditLog.id, userName: auditLog.userName }).from(auditLog)).toEqual([{ id, userName: "Ana" }]);
});

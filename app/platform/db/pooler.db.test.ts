import { expect, test, vi } from "vitest";
import { createTestDatabase } from "#test/test-db.ts";
import { runOnServer } from "#test/database-server.ts";
import { closeDb, openDb } from "./database.server.ts";
import { requireOwnSession, warnWithoutLimits } from "./pooler.server.ts";

const { url } = await createTestDatabase();

async function warningsOf(): Promise<readonly { readonly missing: readonly string[]; readonly fix: string }[]> {
  const warn = vi.fn<(fields: object, message: string) => void>();
  const db = openDb(url, { max: 1, isPooled: true });
  await warnWithoutLimits(db, { warn });
  await closeDb(db);
  return warn.mock.calls.map(([fields]) => fields as { missing: readonly string[]; fix: string });
}

test("logs the statements that set missing limits of a role", async () => {
  const [warning] = await warningsOf();
  expect(warning?.missing).toEqual(["idle_in_transaction_session_timeout", "statement_timeout"]);
  for (const statement of warning?.fix.split("; ") ?? []) await runOnServer(url, statement);
  expect(await warningsOf()).toEqual([]);
});

test("a direct connection keeps session settings", async () => {
  await expect(requireOwnSession(url)).resolves.toBeUndefined();
});

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { runShopCommand } from "#test/shop-command.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "shopbell-cli-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const environment = { DATA_DIR: dataDir };

test("commands use the running shop's database, or start and stop it", async () => {
  const running = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await migrateDatabase(running.url);
    const set = await runShopCommand(["settings", "set", "SENDGRID_API_KEY", "SG.canary3", "--yes"], environment);
    expect(set).toMatchObject({ code: 0, stdout: "SENDGRID_API_KEY is set.\n", stderr: "" });
    const rotated = await runShopCommand(["secret", "rotate"], environment);
    expect(rotated).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("A shop is running on this database.") as string,
    });
  } finally {
    await running.stop();
  }
  const secretFile = path.join(dataDir, "app-secret");
  const oldSecret = readFileSync(secretFile, "utf8");
  const rotated = await runShopCommand(["secret", "rotate"], environment);
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringContaining("Sealed again: SENDGRID_API_KEY.") as string });
  expect(rotated.stdout).not.toContain(readFileSync(secretFile, "utf8").trim());
  expect(readFileSync(secretFile, "utf8")).not.toBe(oldSecret);
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
  expect(await runShopCommand(["settings", "get", "SENDGRID_API_KEY"], environment)).toMatchObject({ code: 0, stdout: "set\n" });
});

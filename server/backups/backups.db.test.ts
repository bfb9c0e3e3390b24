import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkBackup } from "#server/cli/backup/check-backup.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { backupName, listBackups, removeExpired, uncheckedName } from "./backup-files.ts";
import { backUp, backUpBeforeMigration, watchBackups } from "./backups.ts";

const { db, url } = await createTestDatabase();
const now = new Date("2026-11-26T02:07:00Z");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-backups-"));
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("APP_SECRET", "a secret for tests, at least 32 characters long");
  vi.stubEnv("DATA_DIR", path.join(folder, "data"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("makes a verified backup before a migration and none without one, and removes expired ones", async () => {
  const old = backupName(new Date("2025-01-01T00:00:00Z"));
  for (let day = 1; day <= 30; day += 1) writeFileSync(path.join(folder, backupName(new Date(now.getTime() - day * 86_400_000))), "");
  writeFileSync(path.join(folder, old), "");
  writeFileSync(path.join(folder, "notes.txt"), "");
  expect(await backUpBeforeMigration(url, folder, now)).toBe(false);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`);
  await db.execute(sql`drop table media_folder`);
  expect(await backUpBeforeMigration(url, folder, now)).toBe(true);
  const names = readdirSync(folder);
  expect(names).toContain("notes.txt");
  expect(names).not.toContain(old);
  const made = backupName(now, true);
  expect((await checkBackup(path.join(folder, made), () => undefined)).manifest.tables.length).toBeGreaterThan(30);
  // The next hourly backup of the same clock hour does not take its place.
  writeFileSync(path.join(folder, backupName(new Date(now.getTime() + 60_000))), "");
  await removeExpired(folder);
  expect(readdirSync(folder)).toContain(made);
});

test("makes no second backup within an hour while a migration fails, and one for the next upgrade", async () => {
  // As when a migration of this release fails: its transaction leaves no row.
  await db.execute(sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`);
  const upgradedAt = (at: Date) => db.execute(sql`update drizzle.__drizzle_migrations set applied_at = ${at.toISOString()}`);
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const earlier = path.join(folder, backupName(minutesAgo(50), true));
  writeFileSync(earlier, "");
  await upgradedAt(minutesAgo(600));
  expect(await backUpBeforeMigration(url, folder, now)).toBe(false);
  // The earlier backup was for an upgrade that has succeeded since.
  await upgradedAt(minutesAgo(45));
  expect(await backUpBeforeMigration(url, folder, now)).toBe(true);
  rmSync(path.join(folder, backupName(now, true)));
  rmSync(earlier);
  await upgradedAt(minutesAgo(600));
  writeFileSync(path.join(folder, backupName(minutesAgo(70), true)), "");
  // Those of the schedule are removed sooner.
  writeFileSync(path.join(folder, backupName(minutesAgo(5))), "");
  expect(await backUpBeforeMigration(url, folder, now)).toBe(true);
});

test("says why a backup could not be made, and leaves no file", async () => {
  vi.stubEnv("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none");
  await expect(backUp(folder, now)).rejects.toThrow(/could not be made.*The database/s);
  expect(readdirSync(folder).filter((name) => name.startsWith("shopbell-"))).toEqual([]);
});

test("ignores unchecked files, and removes them after a day", async () => {
  const names = [0, 25].map((hours) => uncheckedName(backupName(new Date(now.getTime() - hours * 3_600_000))));
  for (const name of names) writeFileSync(path.join(folder, name), "");
  expect(await listBackups(folder)).toEqual([]);
  writeFileSync(path.join(folder, backupName(now)), "");
  await removeExpired(folder);
  expect(readdirSync(folder).toSorted()).toEqual([backupName(now), names[0]]);
});

test("warns staff when the last verified backup is old", async () => {
  let time = now.getTime();
  const watch = watchBackups(folder, () => new Date(time));
  expect([watch.last(), watch.problem()]).toEqual([null, null]);
  // For the alert on a shop whose backups never worked.
  await vi.waitFor(() => expect(watch.last()).toEqual(new Date(0)));
  time += 4 * 3_600_000;
  expect(watch.problem()).toMatch(/^No backup has been found for 4 hours/);
  watch.stop();
  writeFileSync(path.join(folder, backupName(now)), "");
  const later = watchBackups(folder, () => new Date(time));
  await vi.waitFor(() => expect(later.last()).toEqual(now));
  expect(later.problem()).toMatch(/^The last good backup is 4 hours old/);
  later.stop();
});

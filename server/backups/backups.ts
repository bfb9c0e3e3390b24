import { spawn } from "node:child_process";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { connectAtStart } from "#app/platform/db/database.server.ts";
import { listMigrations } from "#server/cli/backup/tables.ts";
import { backupName, lastBeforeUpgrade, listBackups, removeExpired } from "./backup-files.ts";
import { addressIn } from "./backup-place.ts";

const COMMAND = "server/shop.ts";
const MIGRATIONS = "db/migrations";
/** Two hourly backups were missed. */
const OLD_MS = 3 * 3_600_000;
/** A start that is retried after a failed migration makes no further backup within this time. */
const REPEATED_MS = 3_600_000;
const LOOK_EVERY_MS = 5 * 60_000;
const MOST_OUTPUT = 2_000;

/** Makes a scheduled backup, then removes expired ones. `place`: a folder or a bucket's address. */
export function backUp(place: string, now: Date, signal?: AbortSignal): Promise<void> {
  return backUpAs(backupName(now), place, signal);
}

async function backUpAs(name: string, place: string, signal?: AbortSignal): Promise<void> {
  // Creates the folder, and fails early if a bucket does not respond.
  await listBackups(place);
  await makeBackup(addressIn(place, name), signal);
  await removeExpired(place);
}

/**
 * Makes and verifies a backup with the command line in a separate process, which keeps the shop's memory free. Throws the command's error
 * output.
 */
export async function makeBackup(file: string, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, "backup", file], { stdio: ["ignore", "ignore", "pipe"] });
  signal?.addEventListener("abort", () => child.kill("SIGTERM"));
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MOST_OUTPUT)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`The backup ${file} could not be made. ${output.trim()}`);
}

/**
 * A backup before a migration, which is kept longer than hourly ones. False if no migration is pending, or if a recent start made the
 * backup and then failed: repeated backups would displace those of earlier upgrades.
 */
export async function backUpBeforeMigration(databaseUrl: string, place: string, now: Date): Promise<boolean> {
  const client = await connectAtStart(databaseUrl);
  const pending = await readPending(client).finally(() => client.end());
  if (pending === null) return false;
  const last = lastBeforeUpgrade(await listBackups(place));
  if (last !== null && last > pending.lastAppliedAt && now.getTime() - last.getTime() < REPEATED_MS) return false;
  await backUpAs(backupName(now, true), place);
  return true;
}

/** Null: the database is empty, or has all migrations. */
async function readPending(client: pg.Client): Promise<{ readonly lastAppliedAt: Date } | null> {
  const applied = await listMigrations(client);
  if (applied.length === 0) return null;
  const isCurrent = readMigrationFiles({ migrationsFolder: MIGRATIONS }).every(({ name }) => applied.includes(name));
  if (isCurrent) return null;
  const { rows } = await client.query<{ at: Date | null }>("select max(applied_at) as at from drizzle.__drizzle_migrations");
  return { lastAppliedAt: rows[0]?.at ?? new Date(0) };
}

export interface BackupWatch {
  /** When the last verified backup was made, the epoch if none exists; null = not checked yet. At most some minutes old. */
  last(): Date | null;
  /** A sentence for staff; null while backups succeed. */
  problem(): string | null;
  stop(): void;
}

/** Lists the folder or bucket, which all machines share, in the background. */
export function watchBackups(place: string, now: () => Date): BackupWatch {
  const startedAt = now();
  let last: Date | null = null;
  let hasLooked = false;
  async function look(): Promise<void> {
    const found = await listBackups(place).catch(() => null);
    // An unreadable place may still hold the last backup seen, so its age keeps growing.
    if (found !== null) last = found[0]?.at ?? null;
    hasLooked = true;
  }
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return {
    last: () => last ?? (hasLooked ? new Date(0) : null),
    problem() {
      const age = now().getTime() - (last ?? startedAt).getTime();
      if (age < OLD_MS) return null;
      const hours = Math.floor(age / 3_600_000);
      const problem = last === null ? `No backup has been found for ${hours} hours.` : `The last good backup is ${hours} hours old.`;
      return `${problem} See the log of the shop, and whether BACKUP_DIR can be reached and has room.`;
    },
    stop: () => clearInterval(timer),
  };
}

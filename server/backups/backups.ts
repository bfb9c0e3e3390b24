import { spawn } from "node:child_process";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { connectAtStart } from "#app/platform/db/database.server.ts";
import { listMigrations } from "#server/cli/backup/tables.ts";
import { backupName, lastBeforeUpgrade, listBackups, removeExpired } from "./backup-files.ts";
import { addressIn } from "./backup-place.ts";

const COMMAND = "server/shop.ts";
const MIGRATIONS = "db/migrations";
/** Two hours were missed. */
const OLD_MS = 3 * 3_600_000;
/** A start that is tried again after a failed migration makes no further backup for so long. */
const REPEATED_MS = 3_600_000;
const LOOK_EVERY_MS = 5 * 60_000;
const MOST_OUTPUT = 2_000;

/** Makes a backup of the schedule, then removes expired ones. `place`: a folder or a bucket's address. */
export function backUp(place: string, now: Date, signal?: AbortSignal): Promise<void> {
  return backUpAs(backupName(now), place, signal);
}

async function backUpAs(name: string, place: string, signal?: AbortSignal): Promise<void> {
  // Makes the folder, and finds out early that a bucket does not answer.
  await listBackups(place);
  await makeBackup(addressIn(place, name), signal);
  await removeExpired(place);
}

/**
 * Makes and verifies a backup with the command line in a process of its own, so that it takes no memory of the shop. Throws the command's error output.
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
 * A backup of what a migration is about to change. Kept longer than those of the hour. False where no migration is pending, or where a recent start has made the
 * backup and then failed: repeated ones would push out the backups of earlier upgrades.
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
  /** When the last good one was made, the epoch if none has been found; null = not checked yet. At most some minutes old. */
  last(): Date | null;
  /** A sentence for staff; null while backups are made. */
  problem(): string | null;
  stop(): void;
}

/** Looks into the folder or bucket, which all machines share, without waiting for it. */
export function watchBackups(place: string, now: () => Date): BackupWatch {
  const startedAt = now();
  let last: Date | null = null;
  let hasLooked = false;
  async function look(): Promise<void> {
    const found = await listBackups(place).catch(() => null);
    // A place that cannot be read may still hold the last one seen, which grows old.
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
      const what = last === null ? `No backup has been found for ${hours} hours.` : `The last good backup is ${hours} hours old.`;
      return `${what} See the log of the shop, and whether BACKUP_DIR can be reached and has room.`;
    },
    stop: () => clearInterval(timer),
  };
}

import { lstat, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "#app/http/env.server.ts";
import { CommandFailure } from "./command.ts";
import { closeAtTheEnd } from "./open-things.ts";

const PREFIX = "shopbell-";
const BACKUP_PREFIX = `${PREFIX}unfinished-backup-`;
/** No backup takes so long: an older folder was left by a killed process. */
const ABANDONED_MS = 24 * 3_600_000;

/** In the system's temporary folder, or in DATA_DIR if that is not writable. Removed when the command ends. */
export async function temporaryFolder(prefix = PREFIX): Promise<string> {
  const places = listPlaces();
  for (const place of places) {
    const folder = await makeFolder(place, prefix);
    if (folder === null) continue;
    closeAtTheEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  throw new CommandFailure(`Temporary files cannot be written to ${places.join(" or ")}. Set TMPDIR to a folder that can be written.`);
}

/** For a backup. Also removes folders of killed processes, which contain all customers' data. */
export async function temporaryBackupFolder(now: Date): Promise<string> {
  for (const place of listPlaces()) await removeAbandoned(place, new Date(now.getTime() - ABANDONED_MS));
  return temporaryFolder(BACKUP_PREFIX);
}

function listPlaces(): readonly string[] {
  const env = parseEnv(process.env);
  return [tmpdir(), ...(env.ok ? [path.join(env.value.dataDir, "tmp")] : [])];
}

async function makeFolder(place: string, prefix: string): Promise<string | null> {
  try {
    if (place !== tmpdir()) await mkdir(place, { recursive: true, mode: 0o700 });
    return await mkdtemp(path.join(place, prefix));
  } catch {
    return null;
  }
}

async function removeAbandoned(place: string, before: Date): Promise<void> {
  const names = await readdir(place).catch(() => []);
  for (const name of names.filter((entry) => entry.startsWith(BACKUP_PREFIX))) {
    const folder = path.join(place, name);
    // Another process may remove it at the same moment.
    const info = await lstat(folder).catch(() => null);
    // In a shared folder, only those of this account.
    const isOurs = info?.isDirectory() === true && info.uid === (process.getuid?.() ?? info.uid);
    if (isOurs && info.mtime < before) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

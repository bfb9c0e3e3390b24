import { randomUUID } from "node:crypto";
import { openBackupPlace } from "./backup-place.ts";

/** A scheduled backup; its name is the instant. Only complete, verified ones have such a name (above 5 GB, see backup-target.ts). */
export interface BackupFile {
  readonly name: string;
  readonly at: Date;
}

const BEFORE_UPGRADE = "-before-upgrade";
const NAME = /^shopbell-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z(?:-before-upgrade)?\.backup(\.[\w-]+\.unchecked)?$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The newest of each of the last 24 hours, 7 days and 4 weeks with backups. */
const KEPT = [
  { span: HOUR_MS, count: 24 },
  { span: DAY_MS, count: 7 },
  { span: 7 * DAY_MS, count: 4 },
] as const;
/** Backups made before a migration, in addition. */
const UPGRADES_KEPT = { span: 30 * DAY_MS, count: 3 } as const;
/** No backup takes so long: an unchecked file of this age was left by a killed process. */
const ABANDONED_MS = DAY_MS;

export function backupName(at: Date, forUpgrade = false): string {
  return `shopbell-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z${forUpgrade ? BEFORE_UPGRADE : ""}.backup`;
}

/** The name of a backup in progress: unique per process, and never listed as a backup. */
export function uncheckedName(name: string): string {
  return `${name}.${randomUUID()}.unchecked`;
}

/** Newest first. Other files there are not ours. `place`: a folder or a bucket's address. */
export async function listBackups(place: string): Promise<readonly BackupFile[]> {
  return (await listFiles(place)).filter(({ isUnchecked }) => !isUnchecked);
}

async function listFiles(place: string): Promise<readonly (BackupFile & { readonly isUnchecked: boolean })[]> {
  const names = await (await openBackupPlace(place)).list();
  const files = names.flatMap((name) => {
    const [, hour, minute, second, unchecked] = NAME.exec(name) ?? [];
    return hour === undefined ? [] : [{ name, at: new Date(`${hour}:${minute}:${second}Z`), isUnchecked: unchecked !== undefined }];
  });
  return files.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Which backups can be deleted. The newest always stays. */
export function expiredBackups(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const retained = new Set<BackupFile>(upgradesToKeep(newestFirst));
  for (const { span, count } of KEPT) {
    const seen = new Set<number>();
    for (const file of newestFirst) {
      const period = Math.floor(file.at.getTime() / span);
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      retained.add(file);
    }
  }
  return newestFirst.filter((file) => !retained.has(file));
}

/** When the newest backup before a migration was made; null: none. */
export function lastBeforeUpgrade(newestFirst: readonly BackupFile[]): Date | null {
  return newestFirst.find(isBeforeUpgrade)?.at ?? null;
}

function isBeforeUpgrade({ name }: BackupFile): boolean {
  return name.includes(BEFORE_UPGRADE);
}

function upgradesToKeep(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const since = (newestFirst[0]?.at.getTime() ?? 0) - UPGRADES_KEPT.span;
  return newestFirst
    .filter(isBeforeUpgrade)
    .slice(0, UPGRADES_KEPT.count)
    .filter(({ at }) => at.getTime() >= since);
}

/** Also removes files of killed processes. */
export async function removeExpired(place: string): Promise<void> {
  const backups = await openBackupPlace(place);
  const files = await listFiles(place);
  const good = files.filter(({ isUnchecked }) => !isUnchecked);
  const abandonedBefore = (good[0]?.at.getTime() ?? 0) - ABANDONED_MS;
  const abandoned = files.filter(({ isUnchecked, at }) => isUnchecked && at.getTime() < abandonedBefore);
  for (const { name } of [...expiredBackups(good), ...abandoned]) await backups.remove(name);
}

import { openBackupPlace } from "./backup-place.ts";

/** A backup of the schedule; its name is the instant. Only whole, verified ones have such a name. */
export interface BackupFile {
  readonly name: string;
  readonly at: Date;
}

const NAME = /^shopbell-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The newest of each of the last 24 hours, 7 days and 4 weeks that have one. */
const KEPT = [
  { span: HOUR_MS, count: 24 },
  { span: DAY_MS, count: 7 },
  { span: 7 * DAY_MS, count: 4 },
] as const;

export function backupName(at: Date): string {
  return `shopbell-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`;
}

/** Newest first. Other files there are not ours. `place`: a folder or a bucket's address. */
export async function listBackups(place: string): Promise<readonly BackupFile[]> {
  const names = await (await openBackupPlace(place)).list();
  const files = names.flatMap((name) => {
    const [, hour, minute, second] = NAME.exec(name) ?? [];
    return hour === undefined ? [] : [{ name, at: new Date(`${hour}:${minute}:${second}Z`) }];
  });
  return files.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** Which backups may go. The newest always stays. */
export function expiredBackups(newestFirst: readonly BackupFile[]): readonly BackupFile[] {
  const kept = new Set<BackupFile>();
  for (const { span, count } of KEPT) {
    const seen = new Set<number>();
    for (const file of newestFirst) {
      const period = Math.floor(file.at.getTime() / span);
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      kept.add(file);
    }
  }
  return newestFirst.filter((file) => !kept.has(file));
}

export async function removeExpired(place: string): Promise<void> {
  const backups = await openBackupPlace(place);
  for (const { name } of expiredBackups(await listBackups(place))) await backups.remove(name);
}

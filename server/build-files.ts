import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq, inArray, lt } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Db } from "#app/platform/db/database.server.ts";
import { buildFiles } from "#app/platform/db/tables.ts";
import { addMinutes } from "#app/values/time.ts";

/*
 * During an update, a browser with a page of one release may request its scripts from a process of another. Each release stores its files
 * in the database at startup, where every process finds them (docs/decisions/0027-files-of-other-releases.md).
 */

const ASSETS = "build/client/assets";
/** Counted from the last day on which a release ran. */
const KEPT_MINUTES = 7 * 24 * 60;

const CACHE = { entries: 1_000, bytes: 4_000_000, missingMs: 10_000 };

/** Stores this release's new files and records that it is running. */
export async function keepBuildFiles(db: Db, now: Date, folder = ASSETS): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !/\.(?:br|gz)$/.test(name));
  // Locked in a fixed order: machines may start at the same moment.
  const stored = db
    .select({ name: buildFiles.name })
    .from(buildFiles)
    .where(inArray(buildFiles.name, names))
    .orderBy(buildFiles.name)
    .for("update");
  const current = await db
    .update(buildFiles)
    .set({ usedAt: now })
    .where(inArray(buildFiles.name, stored))
    .returning({ name: buildFiles.name });
  const missing = new Set(names).difference(new Set(current.map(({ name }) => name)));
  for (const name of missing) {
    const bytes = await readFile(path.join(folder, name));
    await db.insert(buildFiles).values({ name, bytes, usedAt: now }).onConflictDoNothing();
  }
}

/**
 * Reads files of other releases; null if no release of the last week had the file. The latest are cached in memory, and missing names for
 * some seconds, because names come from unknown clients.
 */
export function createBuildFileReader(db: Db): (name: string) => Promise<Buffer | null> {
  const cache = new LRUCache<string, { readonly bytes: Buffer | null }>({
    max: CACHE.entries,
    maxSize: CACHE.bytes,
    sizeCalculation: ({ bytes }) => 1 + (bytes?.length ?? 0),
  });
  return async (name) => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached.bytes;
    const [row] = await db.select({ bytes: buildFiles.bytes }).from(buildFiles).where(eq(buildFiles.name, name));
    const bytes = row?.bytes ?? null;
    cache.set(name, { bytes }, bytes === null ? { ttl: CACHE.missingMs } : {});
    return bytes;
  };
}

export async function forgetBuildFiles(db: Db, now: Date): Promise<void> {
  await db.delete(buildFiles).where(lt(buildFiles.usedAt, addMinutes(now, -KEPT_MINUTES)));
}

import { asc, eq, inArray, ne, or } from "drizzle-orm";
import { pageRecords, type PageRecord } from "#app/content/data/page-records.server.ts";
import { pages } from "#app/content/data/tables.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { media } from "#app/media/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listRecords, type ListedRecord } from "#app/staff/data/record-store.ts";

/** The home page, or all others by address. */
export function listPages(db: Db, which: "home" | "others", lock?: "lock"): Promise<readonly ListedRecord<PageRecord>[]> {
  const isWanted = which === "home" ? eq(pages.slug, HOME_SLUG) : ne(pages.slug, HOME_SLUG);
  return listRecords(db, pageRecords, db.select({ id: pages.id }).from(pages).where(isWanted).orderBy(asc(pages.slug)), lock);
}

/** Pictures by id or by content hash, regardless of their name. */
export function listPictures(
  db: Db,
  { ids = [], hashes = [] }: { readonly ids?: readonly number[]; readonly hashes?: readonly string[] },
): Promise<readonly { readonly id: number; readonly fileName: string; readonly hash: string }[]> {
  return db
    .select({ id: media.id, fileName: media.fileName, hash: media.contentHash })
    .from(media)
    .where(or(inArray(media.id, [...ids]), inArray(media.contentHash, [...hashes])));
}

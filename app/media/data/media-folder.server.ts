import { eq, ne, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { media, mediaFolder } from "./tables.ts";

/** The recorded picture folder; records this one if there is none. */
export async function claimMediaFolder(db: Db, folderId: string): Promise<string> {
  // The update changes nothing and returns the row.
  const [row] = await db
    .insert(mediaFolder)
    .values({ folderId })
    .onConflictDoUpdate({ target: mediaFolder.isOnly, set: { folderId: sql`${mediaFolder.folderId}` } })
    .returning({ folderId: mediaFolder.folderId });
  return row?.folderId ?? folderId;
}

/** Records this folder as the picture folder. */
export async function replaceMediaFolder(db: Db, folderId: string): Promise<void> {
  await db.update(mediaFolder).set({ folderId }).where(ne(mediaFolder.folderId, folderId));
}

/** The recorded picture folder; undefined before the first picture is stored. */
export async function findMediaFolder(db: Db): Promise<string | undefined> {
  const [row] = await db.select({ folderId: mediaFolder.folderId }).from(mediaFolder).where(eq(mediaFolder.isOnly, true));
  return row?.folderId;
}

export async function hasPictures(db: Db): Promise<boolean> {
  return (await db.select({ id: media.id }).from(media).limit(1)).length > 0;
}

/** False before the migration that created the table. */
export async function isFolderNoted(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ is: boolean }>(sql`select to_regclass('public.media_folder') is not null as is`, "objects");
  return row?.is === true;
}

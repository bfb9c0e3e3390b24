import { desc, eq, ilike, inArray, or } from "drizzle-orm";
import { PICTURE_FORMATS, type Picture, type PictureFormat, type PictureVariant } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { media } from "./tables.ts";

/** What a page needs of a media row. */
export const pictureColumns = {
  key: media.key,
  alt: media.alt,
  width: media.width,
  height: media.height,
  colour: media.colour,
  variants: media.variants,
};

export interface PictureRow {
  readonly key: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly variants: readonly PictureVariant[];
}

/** A media row as pages carry it. The sizes' keys are `pictureKey(base, …)`; that is how they were stored. */
export function toPicture(row: PictureRow): Picture {
  const widths: Partial<Record<PictureFormat, readonly number[]>> = {};
  for (const format of PICTURE_FORMATS) {
    const own = row.variants.filter((variant) => variant.format === format).map((variant) => variant.width);
    if (own.length > 0) widths[format] = own.toSorted((a, b) => a - b);
  }
  return { base: row.key.replace(/\.[^.]*$/, ""), alt: row.alt, width: row.width, height: row.height, colour: row.colour, widths };
}

export interface NewMedia extends PictureRow {
  readonly fileName: string;
  readonly mimeType: string;
  /** SHA-256 of the uploaded bytes, hex. */
  readonly contentHash: string;
}

export async function findMediaByHash(db: Db, contentHash: string): Promise<{ readonly id: number; readonly key: string } | undefined> {
  const [row] = await db.select({ id: media.id, key: media.key }).from(media).where(eq(media.contentHash, contentHash));
  return row;
}

export async function findMediaByKey(db: Db, key: string): Promise<{ readonly id: number } | undefined> {
  const [row] = await db.select({ id: media.id }).from(media).where(eq(media.key, key));
  return row;
}

/** The new row's id, or that of the row which another upload of the same bytes has made meanwhile. */
export async function insertMedia(db: Db, values: NewMedia): Promise<number> {
  const [row] = await db
    .insert(media)
    .values({ ...values, variants: [...values.variants] })
    .onConflictDoNothing({ target: media.contentHash })
    .returning({ id: media.id });
  if (row !== undefined) return row.id;
  const existing = await findMediaByHash(db, values.contentHash);
  if (existing === undefined) throw new Error(`media ${values.contentHash} was refused and is not there`);
  return existing.id;
}

/** Pictures whose file name or description contains the text (newest first), or those with these ids. */
export async function findPictures(
  db: Db,
  asked: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<readonly { readonly id: number; readonly fileName: string; readonly picture: Picture }[]> {
  const pattern = "q" in asked ? `%${asked.q.replaceAll(/[\\%_]/g, "\\$&")}%` : "";
  const rows = await db
    .select({ id: media.id, fileName: media.fileName, ...pictureColumns })
    .from(media)
    .where("q" in asked ? or(ilike(media.fileName, pattern), ilike(media.alt, pattern)) : inArray(media.id, [...asked.ids]))
    .orderBy(desc(media.id))
    .limit(limit);
  return rows.map((row) => ({ id: row.id, fileName: row.fileName, picture: toPicture(row) }));
}

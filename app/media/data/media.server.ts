import { escapeLike } from "#app/platform/db/escape-like.ts";
import { desc, eq, ilike, inArray, or } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { PICTURE_FORMATS, type Picture, type PictureFormat, type PictureVariant } from "#app/media/domain/picture.ts";
import type { PictureState } from "#app/media/domain/stored-file.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { keepFile } from "./picture-files.server.ts";
import { media } from "./tables.ts";

/** The columns of a media row that pages need. */
export const pictureColumns = {
  key: media.key,
  alt: media.alt,
  width: media.width,
  height: media.height,
  colour: media.colour,
  variants: media.variants,
  isDecorative: media.isDecorative,
  focalX: media.focalX,
  focalY: media.focalY,
  placeholder: media.placeholder,
};

export interface PictureRow {
  readonly key: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  readonly variants: readonly PictureVariant[];
  readonly isDecorative: boolean;
  readonly focalX: number;
  readonly focalY: number;
  readonly placeholder: string;
}

/** A media row as a page's picture. The sizes' keys follow from `pictureKey(base, …)`, as they were stored. */
export function toPicture(row: PictureRow): Picture {
  const { focalX, focalY, placeholder, colour, width, height } = row;
  return {
    base: row.key.replace(/\.[^.]*$/, ""),
    alt: row.isDecorative ? "" : row.alt,
    width,
    height,
    background: placeholder === "" ? colour : `${colour} url(${placeholder}) 50%/cover`,
    ...(focalX === 50 && focalY === 50 ? {} : { focus: `${focalX}% ${focalY}%` }),
    widths: widthsOf(row.variants),
  };
}

/** Most pictures have the same sizes, and page data contains a shared object only once. */
const knownWidths = new LRUCache<string, Picture["widths"]>({ max: 500 });

function widthsOf(variants: readonly PictureVariant[]): Picture["widths"] {
  const key = variants.map(({ format, width }) => `${format}${width}`).join();
  const cached = knownWidths.get(key);
  if (cached !== undefined) return cached;
  const widths: Partial<Record<PictureFormat, readonly number[]>> = {};
  for (const format of PICTURE_FORMATS) {
    const own = variants.filter((variant) => variant.format === format).map((variant) => variant.width);
    if (own.length > 0) widths[format] = own.toSorted((a, b) => a - b);
  }
  knownWidths.set(key, widths);
  return widths;
}

export interface NewMedia extends Omit<PictureRow, "isDecorative" | "focalX" | "focalY"> {
  readonly fileName: string;
  readonly mimeType: string;
  /** SHA-256 of the uploaded bytes, hex. */
  readonly contentHash: string;
  readonly byteSize: number;
}

export async function findMediaByHash(db: Db, contentHash: string): Promise<{ readonly id: number; readonly key: string } | undefined> {
  const [row] = await db.select({ id: media.id, key: media.key }).from(media).where(eq(media.contentHash, contentHash));
  return row;
}

export async function findMediaByKey(db: Db, key: string): Promise<{ readonly id: number } | undefined> {
  const [row] = await db.select({ id: media.id }).from(media).where(eq(media.key, key));
  return row;
}

/** Prepared pictures with these bases (`Picture.base`). */
export async function findPicturesByBase(
  db: Db,
  bases: readonly string[],
): Promise<ReadonlyMap<string, Picture & { readonly id: number }>> {
  if (bases.length === 0) return new Map();
  const rows = await db
    .select({ id: media.id, ...pictureColumns })
    .from(media)
    .where(
      inArray(
        media.key,
        bases.map((base) => `${base}.webp`),
      ),
    );
  return new Map(rows.map((row) => [toPicture(row).base, { ...toPicture(row), id: row.id }]));
}

/** The id of the new row, or of the row that a concurrent upload of the same bytes has created. */
export async function insertMedia(db: Db, values: NewMedia): Promise<number> {
  const [row] = await db
    .insert(media)
    .values({ ...values, variants: [...values.variants] })
    // Without a conflict target: two concurrent inserts may collide on the key or on the content hash.
    .onConflictDoNothing()
    .returning({ id: media.id });
  if (row !== undefined) {
    await keepFile(db, values.contentHash);
    return row.id;
  }
  const existing = await findMediaByHash(db, values.contentHash);
  if (existing === undefined) throw new Error(`media ${values.contentHash} was refused and is not there`);
  return existing.id;
}

/** States and alt texts of pictures. */
export async function findPictureStates(db: Db, ids: readonly number[]) {
  const { id, alt, isDecorative, state, problem } = media;
  const rows = await db
    .select({ id, alt, isDecorative, state, problem })
    .from(media)
    .where(inArray(id, [...ids]));
  return new Map(rows.map(({ id: each, ...row }) => [each, row]));
}

/** Pictures whose file name or description contains the text (newest first), or those with these ids. */
export async function findPictures(
  db: Db,
  asked: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<
  readonly {
    readonly id: number;
    readonly fileName: string;
    readonly state: PictureState;
    readonly placeholder: string;
    readonly picture: Picture;
  }[]
> {
  const pattern = "q" in asked ? `%${escapeLike(asked.q)}%` : "";
  const rows = await db
    .select({ id: media.id, fileName: media.fileName, state: media.state, ...pictureColumns })
    .from(media)
    .where("q" in asked ? or(ilike(media.fileName, pattern), ilike(media.alt, pattern)) : inArray(media.id, [...asked.ids]))
    .orderBy(desc(media.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    placeholder: row.placeholder,
    picture: toPicture(row),
  }));
}

import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, desc, eq, ilike, ne, or, sql, type SQL } from "drizzle-orm";
import type { PictureListQuery } from "#app/content/domain/pictures/picture.schema.ts";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { media } from "#app/media/data/tables.ts";
import type { Picture } from "#app/media/domain/picture.ts";
import type { PictureState } from "#app/media/domain/stored-file.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isUsed } from "./picture-use.server.ts";

/** A row of the staff's list of pictures. */
export interface PictureRow {
  readonly id: number;
  readonly fileName: string;
  /** The stored alt text, even while the picture is marked as decorative. */
  readonly alt: string;
  readonly isDecorative: boolean;
  readonly folder: string;
  readonly byteSize: number;
  readonly state: PictureState;
  readonly problem: string | null;
  readonly isUsed: boolean;
  readonly picture: Picture;
}

type Stored = Omit<PictureRow, "picture"> & Parameters<typeof toPicture>[0];

const ORDERS: Readonly<Record<string, SQL>> = {
  added: sql`${media.id}`,
  name: sql`lower(${media.fileName})`,
  size: sql`${media.byteSize}`,
};

const rowColumns = {
  id: media.id,
  fileName: media.fileName,
  folder: media.folder,
  byteSize: media.byteSize,
  state: media.state,
  problem: media.problem,
  isUsed,
  ...pictureColumns,
};

export async function findPictureRow(db: Db, id: number): Promise<PictureRow | undefined> {
  const [row] = await db.select(rowColumns).from(media).where(eq(media.id, id));
  return row === undefined ? undefined : rowOf(row);
}

/** One page of the matching pictures, and the total. */
export async function listPictureRows(
  db: Db,
  query: PictureListQuery,
): Promise<{ readonly rows: readonly PictureRow[]; readonly total: number }> {
  const column = ORDERS[query.sort.replace(/^-/, "")] ?? sql`${media.id}`;
  const rows = await db
    .select(rowColumns)
    .from(media)
    .where(matches(query))
    .orderBy(query.sort.startsWith("-") ? desc(column) : asc(column), desc(media.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const total = await db.$count(media, matches(query));
  return { total, rows: rows.map(rowOf) };
}

function rowOf({ id, fileName, alt, isDecorative, folder, byteSize, state, problem, isUsed: used, ...row }: Stored): PictureRow {
  return {
    id,
    fileName,
    alt,
    isDecorative,
    folder,
    byteSize,
    state,
    problem,
    isUsed: used,
    picture: toPicture({ alt, isDecorative, ...row }),
  };
}

/** Ids of all matching pictures, on all pages. */
export async function listPictureIds(db: Db, query: PictureListQuery): Promise<readonly number[]> {
  const rows = await db.select({ id: media.id }).from(media).where(matches(query)).orderBy(asc(media.id));
  return rows.map((row) => row.id);
}

/** Existing folders in alphabetical order. */
export async function listFolders(db: Db): Promise<readonly string[]> {
  const rows = await db.selectDistinct({ folder: media.folder }).from(media).where(ne(media.folder, "")).orderBy(asc(media.folder));
  return rows.map((row) => row.folder);
}

function matches({ q, folder, use, alt, state }: PictureListQuery): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const inside = (text: string) => `${escapeLike(text)}%`;
  return and(
    ...words.map((word) => {
      const pattern = `%${inside(word)}`;
      return or(ilike(media.fileName, pattern), ilike(media.alt, pattern), sql`array_to_string(${media.tags}, ' ') ilike ${pattern}`);
    }),
    folder === "" ? undefined : or(eq(media.folder, folder), sql`${media.folder} like ${inside(`${folder}/`)}`),
    use === "used" ? isUsed : undefined,
    use === "unused" ? sql`not ${isUsed}` : undefined,
    alt === "" ? undefined : eq(media.isDecorative, alt === "decorative"),
    alt === "" || alt === "decorative" ? undefined : sql`(${media.alt} = '') = ${alt === "missing"}`,
    state === "" ? undefined : eq(media.state, state),
  );
}

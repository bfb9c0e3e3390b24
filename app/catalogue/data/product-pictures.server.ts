import { asc, eq, inArray } from "drizzle-orm";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { media } from "#app/media/data/tables.ts";
import type { Picture } from "#app/media/domain/picture.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { productMedia, products } from "./tables.ts";

/** Pictures of products in the order set by staff. */
export async function listPicturesByProduct(db: Db, productIds: readonly number[]): Promise<ReadonlyMap<number, readonly Picture[]>> {
  const found = new Map<number, Picture[]>();
  if (productIds.length === 0) return found;
  const rows = await db
    .select({ productId: productMedia.productId, ...pictureColumns })
    .from(productMedia)
    .innerJoin(media, eq(media.id, productMedia.mediaId))
    .where(inArray(productMedia.productId, [...productIds]))
    .orderBy(asc(productMedia.productId), asc(productMedia.position), asc(productMedia.mediaId));
  for (const row of rows) {
    const pictures = found.get(row.productId);
    if (pictures === undefined) found.set(row.productId, [toPicture(row)]);
    else pictures.push(toPicture(row));
  }
  return found;
}

/** First picture of the outer query's product. */
export function firstPicture(db: Db) {
  return db
    .select(pictureColumns)
    .from(productMedia)
    .innerJoin(media, eq(media.id, productMedia.mediaId))
    .where(eq(productMedia.productId, products.id))
    .orderBy(asc(productMedia.position), asc(productMedia.mediaId))
    .limit(1)
    .as("first_picture");
}

export function picturePart(picture: ReturnType<typeof firstPicture>) {
  return {
    key: picture.key,
    alt: picture.alt,
    width: picture.width,
    height: picture.height,
    colour: picture.colour,
    variants: picture.variants,
    isDecorative: picture.isDecorative,
    focalX: picture.focalX,
    focalY: picture.focalY,
    placeholder: picture.placeholder,
  };
}

import pLimit from "p-limit";
import { sql } from "drizzle-orm";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { DEMO_ACTOR } from "#app/staff/domain/demo-shop.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import type { MediaStore } from "#app/media/gateway/media-store.server.ts";
import { openDemoPictures } from "./demo-pictures.ts";
import { insertCatalogue } from "./insert-catalogue.ts";
import { insertMarketing } from "./insert-marketing.ts";
import { insertOrders } from "./orders/insert-orders.ts";
import { SEED_PRODUCTS } from "./menu.ts";
import { isEmptyShop } from "./is-empty-shop.ts";
import { createRandom, DEMO_SEED } from "./random.ts";
import { SEED_SETTINGS } from "./seed-settings.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import { storeEncoded } from "#app/media/workflows/store-picture.server.ts";

export interface SeedOptions {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly media: MediaStore;
  readonly now: Date;
  /** One sentence per step, for the terminal; pictures are counted. */
  readonly onProgress: (step: string) => void;
  /** Requested explicitly: staff accounts do not count as content. */
  readonly evenWithUsers?: boolean;
}

/** Arbitrary lock key: concurrent starts fill one after the other. */
const SEED_LOCK = 7_412_310;
/** Storing waits for the disk or a bucket. */
const PICTURES_AT_ONCE = 8;
const PROGRESS_EVERY = 16;

/**
 * Fills an empty database with the demo shop: catalogue with pictures, promotions, pages, menus, settings, and a month of finished orders.
 * Does nothing if the database has any other content, including a staff member; returns whether it was filled. All rows are written in one
 * transaction, so a killed start leaves the database empty; its pictures are found again by their content.
 */
export async function seedDemo(options: SeedOptions): Promise<boolean> {
  const { db, now, onProgress } = options;
  if (!(await isEmptyShop(db, options.evenWithUsers ?? false))) return false;
  onProgress("Setting up the demo shop");
  const mediaIds = await storePictures(options);
  onProgress("Writing the menu and a month of orders");
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    if (!(await isEmptyShop(tx, options.evenWithUsers ?? false))) return false;
    const ids = await insertCatalogue(tx, mediaIds, now);
    await writeSettings(tx, options.secrets, SEED_SETTINGS, DEMO_ACTOR);
    await insertMarketing(tx, ids, now);
    await insertOrders(tx, ids, createRandom(DEMO_SEED), now);
    return true;
  });
}

/** Stores a picture per product; media ids by key. */
async function storePictures({ db, media, onProgress }: SeedOptions): Promise<ReadonlyMap<string, number>> {
  const pictureOf = await openDemoPictures();
  const mediaIds = new Map<string, number>();
  await pLimit(PICTURES_AT_ONCE).map(SEED_PRODUCTS, async (product) => {
    const picture = await pictureOf(product);
    mediaIds.set(product.key, await storeEncoded(media, db, picture, { fileName: `${product.key}.png`, alt: product.alt }));
    if (mediaIds.size % PROGRESS_EVERY === 0 || mediaIds.size === SEED_PRODUCTS.length)
      onProgress(`Storing pictures: ${mediaIds.size} of ${SEED_PRODUCTS.length}`);
  });
  return mediaIds;
}

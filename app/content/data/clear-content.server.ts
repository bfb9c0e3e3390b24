import { ne } from "drizzle-orm";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { MENU_NAMES } from "#app/content/domain/menu.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { removeMenu } from "./menus.server.ts";
import { removePicturesOutsideLook } from "./pictures/picture-records.server.ts";
import { pages, reviews } from "./tables.ts";

/** Deletes reviews, menus, all pages but the home page, and the pictures that the look does not use. */
export async function clearContent(tx: Db): Promise<void> {
  await tx.delete(reviews);
  await tx.delete(pages).where(ne(pages.slug, HOME_SLUG));
  for (const name of MENU_NAMES) await removeMenu(tx, name);
  await removePicturesOutsideLook(tx);
}

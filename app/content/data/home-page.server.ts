import { and, eq, inArray } from "drizzle-orm";
import { listShownCategories } from "#app/catalogue/data/categories.server.ts";
import { listProductsById } from "#app/catalogue/data/products.server.ts";
import { PLAIN_HOME } from "#app/content/domain/home.ts";
import type { HomeView, HomeViewBlock } from "#app/content/domain/home-view.ts";
import { linkTarget } from "#app/content/domain/menu.ts";
import { HOME_SLUG, type PageContent } from "#app/content/domain/page.ts";
import { pictureColumns, toPicture } from "#app/media/data/media.server.ts";
import { media } from "#app/media/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached } from "#app/platform/db/cached.server.ts";
import { presentHtml } from "./page-html.server.ts";
import { pages } from "./tables.ts";

/** The id of the home page's row; undefined until staff change the page. */
export async function findHomeId(db: Db): Promise<number | undefined> {
  const [row] = await db.select({ id: pages.id }).from(pages).where(eq(pages.slug, HOME_SLUG));
  return row?.id;
}

/** The home page as staff edited it; null while none of it is public. */
export async function findHomeView(db: Db, now: Date): Promise<HomeView | null> {
  const row = await cached(db, "home page", async () => {
    const [stored] = await db
      .select({
        title: pages.title,
        summary: pages.summary,
        seoTitle: pages.seoTitle,
        seoDescription: pages.seoDescription,
        home: pages.home,
      })
      .from(pages)
      .where(and(eq(pages.slug, HOME_SLUG), eq(pages.status, "published")));
    return stored;
  });
  return row === undefined ? null : viewHome(db, row, now);
}

/** A home page, public or draft, with the records it refers to. Hidden records and empty blocks are left out. */
export async function viewHome(db: Db, page: Omit<PageContent, "slug" | "html">, now: Date): Promise<HomeView> {
  const { pictureId, button, blocks } = page.home ?? PLAIN_HOME;
  const [picture, products, categories, texts] = await Promise.all([
    pictureId === null
      ? []
      : db
          .select(pictureColumns)
          .from(media)
          .where(inArray(media.id, [pictureId])),
    listProductsById(
      db,
      blocks.flatMap((block) => (block.type === "products" ? block.ids : [])),
      now,
    ),
    blocks.some((block) => block.type === "categories") ? listShownCategories(db) : [],
    Promise.all(blocks.map(async (block) => (block.type === "text" ? presentHtml(db, block.html) : ""))),
  ]);
  const shown = blocks.map((block, at): HomeViewBlock => {
    const { id, title } = block;
    switch (block.type) {
      case "text":
        return { id, title, type: "text", html: texts[at] ?? "" };
      case "products":
        return { id, title, type: "products", products: pick(block.ids, products) };
      case "categories":
        return { id, title, type: "categories", categories: pick(block.ids, categories) };
    }
  });
  const [row] = picture;
  return {
    title: page.title,
    summary: page.summary,
    seoTitle: page.seoTitle,
    seoDescription: page.seoDescription,
    picture: row === undefined ? null : toPicture(row),
    button: button === null ? null : { text: button.text, target: linkTarget(button.url) },
    blocks: shown.filter((block) => sizeOf(block) > 0),
  };
}

/** Records in the order of the ids; unknown ones are skipped. */
function pick<Row extends { readonly id: number }>(ids: readonly number[], rows: readonly Row[]): readonly Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

function sizeOf(block: HomeViewBlock): number {
  switch (block.type) {
    case "text":
      return block.html.length;
    case "products":
      return block.products.length;
    case "categories":
      return block.categories.length;
  }
}

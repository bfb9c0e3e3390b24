import { eq } from "drizzle-orm";
import { readCatalogueNames } from "#app/catalogue/data/catalogue-names.server.ts";
import { pages } from "#app/content/data/tables.ts";
import type { FileHome } from "#app/content/domain/configuration.schema.ts";
import { PLAIN_HOME } from "#app/content/domain/home.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { media } from "#app/media/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";

interface StoredHome {
  readonly id: number;
  readonly file: FileHome;
}

/** The home page as a file has it: what is public, or would be; undefined until staff change it. */
export async function readHome(db: Db, lock?: "lock"): Promise<StoredHome | undefined> {
  const query = db.select().from(pages).where(eq(pages.slug, HOME_SLUG));
  const [row] = await (lock === undefined ? query : query.for("update"));
  if (row === undefined) return undefined;
  const { pictureId, button, blocks } = row.home ?? PLAIN_HOME;
  const [picture] =
    pictureId === null
      ? []
      : await db.select({ fileName: media.fileName, hash: media.contentHash }).from(media).where(eq(media.id, pictureId));
  const names = await readCatalogueNames(
    db,
    blocks.flatMap((block) => (block.type === "products" ? block.ids : [])),
  );
  return {
    id: row.id,
    file: {
      title: row.title,
      summary: row.summary,
      status: row.status,
      seoTitle: row.seoTitle,
      seoDescription: row.seoDescription,
      picture: picture ?? null,
      button: button === null ? null : { text: button.text, url: button.url },
      blocks: blocks.map((block) => {
        const { type, title } = block;
        if (type === "text") return { type, title, html: block.html };
        if (type === "products") return { type, title, products: block.ids.map(names.productName) };
        return { type, title, categories: block.ids.map((id) => [...names.categoryPath(id)]) };
      }),
    },
  };
}

/** The picture made of the same file, whatever it is called; null = there is none. */
export async function findPictureId(db: Db, hash: string): Promise<number | null> {
  const [row] = await db.select({ id: media.id }).from(media).where(eq(media.contentHash, hash));
  return row?.id ?? null;
}

import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { pages } from "./tables.ts";

/** A CMS page as visitors read it; `html` was sanitised when it was saved. */
export interface PublishedPage {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  readonly summary: string;
  readonly updatedAt: Date;
}

/** The published page with that slug ("about", "help/delivery"), without leading slash. */
export async function findPublishedPage(db: Db, slug: string): Promise<PublishedPage | undefined> {
  const [page] = await db
    .select({ id: pages.id, slug: pages.slug, title: pages.title, html: pages.html, summary: pages.summary, updatedAt: pages.updatedAt })
    .from(pages)
    .where(and(eq(pages.slug, slug), eq(pages.status, "published")));
  return page;
}

/** Slug, title and last change of every published page, by slug: for the sitemap and link pickers. */
export async function listPublishedPages(db: Db): Promise<readonly Pick<PublishedPage, "slug" | "title" | "updatedAt">[]> {
  return db
    .select({ slug: pages.slug, title: pages.title, updatedAt: pages.updatedAt })
    .from(pages)
    .where(eq(pages.status, "published"))
    .orderBy(asc(pages.slug));
}

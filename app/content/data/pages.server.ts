import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, eq, ilike, inArray, ne, or } from "drizzle-orm";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { pages } from "./tables.ts";

/** A public CMS page; `html` was sanitized when it was saved. */
export interface PublishedPage {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  readonly summary: string;
  /** For search engines; "" = use title and summary. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly updatedAt: Date;
}

/** The published page with that slug ("about", "help/delivery"), without leading slash. */
export async function findPublishedPage(db: Db, slug: string): Promise<PublishedPage | undefined> {
  const [page] = await db
    .select({
      id: pages.id,
      slug: pages.slug,
      title: pages.title,
      html: pages.html,
      summary: pages.summary,
      seoTitle: pages.seoTitle,
      seoDescription: pages.seoDescription,
      updatedAt: pages.updatedAt,
    })
    .from(pages)
    .where(and(eq(pages.slug, slug), eq(pages.status, "published")));
  return page;
}

/** Pages in any state whose title or slug contains the text, or those with these ids; by title. */
export async function findPageNames(
  db: Db,
  asked: { readonly q: string } | { readonly ids: readonly number[] },
  limit: number,
): Promise<readonly { readonly id: number; readonly title: string; readonly slug: string }[]> {
  const pattern = "q" in asked ? `%${escapeLike(asked.q)}%` : "";
  return db
    .select({ id: pages.id, title: pages.title, slug: pages.slug })
    .from(pages)
    .where("q" in asked ? or(ilike(pages.title, pattern), ilike(pages.slug, pattern)) : inArray(pages.id, [...asked.ids]))
    .orderBy(asc(pages.title), asc(pages.id))
    .limit(limit);
}

/** Slug, title and last change of every published page except the home page, by slug: for the sitemap and link pickers. */
export async function listPublishedPages(db: Db): Promise<readonly Pick<PublishedPage, "slug" | "title" | "updatedAt">[]> {
  return db
    .select({ slug: pages.slug, title: pages.title, updatedAt: pages.updatedAt })
    .from(pages)
    .where(and(eq(pages.status, "published"), ne(pages.slug, HOME_SLUG)))
    .orderBy(asc(pages.slug));
}

/** Every page's slug, title and state, by title: the possible targets of menu items. */
export async function listPageTargets(
  db: Db,
  limit: number,
): Promise<readonly { readonly slug: string; readonly title: string; readonly isPublished: boolean }[]> {
  const rows = await db
    .select({ slug: pages.slug, title: pages.title, status: pages.status })
    .from(pages)
    .where(ne(pages.slug, HOME_SLUG))
    .orderBy(asc(pages.title))
    .limit(limit);
  return rows.map(({ status, ...page }) => ({ ...page, isPublished: status === "published" }));
}

import { escapeLike } from "#app/platform/db/escape-like.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import { and, asc, count, eq, ilike, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from "drizzle-orm";
import type { PageContent } from "#app/content/domain/page.ts";
import type { PageListQuery } from "#app/content/domain/page.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cleanStoredHtml, sanitizeHtml } from "#app/platform/sanitize-html.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import { pageRedirects, pages } from "./tables.ts";
import { hasKey } from "#app/values/narrow.ts";
import { insertRow } from "#app/staff/data/table-records.ts";

/** A page as staff edit it: the working text and the public version. */
export interface PageRecord extends PageContent {
  /** ISO instant of the scheduled publication; null = published manually. */
  readonly publishAt: string | null;
  /** The public version; null = none. Left out = unchanged. */
  readonly live?: PageContent | null | undefined;
}

const COLUMNS = {
  slug: pages.slug,
  title: pages.title,
  summary: pages.summary,
  html: pages.html,
  seoTitle: pages.seoTitle,
  seoDescription: pages.seoDescription,
  home: pages.home,
};

/** The content of a record, sanitized. */
export function contentOf(page: PageContent): PageContent {
  return textOf(page, sanitizeHtml);
}

function textOf({ slug, title, summary, html, seoTitle, seoDescription, home }: PageContent, clean: (html: string) => string): PageContent {
  return {
    slug,
    title,
    summary,
    html: clean(html),
    seoTitle,
    seoDescription,
    ...(home === null || home === undefined
      ? {}
      : { home: { ...home, blocks: home.blocks.map((block) => (block.type === "text" ? { ...block, html: clean(block.html) } : block)) } }),
  };
}

/**
 * Pages. The columns contain the public version, and `draft` the unpublished changes; an unpublished page has its text in the columns. A
 * former public address always redirects to the page's current address, so there are no redirect chains.
 */
export const pageRecords: RecordStore<PageRecord> = {
  kind: "page",
  nameOf: (value) => value.title,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const query = db
      .select({ id: pages.id, version: pages.version, status: pages.status, draft: pages.draft, publishAt: pages.publishAt, ...COLUMNS })
      .from(pages)
      .where(inArray(pages.id, [...ids]))
      .orderBy(asc(pages.id));
    const rows = await (lock === undefined ? query : query.for("update"));
    return new Map(
      rows.map(({ id, version, status, draft, publishAt, ...content }) => [
        id,
        {
          version,
          value: {
            ...textOf(draft ?? content, cleanStoredHtml),
            publishAt: publishAt?.toISOString() ?? null,
            live: status === "published" ? textOf(content, (html) => html) : null,
          },
        },
      ]),
    );
  },

  async check(tx, id, { slug }) {
    const others = id === null ? undefined : ne(pages.id, id);
    const [taken] = await tx
      .select({ title: pages.title })
      .from(pages)
      .where(and(others, or(eq(pages.slug, slug), sql`${pages.draft} ->> 'slug' = ${slug}`)))
      .limit(1);
    return taken === undefined ? undefined : { slug: `The page “${taken.title}” has this address.` };
  },

  async insert(tx, value, id) {
    return insertRow(tx, pages, { ...rowOf(value), ...(id === undefined ? {} : { id }) });
  },

  async update(tx, id, value) {
    const [before] = await tx.select({ slug: pages.slug, status: pages.status }).from(pages).where(eq(pages.id, id));
    const found = value.live === undefined ? (await this.find(tx, [id])).get(id)?.value.live : value.live;
    const row = rowOf({ ...value, live: found ?? null });
    await tx
      .update(pages)
      .set({ ...row, version: sql`${pages.version} + 1`, updatedAt: sql`now()` })
      .where(eq(pages.id, id));
    if (row.status !== "published") return;
    await tx.delete(pageRedirects).where(eq(pageRedirects.slug, row.slug));
    if (before?.status === "published" && before.slug !== row.slug)
      await tx
        .insert(pageRedirects)
        .values({ slug: before.slug, pageId: id })
        .onConflictDoUpdate({ target: pageRedirects.slug, set: { pageId: id } });
  },

  async remove(tx, id) {
    await tx.delete(pages).where(eq(pages.id, id));
  },
};

function rowOf({ publishAt, live, ...typed }: PageRecord) {
  const content = contentOf(typed);
  const isPublic = live !== null && live !== undefined;
  const shown = isPublic ? contentOf(live) : content;
  return {
    ...shown,
    home: shown.home ?? null,
    status: isPublic ? ("published" as const) : ("draft" as const),
    draft: isPublic && !isSame(shown, content) ? content : null,
    publishAt: publishAt === null ? null : new Date(publishAt),
  };
}

/** Publishes the working text and clears its schedule. */
export function published(value: PageRecord): PageRecord {
  return { ...value, publishAt: null, live: contentOf(value) };
}

export type PageState = "published" | "changed" | "draft" | "scheduled";

/** One row of the list of pages. */
export interface PageRow {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly state: PageState;
  readonly publishAt: Date | null;
  readonly updatedAt: Date;
}

const STATES: Readonly<Record<PageState, SQL | undefined>> = {
  published: and(eq(pages.status, "published"), isNull(pages.draft)),
  changed: and(eq(pages.status, "published"), isNotNull(pages.draft)),
  draft: eq(pages.status, "draft"),
  scheduled: isNotNull(pages.publishAt),
};

const title = sql<string>`coalesce(${pages.draft} ->> 'title', ${pages.title})`;
const slug = sql<string>`coalesce(${pages.draft} ->> 'slug', ${pages.slug})`;

function matching({ q, state }: PageListQuery): SQL | undefined {
  const pattern = `%${escapeLike(q)}%`;
  return and(q === "" ? undefined : or(ilike(title, pattern), ilike(slug, pattern)), hasKey(STATES, state) ? STATES[state] : undefined);
}

/** One page of the list, and the total of matching rows. */
export async function listPageRows(db: Db, query: PageListQuery): Promise<{ readonly rows: readonly PageRow[]; readonly total: number }> {
  const where = matching(query);
  const by = { title: sortText(title), slug, changed: pages.updatedAt }[query.sort.replace("-", "")] ?? title;
  const [rows, [all]] = await Promise.all([
    db
      .select({
        id: pages.id,
        title,
        slug,
        status: pages.status,
        hasDraft: sql<boolean>`${pages.draft} is not null`,
        publishAt: pages.publishAt,
        updatedAt: pages.updatedAt,
      })
      .from(pages)
      .where(where)
      .orderBy(query.sort.startsWith("-") ? sql`${by} desc` : sql`${by} asc`, asc(pages.id))
      .limit(query.per_page)
      .offset((query.page - 1) * query.per_page),
    db.select({ total: count() }).from(pages).where(where),
  ]);
  return {
    rows: rows.map(({ status, hasDraft, ...row }) => ({
      ...row,
      state: row.publishAt === null ? liveState(status, hasDraft) : "scheduled",
    })),
    total: all?.total ?? 0,
  };
}

export async function listPageIds(db: Db, query: PageListQuery): Promise<readonly number[]> {
  const rows = await db.select({ id: pages.id }).from(pages).where(matching(query)).orderBy(asc(pages.id));
  return rows.map((row) => row.id);
}

/** Pages whose scheduled publication is due. */
export async function listDuePageIds(db: Db, now: Date): Promise<readonly number[]> {
  const rows = await db.select({ id: pages.id }).from(pages).where(lte(pages.publishAt, now)).orderBy(asc(pages.id));
  return rows.map((row) => row.id);
}

/** The current address of the page that was public at this address; undefined if there was none, or it is no longer public. */
export async function findMovedPage(db: Db, from: string): Promise<string | undefined> {
  const [row] = await db
    .select({ slug: pages.slug })
    .from(pageRedirects)
    .innerJoin(pages, eq(pages.id, pageRedirects.pageId))
    .where(and(eq(pageRedirects.slug, from), eq(pages.status, "published")));
  return row?.slug;
}

function liveState(status: "draft" | "published", hasDraft: boolean) {
  if (status === "draft") return "draft";
  return hasDraft ? "changed" : "published";
}

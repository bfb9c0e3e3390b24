import { contentOf, type PageRecord } from "#app/content/data/page-records.server.ts";
import type { PageContent } from "#app/content/domain/page.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { listHistory } from "#app/staff/data/history.server.ts";

/** The list's limit; the history itself keeps all. */
const MOST_VERSIONS = 50;

/** A version that became public at one moment. */
export interface PageVersion {
  /** The history entry that published it. */
  readonly entry: number;
  readonly at: Date;
  readonly by: string;
  readonly content: PageContent;
}

/** Every public version of the page, newest first. */
export async function listPageVersions(db: Db, pageId: number): Promise<readonly PageVersion[]> {
  const entries = await listHistory(db, "page", pageId, 500);
  return entries
    .flatMap(({ id, at, userName, after }) => {
      const live = (after[pageId] as Partial<PageRecord> | null | undefined)?.live;
      return live === null || live === undefined ? [] : [{ entry: id, at, by: userName, content: contentOf(live) }];
    })
    .slice(0, MOST_VERSIONS);
}

/** One piece of a comparison: removed, added or unchanged. */
export interface Piece {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** The word-by-word difference of two texts, without HTML tags. */
export async function compareTexts(before: PageContent, after: PageContent): Promise<readonly Piece[]> {
  const { diffWords } = await import("diff");
  return diffWords(plain(before), plain(after)).map(({ value, added, removed }) => ({
    kind: kindOf(added, removed),
    text: value,
  }));
}

function plain({ title, summary, html, home }: PageContent): string {
  const blocks = (home?.blocks ?? []).flatMap((block) => [
    block.title,
    block.type === "text" ? wordsOf(block.html) : `${block.type}: ${block.ids.map((id) => `no. ${id}`).join(", ")}`,
  ]);
  const head = home?.button == null ? "" : `[${home.button.text}]`;
  return [title, summary, head, wordsOf(html), ...blocks].filter((part) => part !== "").join("\n\n");
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/(?:<\/p>\s*)?<\/t[dh]>(?!\s*<\/tr>)/g, " · ")
    .replaceAll(/<img [^>]*alt="([^"]*)"[^>]*>/g, "[$1]\n")
    .replaceAll(/<\/(?:p|h\d|li|tr|blockquote|div|figure)>|<br\s*\/?>/g, "\n")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function kindOf(isAdded: boolean, isRemoved: boolean): Piece["kind"] {
  if (isAdded) return "new";
  return isRemoved ? "gone" : "same";
}

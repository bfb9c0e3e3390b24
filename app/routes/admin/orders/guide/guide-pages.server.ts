import { Marked } from "marked";
import { GUIDE_SLUGS, type GuideSlug } from "#app/staff/domain/guide.schema.ts";

const TEXTS = import.meta.glob<string>("/docs/guide/*.md", { query: "?raw", import: "default", eager: true });
const PICTURES = import.meta.glob<string>("/docs/guide/images/*.jpg", { query: "?url", import: "default", eager: true });

/** The page's address in the staff area; the same file is also readable in the repository. */
const marked = new Marked({
  walkTokens(token) {
    if (token.type === "image") token.href = PICTURES[`/docs/guide/${token.href}`] ?? token.href;
    if (token.type === "link") token.href = token.href.replace(/^([a-z-]+)\.md$/, "/admin/orders/guide?page=$1");
  },
});

function textOf(slug: GuideSlug): string {
  const text = TEXTS[`/docs/guide/${slug}.md`];
  if (text === undefined) throw new Error(`the guide has no page ${slug}`);
  return text;
}

function titleOf(slug: GuideSlug): string {
  return /^# (.+)$/m.exec(textOf(slug))?.[1] ?? slug;
}

/** All pages by title. */
export function listGuidePages(): readonly { readonly slug: GuideSlug; readonly title: string }[] {
  return GUIDE_SLUGS.map((slug) => ({ slug, title: titleOf(slug) }));
}

/** A page of the guide as HTML, without its title. The text is part of the program, so it needs no sanitising. */
export async function readGuidePage(slug: GuideSlug): Promise<{ readonly title: string; readonly html: string }> {
  return { title: titleOf(slug), html: await marked.parse(textOf(slug).replace(/^# .+\n+/, "")) };
}

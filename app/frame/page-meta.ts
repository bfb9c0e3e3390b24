import type { MetaDescriptor } from "react-router";

export interface PageMeta {
  readonly title: string;
  /** One or two sentences for search results; "" = none. */
  readonly description: string;
  /** Absolute address of the page without filters. */
  readonly canonical: string;
  readonly siteName: string;
  /** Absolute address of a picture for shared links. */
  readonly imageUrl?: string | null;
  readonly type?: "website" | "product" | "article";
  /** Search results and similar pages, which search engines should not index. */
  readonly isUnlisted?: boolean;
  /** Linked data (schema.org). */
  readonly linkedData?: Record<string, unknown>;
}

const MAX_DESCRIPTION_LENGTH = 160;

/** Title, description, canonical address, Open Graph and linked data of a public page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const description = shorten(page.description);
  return [
    { title: page.title },
    ...(description === "" ? [] : [{ name: "description", content: description }]),
    ...(page.isUnlisted === true
      ? [{ name: "robots", content: "noindex" }]
      : [{ tagName: "link", rel: "canonical", href: page.canonical }]),
    { property: "og:title", content: page.title },
    ...(description === "" ? [] : [{ property: "og:description", content: description }]),
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:url", content: page.canonical },
    { property: "og:site_name", content: page.siteName },
    ...(page.imageUrl == null ? [] : [{ property: "og:image", content: page.imageUrl }]),
    ...(page.linkedData === undefined ? [] : [{ "script:ld+json": page.linkedData }]),
  ] as MetaDescriptor[];
}

/** Cuts at the end of a word, with an ellipsis, to the length that search results show. */
function shorten(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  if (plain.length <= MAX_DESCRIPTION_LENGTH) return plain;
  return `${plain.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, "")}…`;
}

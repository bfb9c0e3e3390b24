import { brokenTarget, type MenuTargets } from "./menu-targets.ts";
import type { MenuItem } from "./menu.ts";
import type { PageContent } from "./page.ts";

/** A link in a text, or a record that a page shows by id. */
export interface TextLink {
  /** The visible text. */
  readonly words: string;
  readonly href: string;
  /** The id of the linked page, independent of its current address. */
  readonly pageId: number | null;
}

export interface BrokenLink {
  readonly words: string;
  /** Why visitors who follow it find nothing, as a sentence. */
  readonly problem: string;
}

export interface LinkTargets extends MenuTargets {
  readonly pages: readonly (MenuTargets["pages"][number] & { readonly id: number })[];
}

const LINK = /<a ([^>]*)>(.*?)<\/a>/gs;

/** The links of a page's text and of the home page's blocks, in order. The HTML is in stored form: sanitized, with canonical tags. */
export function linksOf({ html, home }: Pick<PageContent, "html" | "home">): readonly TextLink[] {
  const texts = [html, ...(home?.blocks ?? []).flatMap((block) => (block.type === "text" ? [block.html] : []))];
  const written = texts.flatMap((text) =>
    [...text.matchAll(LINK)].map(([, attributes = "", inside = ""]): TextLink => {
      const pageId = /(?:^| )data-page="(\d{1,9})"/.exec(attributes)?.[1];
      const words = plain(inside.replaceAll(/<[^>]*>/g, "")).trim();
      const href = plain(/(?:^| )href="([^"]*)"/.exec(attributes)?.[1] ?? "");
      return { words: words === "" ? href : words, href, pageId: pageId === undefined ? null : Number(pageId) };
    }),
  );
  const shown = (home?.blocks ?? []).flatMap((block): readonly TextLink[] => {
    if (block.type === "text") return [];
    const name = block.title === "" ? `the block of ${block.type}` : block.title;
    return block.ids.map((id) => ({ words: name, href: block.type === "products" ? `/products/${id}` : `/${id}/products`, pageId: null }));
  });
  const button = home?.button ?? null;
  return [...(button === null ? [] : [{ words: button.text, href: button.url, pageId: null }]), ...shown, ...written];
}

/** The broken links: their target is deleted, hidden or not published. */
export function brokenLinks(links: readonly TextLink[], targets: LinkTargets): readonly BrokenLink[] {
  return links.flatMap(({ words, href, pageId }) => {
    const problem = pageId === null ? brokenTarget(itemOf(href), targets) : pageProblem(pageId, targets);
    return problem === null ? [] : [{ words, problem }];
  });
}

function pageProblem(id: number, { pages }: LinkTargets): string | null {
  const page = pages.find((each) => each.id === id);
  if (page === undefined) return "This page is deleted.";
  return page.isPublished ? null : `The page “${page.title}” is not published.`;
}

function itemOf(url: string): MenuItem {
  return { id: "link", type: "link", text: "link", url, openInNewTab: false };
}

function plain(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

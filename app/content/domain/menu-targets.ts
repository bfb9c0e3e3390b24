import { linkTarget, type MenuItem } from "./menu.ts";
import { findRouteClash, slugOfPath } from "./page.ts";

/** Possible targets of menu items. */
export interface MenuTargets {
  readonly categories: readonly { readonly id: number; readonly path: string; readonly isHidden: boolean }[];
  /** Products with a known state; others are not checked. */
  readonly products?: readonly { readonly id: number; readonly name: string; readonly state: "shown" | "hidden" | "deleted" }[];
  readonly pages: readonly { readonly slug: string; readonly title: string; readonly isPublished: boolean }[];
}

const LOOKS_LIKE_SCHEME = /^\s*(?!https?:|tel:|mailto:)[a-z][a-z0-9+.-]*:/i;

/** Why an item cannot be saved, as a sentence per field; empty if it can. */
export function itemGaps(item: MenuItem): { readonly text?: string; readonly categoryId?: string; readonly url?: string } {
  const text = item.text.trim() === "" ? { text: "Enter a text." } : {};
  if (item.type === "category" && item.categoryId === 0) return { ...text, categoryId: "Choose a category." };
  if (item.type !== "link") return text;
  if (item.url.trim() === "") return { ...text, url: "Enter an address such as /about or https://example.com." };
  return LOOKS_LIKE_SCHEME.test(item.url) ? { ...text, url: "Enter an address that begins with /, https://, tel:, mailto: or #." } : text;
}

/** Why customers who follow the item would find nothing, as a sentence; null if it works. */
export function brokenTarget(item: MenuItem, { categories, pages, products = [] }: MenuTargets): string | null {
  if (item.type === "text") return null;
  if (item.type === "category") return item.categoryId === 0 ? null : categoryProblem(item.categoryId, categories);
  const target = linkTarget(item.url);
  if (target.kind === "external" || item.url.trim() === "") return null;
  const path = target.to.replace(/[?#].*$/, "");
  const category = /^\/([1-9]\d{0,8})\/products\/?$/.exec(path);
  if (category !== null) return categoryProblem(Number(category[1]), categories);
  const product = /^\/products\/([1-9]\d{0,8})\/?$/.exec(path);
  if (product !== null) return productProblem(Number(product[1]), products);
  const slug = slugOfPath(path);
  if (path === "/" || slug === null)
    return path === "/" || findRouteClash(path.replace(/^\/+|\/+$/g, "").toLowerCase()) !== null ? null : "There is no such page.";
  const page = pages.find((each) => each.slug === slug);
  if (page === undefined) return `There is no page at /${slug}.`;
  return page.isPublished ? null : `The page “${page.title}” is not published.`;
}

function categoryProblem(id: number, categories: MenuTargets["categories"]): string | null {
  const category = categories.find((each) => each.id === id);
  if (category === undefined) return "This category is deleted.";
  return category.isHidden ? `The category “${category.path}” is hidden.` : null;
}

function productProblem(id: number, products: NonNullable<MenuTargets["products"]>): string | null {
  const product = products.find((each) => each.id === id);
  if (product === undefined || product.state === "shown") return null;
  if (product.state === "hidden") return `The product “${product.name}” is hidden.`;
  return product.name === "" ? "This product is deleted." : `The product “${product.name}” is deleted.`;
}

/** Explains where a typed URL leads. */
export function linkWords(url: string, openInNewTab: boolean): string {
  if (url.trim() === "") return "An address of this shop begins with /, others with https://, tel:, mailto:, // or #.";
  const target = linkTarget(url, openInNewTab);
  if (target.kind === "internal") return `A page of this shop: ${target.to}`;
  return `Leads elsewhere: ${target.href}${target.newTab ? ", in a new tab" : ""}`;
}

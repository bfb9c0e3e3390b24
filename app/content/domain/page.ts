import type { HomeLayout } from "./home.ts";
import { MAX_PATH_PARTS, MAX_SLUG_LENGTH } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** A page's content, independent of whether it is public. */
export interface PageContent {
  /** "about", "help/delivery": without leading or trailing slash. */
  readonly slug: string;
  readonly title: string;
  /** A sentence below the title, also used in search results without a description. */
  readonly summary: string;
  readonly html: string;
  /** For search engines; "" = use title and summary. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** The content above the menu, for the home page only. Its slug is HOME_SLUG, its `html` "". */
  readonly home?: HomeLayout | null | undefined;
}

/** The home page among the pages: no other page can have this slug, because `parseSlug` refuses it. */
export const HOME_SLUG = "";

/** First segments of other routes or of the server; CMS pages must not start with them. */
export const RESERVED_SEGMENTS = [
  "admin",
  "api",
  "assets",
  "build",
  "cart",
  "checkout",
  "healthz",
  "media",
  "my-orders",
  "page-preview",
  "pay-order",
  "payment-complete",
  "products",
  "readyz",
  "shop-image",
] as const;

/**
 * Normalizes a CMS page's slug as it is stored and matched by the catch-all route: lower-case letters, digits and single hyphens, in
 * segments joined by "/". Outer slashes are removed, capitals lowered, and clashes with routes refused. The error is a sentence.
 */
export function parseSlug(text: string): Result<string, string> {
  const slug = text
    .trim()
    .toLowerCase()
    .replace(/^\/+|\/+$/g, "");
  if (slug === "") return fail("Enter a page URL, such as about-us.");
  if (slug.length > MAX_SLUG_LENGTH) return fail(`Enter at most ${MAX_SLUG_LENGTH} characters.`);
  if (!/^[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(slug)) {
    return fail("Use letters, digits, hyphens and slashes only, such as about-us or help/delivery.");
  }
  if (slug.split("/").length > MAX_PATH_PARTS) return fail(`Use at most ${MAX_PATH_PARTS} parts between slashes.`);
  const clash = findRouteClash(slug);
  return clash === null ? ok(slug) : fail(`The address /${clash} belongs to the shop itself. Choose another.`);
}

/** The route that would hide this slug, or null. */
export function findRouteClash(slug: string): string | null {
  const segments = slug.split("/");
  const [first = "", second] = segments;
  if (RESERVED_SEGMENTS.some((reserved) => reserved === first)) return first;
  // "/{id}/products" matches every address of this shape, with any id.
  return segments.length === 2 && second === "products" ? slug : null;
}

/** The slug of a request path ("/About-us/" → "about-us"), or null if no page can have it. */
export function slugOfPath(path: string): string | null {
  const slug = parseSlug(path);
  return slug.ok ? slug.value : null;
}
